// The file that makes what the header promises.
#include "k.cuh"

template __global__ void fill<unsigned>(unsigned *, unsigned);
#define INSTANTIATE(T) \
    template __global__  \
    void fill(T *, T)
INSTANTIATE(unsigned long long);

void run_in_b(unsigned *out, unsigned blocks)
{
    fill<<<blocks, 32>>>(out, 5u);
    CUDA_OK(cudaGetLastError());
}
