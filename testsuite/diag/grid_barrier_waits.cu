// Kernels with barriers of the grid that stay in one piece because a loop in them reads as those do that wait for another block: the
// warning stands where it reads. Behind a barrier a plain read is enough, and the kernel splits.
#pragma pt kernel
__global__ void by_volatile(int *label, int n, int *changed)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    do {
        atomicAdd(label, 0);
        #pragma pt barrier
        const bool again = *(volatile int *)changed;
        #pragma pt barrier
        if (!again)
            break;
    } while (true);
}

#pragma pt kernel
__global__ void by_atomic(int *label, int *changed)
{
    while (atomicAdd(changed, 0) < 3) {
        #pragma pt barrier
        label[blockIdx.x] = 1;
        #pragma pt barrier
    }
}

__device__ bool is_set(volatile int *changed) { return *changed; }

#pragma pt kernel
__global__ void by_function(int *label, int *changed)
{
    for (;;) {
        #pragma pt barrier
        if (is_set(changed))
            break;
        #pragma pt barrier
        label[blockIdx.x] = 1;
    }
}

__device__ void until_set(volatile int *changed)
{
    while (!*changed)
        ;
}

#pragma pt kernel
__global__ void by_waiting_function(int *label, int *changed)
{
    label[blockIdx.x] = 1;
    until_set(changed);
    #pragma pt barrier
    label[blockIdx.x] += 1;
}

#pragma pt kernel
__global__ void splits(int *label, int *changed)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    while (*changed < 3) {
        label[v] = 1;
        #pragma pt barrier
        if (v == 0)
            *changed += 1;
        #pragma pt barrier
    }
}
