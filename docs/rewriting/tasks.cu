#include <pt/tasks.cuh>

#pragma pt kernel
__global__ void halve(pt_queue<int> queue, int *out)
{
    pt_push(queue, int(blockIdx.x));
    #pragma pt foreach(int v : queue) worker(thread)
    {
        if (v > 1)
            pt_push(queue, v / 2);
        atomicAdd(out, v);
    }
}

void host(pt_queue<int> queue, int *out, int n)
{
    halve<<<n, 128>>>(queue, out);
}
