// The CUDA driver API (CUDA Driver API reference), as far as programs for the runtime API mix it in: errors, the
// device, its one context, memory, streams, events.
//
// In:  calls. Out: calls of the runtime API. Invariant: codes of both APIs are the same numbers. Modules, launches by
//      the driver, linking, virtual memory and tensor maps are not supported: a program that calls them does not
//      compile.
#ifndef PT_CPU_CUDA_H
#define PT_CPU_CUDA_H

#include "cuda_runtime_api.h"

#include <stdint.h>
#include <string.h>

#define __cuda_cuda_h__
#define CUDA_VERSION CUDART_VERSION

typedef int CUdevice, CUdevice_v1;
typedef uintptr_t pt_cpu_address_t;
typedef unsigned long long CUdeviceptr, CUdeviceptr_v2;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef unsigned long long CUtexObject, CUsurfObject;
typedef void(CUDA_CB *CUhostFn)(void *data);

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_PROFILER_DISABLED = 5, CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7, CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8, CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36, CUDA_ERROR_DEVICE_UNAVAILABLE = 46, CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_DEVICE_NOT_LICENSED = 102, CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202, CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206, CUDA_ERROR_ARRAY_IS_MAPPED = 207, CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_ALREADY_ACQUIRED = 210, CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212, CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213, CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215, CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220, CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222, CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224, CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225, CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_SOURCE = 300, CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303, CUDA_ERROR_OPERATING_SYSTEM = 304, CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401, CUDA_ERROR_LOSSY_QUERY = 402, CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708, CUDA_ERROR_CONTEXT_IS_DESTROYED = 709, CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713, CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715, CUDA_ERROR_MISALIGNED_ADDRESS = 716, CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718, CUDA_ERROR_LAUNCH_FAILED = 719, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_TENSOR_MEMORY_LEAK = 721, CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804, CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
    CUDA_ERROR_MPS_RPC_FAILURE = 806, CUDA_ERROR_MPS_SERVER_NOT_READY = 807, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809, CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
    CUDA_ERROR_CDP_NOT_SUPPORTED = 811, CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904, CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906, CUDA_ERROR_CAPTURED_EVENT = 907,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908, CUDA_ERROR_TIMEOUT = 909,
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910, CUDA_ERROR_EXTERNAL_DEVICE = 911,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912, CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_KEY_ROTATION = 916, CUDA_ERROR_UNKNOWN = 999
} CUresult;

// The numbers are those of cudaDeviceAttr.
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9, CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
} CUdevice_attribute;

typedef enum CUctx_flags_enum {
    CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8, CU_CTX_LMEM_RESIZE_TO_MAX = 16
} CUctx_flags;
typedef enum CUmemorytype_enum {
    CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED
} CUmemorytype;

#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_STREAM_DEFAULT 0
#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_EVENT_BLOCKING_SYNC 1
#define CU_EVENT_DISABLE_TIMING 2
#define CU_MEM_ATTACH_GLOBAL 1
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_STREAM_LEGACY ((CUstream)1)
#define CU_STREAM_PER_THREAD ((CUstream)2)

// A call of the runtime API as the body of one of the driver API, which leaves no error behind.
#define PT_CPU_DRIVER(name, parameters, call) \
    static inline CUresult name parameters \
    { \
        const cudaError_t before = cudaPeekAtLastError(); \
        const cudaError_t result = call; \
        if (before == cudaSuccess) \
            cudaGetLastError(); \
        return (CUresult)result; \
    }
#define PT_CPU_AT(address) ((void *)(pt_cpu_address_t)(address))

PT_CPU_DRIVER(cuInit, (unsigned int flags), flags ? cudaErrorInvalidValue : cudaSuccess)
PT_CPU_DRIVER(cuDriverGetVersion, (int *version), cudaDriverGetVersion(version))
static inline CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
static inline CUresult cuGetErrorName(CUresult error, const char **text)
{
    *text = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}

PT_CPU_DRIVER(cuDeviceGetCount, (int *count), cudaGetDeviceCount(count))
static inline CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
static inline CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    if (length <= 0 || cudaGetDeviceProperties(&properties, device) != cudaSuccess)
        return CUDA_ERROR_INVALID_VALUE;
    strncpy(name, properties.name, (size_t)length - 1);
    name[length - 1] = '\0';
    return CUDA_SUCCESS;
}
static inline CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    size_t available;
    return device == 0 ? (CUresult)cudaMemGetInfo(&available, bytes) : CUDA_ERROR_INVALID_DEVICE;
}
PT_CPU_DRIVER(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device),
              cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device))
static inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    const CUresult result = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return result != CUDA_SUCCESS
               ? result
               : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}
PT_CPU_DRIVER(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer),
              cudaDeviceCanAccessPeer(can, device, peer))

// The one context, which always is current.
#define PT_CPU_CONTEXT ((CUcontext)(pt_cpu_address_t)1)
static inline CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    *context = PT_CPU_CONTEXT;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
static inline CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
static inline CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    (void)flags;
    return cuDevicePrimaryCtxRetain(context, device);
}
static inline CUresult cuCtxSetCurrent(CUcontext context)
{
    return !context || context == PT_CPU_CONTEXT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
static inline CUresult cuCtxDestroy(CUcontext context) { return cuCtxSetCurrent(context); }
static inline CUresult cuCtxPushCurrent(CUcontext context) { return cuCtxSetCurrent(context); }
static inline CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = PT_CPU_CONTEXT;
    return CUDA_SUCCESS;
}
static inline CUresult cuCtxPopCurrent(CUcontext *context) { return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS; }
PT_CPU_DRIVER(cuCtxGetDevice, (CUdevice *device), cudaGetDevice(device))
PT_CPU_DRIVER(cuCtxSynchronize, (void), cudaDeviceSynchronize())

