// Without a standard the program is read in gcc's dialect of C++17, as nvcc has it; and what other flags would make of it is asked for in front.
#include <cuda_runtime.h>

#pragma pt kernel
__global__ void fill(int *out)
{
#ifdef __OPTIMIZE__
    if (out[1])
        return;
#endif
#if defined(__AVX2__) || defined(__STRICT_ANSI__)
    out[0] = 2;
#endif
#if defined(linux) && defined(unix)
    typeof(out[0]) x = 1;
    out[blockIdx.x] = x;
#endif
}

void start(int *out) { fill<<<2, 2>>>(out); }
