// Dynamic tasks: where the queue's name may stand for the group's own ring, and where it is the queue as it is.
#include <pt/tasks.cuh>

#define PUSH(v) pt_push(queue, v)
template <class Queue> __device__ void only_pushes(const Queue &to, int v) { pt_push(to, v); }
template <int Step, typename Queue> __device__ void with_more(const Queue &to, int v) { pt_push(to, v + Step); }
template <class Queue> __device__ void shares(const Queue &to, int v)
{
    __shared__ int last;
    last = v;
    pt_push(to, v);
}
template <class Queue> __device__ void asks(const Queue &to, int v) { pt_push(to, v + (sizeof(Queue) == 8)); }
template <class Queue> __device__ void in_macro(const Queue &queue, int v) { PUSH(v); }
template <class Queue> __device__ void copies(Queue to, int v) { pt_push(to, v); }
template <class T> __device__ void overloaded(const T &to, int v) { pt_push(to, v); }
template <class T> __device__ void overloaded(const pt_queue<T> &to, int v) { pt_push(to, v + 1); }

#pragma pt kernel
__global__ void uses(pt_queue<int> queue, int *out)
{
    pt_push(queue, 0);
    #pragma pt foreach(int v : queue)
    {
        only_pushes(queue, v);
        shares(queue, v);
        asks(queue, v);
        in_macro(queue, v);
        copies(queue, v);
        with_more<1>(queue, v);
        overloaded(queue, v);
        PUSH(v);
        out[v] = pt_push(queue, v + 1) + ::pt_push(queue, v);
        const auto push = [&] { pt_push(queue, v); };
        push();
    }
}

// By another name it may get another value.
#pragma pt kernel
__global__ void hidden(pt_queue<int> queue, pt_queue<int> other)
{
    pt_push(queue, 0);
    #pragma pt foreach(int v : queue)
    {
        auto &same = queue;
        same = other;
        pt_push(queue, v);
    }
}

#pragma pt kernel
template <class Task> __global__ void open_type(pt_queue<Task> tasks, Task *out)
{
    pt_push(tasks, out[0]);
    #pragma pt foreach(Task v : tasks)
    {
        pt_push(tasks, v);
        only_pushes(tasks, v);
    }
}

void host(pt_queue<int> queue, int *out)
{
    uses<<<1, 128>>>(queue, out);
    hidden<<<1, 128>>>(queue, queue);
    open_type<<<1, 128>>>(queue, out);
}
