// Macros of headers that clang's own includes, and nvcc's cuda_runtime.h does not: names of the program's, and conditions that do not hold.
static const int THREAD_NUM = 64, LARGE_SIZE = 1, TBL_SIZE = 2, MEXP = 3, QUALIFIERS = 4;

#pragma pt kernel
__global__ void before(int *out)
{
    unsigned x = 0;
#if CUDA_VERSION >= 9000 || defined __USE_FAST_MATH__ || defined __CUDA_PREC_DIV
    out[blockIdx.x] = THREAD_NUM + LARGE_SIZE + TBL_SIZE + MEXP + QUALIFIERS;
#else
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
#endif
    out[blockIdx.x] = x;
}

#include <cuda.h>
#pragma pt kernel
__global__ void behind(int *out)
{
    unsigned x = 0;
#if CUDA_VERSION >= 9000 && __CUDACC_VER_MAJOR__ >= 9 && __CUDA_API_VER_MAJOR__ >= 9
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
#endif
    out[blockIdx.x] = x;
}

CUdeviceptr address;
