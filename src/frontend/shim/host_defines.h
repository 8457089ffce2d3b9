// CUDA's function, variable and type qualifiers as clang's attributes, for parses without a CUDA toolkit.
//
// Qualifiers that clang drops, or knows only in some versions, leave two annotate attributes each instead: one that
// names the qualifier ("pt:cluster_dims") and one that holds it as spelled, arguments after macro replacement
// ("pt:spelled:__cluster_dims__(2, 1, 1)"). The same annotations are made by prelude_toolkit.h.
// Source: CUDA C++ Programming Guide, "C++ language extensions".
#ifndef PTCC_SHIM_HOST_DEFINES_H
#define PTCC_SHIM_HOST_DEFINES_H

#include "pt_annotations.h"

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// clang accepts `managed` for HIP only.
#define __managed__ __attribute__((device)) __attribute__((annotate("pt:managed")))

// `__noinline__` is a keyword of clang in CUDA mode since 15: a macro would break `__attribute__((__noinline__))`.
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __location__(a) __attribute__((a))
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define CUDART_DEVICE __device__

#endif
