// What a parse WITH a CUDA toolkit needs before the source: `-include` it, after clang's own CUDA wrapper header.
//
// In:  clang's CUDA mode with a toolkit (8 to 13). Out: qualifiers that clang drops made visible as annotations (see
// pt_annotations.h), and the few declarations that nvcc gives every source but clang's wrapper does not. Declares no
// kernel, defines nothing that is linked. Measured, not guessed: each part says what fails without it.
#ifndef PTCC_PRELUDE_TOOLKIT_H
#define PTCC_PRELUDE_TOOLKIT_H

#include "pt_annotations.h"
#include "pt_nv_atomics.h"
#include "pt_wide_atomics.h"

// nvcc's is 1, clang's wrapper leaves it empty: `#if __CUDACC__`.
#undef __CUDACC__
#define __CUDACC__ 1

// By flags of nvcc's that clang needs no asking for. Only where the program gives the first does cuda_runtime.h bring <functional>.
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

// Of <cuda.h>, which clang's wrapper asks for (parse_input.c), and what it takes for granted where no flag says it. nvcc has none of them here.
#undef CUDA_VERSION
#undef CU_DEVICE_INVALID
#undef __func__
#if !__USE_FAST_MATH__
#undef __USE_FAST_MATH__
#endif
#if !__CUDA_PREC_DIV
#undef __CUDA_PREC_DIV
#endif

// nvcc's cuda_runtime.h includes these.
#include <assert.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The host's min and max of the global namespace: clang's wrapper declares them for the device only.
#define PT_SHIM_MIN_MAX(R, T, U) R min(T a, U b); R max(T a, U b);
PT_SHIM_MIN_MAX(int, int, int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, int)
PT_SHIM_MIN_MAX(long, long, long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, long)
PT_SHIM_MIN_MAX(long long, long long, long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, long long)
PT_SHIM_MIN_MAX(float, float, float)
PT_SHIM_MIN_MAX(double, double, double)
PT_SHIM_MIN_MAX(double, float, double)
PT_SHIM_MIN_MAX(double, double, float)
#undef PT_SHIM_MIN_MAX

// On the device clang sees those that have no default stream, since it tells them from the host's.
extern __device__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
extern __device__ cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
extern __device__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters);
extern __device__ cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes);
extern __device__ cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height);
extern __device__ cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent);

extern __device__ float __tanhf(float x); // of CUDA 13, and none of clang's wrapper

// A device parse without a known SDK version asks for this one at every launch in host code.
extern "C" unsigned int cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0);

// Type traits that nvcc has built in; CCCL asks for them when __CUDACC_EXTENDED_LAMBDA__ is defined.
#ifndef __nv_is_extended_device_lambda_closure_type
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif
// The cluster part of cooperative groups is left out for compilers that do not say this.
#ifndef _CG_CLUSTER_INTRINSICS_AVAILABLE
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

// Loads and stores with cache operators that clang's wrapper lacks (which ones depends on its version; one that it
// has is no template and wins).
template <class T> struct pt_shim_same { typedef T type; };
#define PT_SHIM_LOAD(name) template <class T> __device__ T name(const T *address);
#define PT_SHIM_STORE(name) template <class T> __device__ void name(T *address, typename pt_shim_same<T>::type value);
PT_SHIM_LOAD(__ldca) PT_SHIM_LOAD(__ldcg) PT_SHIM_LOAD(__ldcs) PT_SHIM_LOAD(__ldlu) PT_SHIM_LOAD(__ldcv)
PT_SHIM_STORE(__stcg) PT_SHIM_STORE(__stcs) PT_SHIM_STORE(__stwb) PT_SHIM_STORE(__stwt)
#undef PT_SHIM_LOAD
#undef PT_SHIM_STORE

#if __clang_major__ < 17 && defined(__CUDACC__)
// Warp reductions and cluster functions
#define PT_SHIM_REDUCE(R, name) PT_SHIM_WARP_SYNC extern __device__ R __reduce_##name##_sync(unsigned int mask, R value);
PT_SHIM_REDUCE(unsigned int, add) PT_SHIM_REDUCE(int, add) PT_SHIM_REDUCE(unsigned int, min) PT_SHIM_REDUCE(int, min)
PT_SHIM_REDUCE(unsigned int, max) PT_SHIM_REDUCE(int, max) PT_SHIM_REDUCE(unsigned int, and) PT_SHIM_REDUCE(unsigned int, or)
PT_SHIM_REDUCE(unsigned int, xor)
#undef PT_SHIM_REDUCE
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK_BARRIER extern __device__ void __cluster_barrier_arrive(void);
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK_BARRIER extern __device__ void __cluster_barrier_arrive_relaxed(void);
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK_BARRIER extern __device__ void __cluster_barrier_wait(void);
extern __device__ dim3 __clusterDim(void);
extern __device__ dim3 __clusterRelativeBlockIdx(void);
PT_SHIM_READS_BLOCK_INDEX extern __device__ dim3 __clusterGridDimInClusters(void);
PT_SHIM_READS_BLOCK_INDEX extern __device__ dim3 __clusterIdx(void);
extern __device__ unsigned int __clusterRelativeBlockRank(void);
extern __device__ unsigned int __clusterSizeInBlocks(void);
extern __device__ unsigned int __clusterDimIsSpecified(void);
extern __device__ void *__cluster_map_shared_rank(const void *pointer, unsigned int rank);
extern __device__ unsigned int __cluster_query_shared_rank(const void *pointer);
extern __device__ unsigned int __isClusterShared(const void *pointer);
#endif

#if __clang_major__ < 21
// Surface objects
#define PT_SHIM_SURFACE(name, ...) \
    template <class T> __device__ T name##read(cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T> __device__ void name##read(T *result, cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T> __device__ void name##write(T value, cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
PT_SHIM_SURFACE(surf1D, int x)
PT_SHIM_SURFACE(surf2D, int x, int y)
PT_SHIM_SURFACE(surf3D, int x, int y, int z)
PT_SHIM_SURFACE(surf1DLayered, int x, int layer)
PT_SHIM_SURFACE(surf2DLayered, int x, int y, int layer)
PT_SHIM_SURFACE(surfCubemap, int x, int y, int face)
PT_SHIM_SURFACE(surfCubemapLayered, int x, int y, int layer_and_face)
#undef PT_SHIM_SURFACE
#endif

#endif
