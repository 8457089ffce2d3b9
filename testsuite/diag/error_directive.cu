// A live #error is one, as for nvcc; what the preprocessor skips is none.
#ifndef SIZE_IS_GIVEN
#error give the size
#endif
#ifdef NEVER
#error skipped
#endif
#include "error_directive_header.cuh"
#pragma pt kernel
__global__ void k(int *a)
{
    a[blockIdx.x] = 1;
}