PT_CPU_DRIVER(cuMemGetInfo, (size_t *free_bytes, size_t *total_bytes), cudaMemGetInfo(free_bytes, total_bytes))
static inline CUresult pt_cpu_driver_allocated(cudaError_t error, void *memory, CUdeviceptr *pointer)
{
    if (error == cudaSuccess)
        *pointer = (CUdeviceptr)(pt_cpu_address_t)memory;
    return (CUresult)error;
}
static inline CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size)
{
    void *memory = NULL;
    const cudaError_t error = size ? cudaMalloc(&memory, size) : cudaErrorInvalidValue;
    return pt_cpu_driver_allocated(error, memory, pointer);
}
static inline CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags)
{
    void *memory = NULL;
    const cudaError_t error = cudaMallocManaged(&memory, size, flags);
    return pt_cpu_driver_allocated(error, memory, pointer);
}
static inline CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t size, CUstream stream)
{
    void *memory = NULL;
    const cudaError_t error = cudaMallocAsync(&memory, size, stream);
    return pt_cpu_driver_allocated(error, memory, pointer);
}
PT_CPU_DRIVER(cuMemFree, (CUdeviceptr pointer), cudaFree(PT_CPU_AT(pointer)))
PT_CPU_DRIVER(cuMemFreeAsync, (CUdeviceptr pointer, CUstream stream), cudaFreeAsync(PT_CPU_AT(pointer), stream))
PT_CPU_DRIVER(cuMemAllocHost, (void **pointer, size_t size), cudaMallocHost(pointer, size))
PT_CPU_DRIVER(cuMemHostAlloc, (void **pointer, size_t size, unsigned int flags), cudaHostAlloc(pointer, size, flags))
PT_CPU_DRIVER(cuMemFreeHost, (void *pointer), cudaFreeHost(pointer))
PT_CPU_DRIVER(cuMemHostRegister, (void *pointer, size_t size, unsigned int flags),
              cudaHostRegister(pointer, size, flags))
PT_CPU_DRIVER(cuMemHostUnregister, (void *pointer), cudaHostUnregister(pointer))
PT_CPU_DRIVER(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t size),
              cudaMemcpy(PT_CPU_AT(dst), PT_CPU_AT(src), size, cudaMemcpyDefault))
PT_CPU_DRIVER(cuMemcpyHtoD, (CUdeviceptr dst, const void *src, size_t size),
              cudaMemcpy(PT_CPU_AT(dst), src, size, cudaMemcpyHostToDevice))
PT_CPU_DRIVER(cuMemcpyDtoH, (void *dst, CUdeviceptr src, size_t size),
              cudaMemcpy(dst, PT_CPU_AT(src), size, cudaMemcpyDeviceToHost))
PT_CPU_DRIVER(cuMemcpyDtoD, (CUdeviceptr dst, CUdeviceptr src, size_t size),
              cudaMemcpy(PT_CPU_AT(dst), PT_CPU_AT(src), size, cudaMemcpyDeviceToDevice))
PT_CPU_DRIVER(cuMemcpyHtoDAsync, (CUdeviceptr dst, const void *src, size_t size, CUstream stream),
              cudaMemcpyAsync(PT_CPU_AT(dst), src, size, cudaMemcpyHostToDevice, stream))
PT_CPU_DRIVER(cuMemcpyDtoHAsync, (void *dst, CUdeviceptr src, size_t size, CUstream stream),
              cudaMemcpyAsync(dst, PT_CPU_AT(src), size, cudaMemcpyDeviceToHost, stream))
PT_CPU_DRIVER(cuMemcpyDtoDAsync, (CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream),
              cudaMemcpyAsync(PT_CPU_AT(dst), PT_CPU_AT(src), size, cudaMemcpyDeviceToDevice, stream))
PT_CPU_DRIVER(cuMemsetD8, (CUdeviceptr pointer, unsigned char value, size_t count),
              cudaMemset(PT_CPU_AT(pointer), value, count))
PT_CPU_DRIVER(cuMemsetD8Async, (CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream),
              cudaMemsetAsync(PT_CPU_AT(pointer), value, count, stream))

PT_CPU_DRIVER(cuStreamCreate, (CUstream *stream, unsigned int flags), cudaStreamCreateWithFlags(stream, flags))
PT_CPU_DRIVER(cuStreamCreateWithPriority, (CUstream *stream, unsigned int flags, int priority),
              cudaStreamCreateWithPriority(stream, flags, priority))
PT_CPU_DRIVER(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
              cudaStreamWaitEvent(stream, event, flags))
PT_CPU_DRIVER(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
PT_CPU_DRIVER(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
PT_CPU_DRIVER(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
PT_CPU_DRIVER(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *data),
              cudaLaunchHostFunc(stream, function, data))
PT_CPU_DRIVER(cuEventCreate, (CUevent *event, unsigned int flags), cudaEventCreateWithFlags(event, flags))
PT_CPU_DRIVER(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
PT_CPU_DRIVER(cuEventQuery, (CUevent event), cudaEventQuery(event))
PT_CPU_DRIVER(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
PT_CPU_DRIVER(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
PT_CPU_DRIVER(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end),
              cudaEventElapsedTime(milliseconds, start, end))

static inline CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
static inline CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }

#undef PT_CPU_AT
#undef PT_CPU_DRIVER

#endif
