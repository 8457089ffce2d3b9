// Dynamic tasks: a lambda that a task gives to another kernel has no ring there.
#include <pt/tasks.cuh>

template <class Functor> __global__ void calls(Functor f) { f(3); }

#pragma pt kernel
__global__ void launches(pt_queue<int> queue)
{
    pt_push(queue, 0);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        const auto push = [queue](int x) { pt_push(queue, x); };
        calls<<<1, 1>>>(push);
        pt_push(queue, v);
    }
}

void host(pt_queue<int> queue) { launches<<<1, 128>>>(queue); }
