// What a header makes of the compiler that reads it.
#ifndef COMPILER_MACROS_CUH
#define COMPILER_MACROS_CUH

#if defined(__clang__) && defined(__CUDA__)
#define NUMBER_OF_BLOCK(x) (x)
#else
#define NUMBER_OF_BLOCK(x) number_of_block(x)
#endif
#if __GNUC__ * 100 + __GNUC_MINOR__ >= 500
#define IS_NEW 1
#endif

#ifndef __clang__
#include "compiler_second.cuh"
#else
__device__ inline unsigned second_number() { return 6u; }
#endif

__device__ inline unsigned number_of_block(unsigned x) { return x + blockIdx.x * 2u; }

#endif
