// Blocks that wait for others' flags start in ascending order only.
#pragma pt kernel order(reverse)
__global__ void k(volatile int *flags)
{
    while (blockIdx.x > 0 && flags[blockIdx.x - 1] == 0)
        ;
    flags[blockIdx.x] = 1;
}
