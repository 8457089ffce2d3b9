// Where blocks have no lengths of their own, or are not all there; and a word that is not quite it.
#pragma pt kernel order(longest)
__global__ void meets(int *out)
{
    out[blockIdx.x] = 1;
#pragma pt barrier
    out[blockIdx.x] += 1;
}
#pragma pt kernel order(longest) items(*n)
__global__ void counted(int *out, const int *n) { out[blockIdx.x] = 1; }
#pragma pt kernel order(longst)
__global__ void misspelt(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel order(longest(2))
__global__ void argument(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel order(longest)
__global__ void waits(volatile int *flags)
{
    while (blockIdx.x > 0 && flags[blockIdx.x - 1] == 0)
        ;
    flags[blockIdx.x] = 1;
}
