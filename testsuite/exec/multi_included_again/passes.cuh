// No guard: each inclusion has other parts of it.
#ifdef WITH_SUM
inline unsigned factor() { return 2; }
#pragma pt kernel
__global__ void sum(unsigned *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = gridDim.x - blockIdx.x;
    #pragma pt barrier
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (unsigned i = 1; i < gridDim.x; i++)
            out[0] += out[i];
}
#else
inline unsigned factor() { return 1; }
#endif
#pragma pt kernel
__global__ void put(unsigned *out, unsigned add) { out[blockIdx.x] = add + blockIdx.x; }
