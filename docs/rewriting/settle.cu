#include <pt/collectives.cuh>

#pragma pt kernel
__global__ void settle(int *label, const int *link, int n, int *rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    while (pt_any(i < n && atomicMax(&label[i], label[link[i]]) < label[link[i]])) {
        round++;
    }
    if (i == 0)
        *rounds = round;
}

void host(int *label, const int *link, int n, int *rounds)
{
    settle<<<(n + 255) / 256, 256>>>(label, link, n, rounds);
}
