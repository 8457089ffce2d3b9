// A program that is another one for each version of CUDA: what ptcc reads and what the compiler reads must be the same.
#include <cstdio>

#include <cuComplex.h>
#include <cuda.h>
#include <cuda_runtime.h>

#if CUDART_VERSION != VERSION || CUDA_VERSION != VERSION
#error "the version that the program was read with is another one"
#endif

#if CUDART_VERSION >= 13000
__device__ int block() { return gridDim.x - 1 - blockIdx.x; }
#else
__device__ int block() { return blockIdx.x; }
#endif

#pragma pt kernel schedule(dynamic)
__global__ void number(int *out, cuComplex z)
{
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == VERSION
    if (threadIdx.x == 0)
        out[block()] = blockIdx.x + (int)cuCrealf(cuCmulf(z, cuConjf(z)));
#endif
}

int main()
{
    enum { blocks = 100 };
    int *out = nullptr, here[blocks];
    cudaMalloc(&out, sizeof here);
#if CUDART_VERSION >= 13000
    number<<<blocks, 32>>>(out, make_cuComplex(3, 4));
#else
    cudaStream_t stream = nullptr;
    number<<<blocks, 32, 0, stream>>>(out, make_cuComplex(3, 4));
#endif
    cudaMemcpy(here, out, sizeof here, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < blocks; i++)
        wrong += here[i] != 25 + (VERSION >= 13000 ? blocks - 1 - i : i);
    puts(wrong ? "wrong" : "ok");
    return wrong != 0;
}
