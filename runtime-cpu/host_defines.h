// CUDA's qualifiers, for host compilers: empty, or the attribute that means the same (CUDA C++ Programming Guide,
// "C++ language extensions").
//
// In:  nothing. Out: macros, and PT_CPU, by which a program can tell the CPU back end.
// Invariant: standard headers compile with these macros in place, whichever comes first.
#ifndef PT_CPU_HOST_DEFINES_H
#define PT_CPU_HOST_DEFINES_H

// Before __CUDACC__: the C library changes its types for nvcc, and must do so everywhere or nowhere.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define PT_CPU 1
#ifndef PT_CPU_CUDA_VERSION // ptcc's output names the version that the program was read with, so that the same #if branches are taken
#define PT_CPU_CUDA_VERSION 13000
#endif

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__ // ptcc reads the program with it, as nvcc compiles it
#define __NVCC__ 1
#endif
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 900
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (PT_CPU_CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (PT_CPU_CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)

// ptcc gives each __shared__ variable a place in the block that runs. In text that it did not see, the variable is one
// for each OS thread; since a block stays on its OS thread, that is one for each block, too.
#define __shared__ static thread_local

#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
// Not the attribute: libstdc++ writes __attribute__((__noinline__)), which must stay well-formed.
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __nv_pure__ __attribute__((pure))

#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

// A default argument, where there are such.
#ifdef __cplusplus
#define PT_CPU_DEFAULT(value) = value
#else
#define PT_CPU_DEFAULT(value)
#endif

#endif
