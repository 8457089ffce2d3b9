// Dynamic tasks: a group works on them behind its blocks, and in front of finish.
#include <pt/tasks.cuh>

struct range {
    int begin, end;
};

#pragma pt kernel groups(2 per sm)
__global__ void halve(pt_queue<range> queue, int *out, int n)
{
    #pragma pt state
    int mine = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pt_push(queue, {i, i + 100});
    #pragma pt foreach(const range &r : queue) \
        worker(warp)
    {
        if (r.end - r.begin < 32) {
            mine += r.end - r.begin;
            continue;
        }
        pt_push(queue, {r.begin, (r.begin + r.end) / 2});
        pt_push(queue, {(r.begin + r.end) / 2, r.end});
    }
    #pragma pt finish
    {
        atomicAdd(out, mine);
    }
}

struct work {
    pt_queue<int> tasks;
    int *out;
};

// Its queue is no parameter.
#pragma pt kernel
__global__ void count(const work w)
{
    #pragma pt foreach(int v : w.tasks)
    { atomicAdd(w.out, v); }
}

void host(pt_queue<range> queue, work w, int *out, int n)
{
    halve<<<n, 128>>>(queue, out, n);
    count<<<1, 32>>>(w);
}
