// NVTX: names of the runtime API's objects, for a profiler that is not there.
//
// In:  objects, names. Out: -. Invariant: does nothing; for C and C++.
#ifndef PT_CPU_NVTOOLSEXT_CUDART_H
#define PT_CPU_NVTOOLSEXT_CUDART_H

#include "nvToolsExt.h"

#include "cuda_runtime_api.h"

PT_CPU_NVTX(void, nvtxNameCudaDeviceA, (int device, const char *name), PT_CPU_NVTX_USED2(device, name))
PT_CPU_NVTX(void, nvtxNameCudaDeviceW, (int device, const wchar_t *name), PT_CPU_NVTX_USED2(device, name))
PT_CPU_NVTX(void, nvtxNameCudaStreamA, (cudaStream_t stream, const char *name), PT_CPU_NVTX_USED2(stream, name))
PT_CPU_NVTX(void, nvtxNameCudaStreamW, (cudaStream_t stream, const wchar_t *name), PT_CPU_NVTX_USED2(stream, name))
PT_CPU_NVTX(void, nvtxNameCudaEventA, (cudaEvent_t event, const char *name), PT_CPU_NVTX_USED2(event, name))
PT_CPU_NVTX(void, nvtxNameCudaEventW, (cudaEvent_t event, const wchar_t *name), PT_CPU_NVTX_USED2(event, name))

#if defined(UNICODE)
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#endif
