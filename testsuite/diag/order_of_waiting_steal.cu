// Blocks that wait for earlier ones can't be started in several places at once. Those that only lock can, and all others.
#pragma pt kernel schedule(steal)
__global__ void look_back(volatile unsigned *flag)
{
    while (blockIdx.x > 0 && flag[blockIdx.x - 1] == 0)
        ;
    flag[blockIdx.x] = 1;
}

#pragma pt kernel groups(7) schedule(steal, 1)
__global__ void look_back_by_one(unsigned *flag)
{
    while (blockIdx.x > 0 && atomicAdd(&flag[blockIdx.x - 1], 0) == 0)
        ;
    atomicExch(&flag[blockIdx.x], 1);
}

#pragma pt kernel schedule(dynamic)
__global__ void look_back_in_order(volatile unsigned *flag)
{
    while (blockIdx.x > 0 && flag[blockIdx.x - 1] == 0)
        ;
    flag[blockIdx.x] = 1;
}

#pragma pt kernel schedule(steal)
__global__ void lock(unsigned *taken, unsigned *sum)
{
    while (atomicCAS(taken, 0, 1) != 0)
        ;
    *sum += blockIdx.x;
    atomicExch(taken, 0);
}
