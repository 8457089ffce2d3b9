// The device as the CUDA runtime API describes it.
//
// In:  pt_cpu_device(), the machine. Out: properties, attributes, limits.
// Invariant: one device, number 0. What is said about it is what the engine does; where a GPU has something that this
//            one has not (a bus, ECC, a second device), the answer is 0.
#include "api.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_device(int device)
{
    return device == 0;
}

// Ticks of clock64() are nanoseconds.
enum { clock_rate_khz = 1000000 };

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return pt_api_fail(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return pt_api_fail(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return pt_api_fail(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (!is_device(device))
        return pt_api_fail(cudaErrorInvalidDevice);
    return pt_api_fail(pt_api_sticky());
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags, (void)flags;
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    if (!devices || count < 0)
        return pt_api_fail(cudaErrorInvalidValue);
    for (int i = 0; i < count; i++)
        if (!is_device(devices[i]))
            return pt_api_fail(cudaErrorInvalidDevice);
    return cudaSuccess;
}

static atomic_uint device_flags = cudaDeviceMapHost;

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    if (flags & ~(unsigned)cudaDeviceMask)
        return pt_api_fail(cudaErrorInvalidValue);
    atomic_store(&device_flags, flags | cudaDeviceMapHost);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (!flags)
        return pt_api_fail(cudaErrorInvalidValue);
    *flags = atomic_load(&device_flags);
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties;
    return cudaGetDevice(device);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    if (!p)
        return pt_api_fail(cudaErrorInvalidValue);
    if (!is_device(device))
        return pt_api_fail(cudaErrorInvalidDevice);
    const pt_cpu_device_t *d = pt_cpu_device();
    size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    memset(p, 0, sizeof *p);
    strcpy(p->name, "ptcc CPU back end");
    memcpy(p->uuid.bytes, "ptcc CPU backend", 16);
    p->totalGlobalMem = total_bytes;
    p->sharedMemPerBlock = d->shared_bytes_per_block;
    p->sharedMemPerBlockOptin = d->shared_bytes_per_block_optin;
    p->sharedMemPerMultiprocessor = d->shared_bytes_per_multiprocessor;
    p->reservedSharedMemPerBlock = 0;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = clock_rate_khz;
    p->memoryClockRate = clock_rate_khz;
    p->memoryBusWidth = 64;
    p->totalConstMem = 65536;
    p->major = 9;
    p->minor = 0;
    p->textureAlignment = 512;
    p->texturePitchAlignment = 32;
    p->surfaceAlignment = 512;
    p->multiProcessorCount = (int)d->multiprocessors;
    p->maxThreadsPerMultiProcessor = (int)d->threads_per_multiprocessor;
    p->maxBlocksPerMultiProcessor = (int)d->groups_per_multiprocessor;
    p->integrated = 1;
    p->canMapHostMemory = 1;
    p->computeMode = cudaComputeModeDefault;
    p->maxTexture1D = p->maxTexture2D[0] = p->maxTexture2D[1] = 65536;
    p->maxTexture1DLinear = 1 << 27;
    p->maxSurface2D[0] = p->maxSurface2D[1] = 65536;
    p->concurrentKernels = 1;
    p->unifiedAddressing = 1;
    p->l2CacheSize = cache > 0 ? (int)cache : 1 << 20;
    p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->managedMemory = 1;
    p->hostNativeAtomicSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 2;
    p->pageableMemoryAccess = 1;
    p->concurrentManagedAccess = 1;
    p->canUseHostPointerForRegisteredMem = 1;
    p->cooperativeLaunch = 1;
    p->pageableMemoryAccessUsesHostPageTables = 1;
    p->directManagedMemAccessFromHost = 1;
    p->hostRegisterSupported = 1;
    p->memoryPoolsSupported = 1;
    p->hostRegisterReadOnlySupported = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    struct cudaDeviceProp p;
    if (!value)
        return pt_api_fail(cudaErrorInvalidValue);
    const cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess)
        return error;
    switch (attribute) {
#define IS(attribute, member) case attribute: *value = (int)p.member; return cudaSuccess
    IS(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock);
    IS(cudaDevAttrMaxBlockDimX, maxThreadsDim[0]);
    IS(cudaDevAttrMaxBlockDimY, maxThreadsDim[1]);
    IS(cudaDevAttrMaxBlockDimZ, maxThreadsDim[2]);
    IS(cudaDevAttrMaxGridDimX, maxGridSize[0]);
    IS(cudaDevAttrMaxGridDimY, maxGridSize[1]);
    IS(cudaDevAttrMaxGridDimZ, maxGridSize[2]);
    IS(cudaDevAttrMaxSharedMemoryPerBlock, sharedMemPerBlock);
    IS(cudaDevAttrTotalConstantMemory, totalConstMem);
    IS(cudaDevAttrWarpSize, warpSize);
    IS(cudaDevAttrMaxPitch, memPitch);
    IS(cudaDevAttrMaxRegistersPerBlock, regsPerBlock);
    IS(cudaDevAttrClockRate, clockRate);
    IS(cudaDevAttrTextureAlignment, textureAlignment);
    IS(cudaDevAttrMultiProcessorCount, multiProcessorCount);
    IS(cudaDevAttrIntegrated, integrated);
    IS(cudaDevAttrCanMapHostMemory, canMapHostMemory);
    IS(cudaDevAttrComputeMode, computeMode);
    IS(cudaDevAttrMaxTexture1DWidth, maxTexture1D);
    IS(cudaDevAttrMaxTexture2DWidth, maxTexture2D[0]);
    IS(cudaDevAttrMaxTexture2DHeight, maxTexture2D[1]);
    IS(cudaDevAttrMaxTexture1DLinearWidth, maxTexture1DLinear);
    IS(cudaDevAttrSurfaceAlignment, surfaceAlignment);
    IS(cudaDevAttrMaxSurface2DWidth, maxSurface2D[0]);
    IS(cudaDevAttrMaxSurface2DHeight, maxSurface2D[1]);
    IS(cudaDevAttrConcurrentKernels, concurrentKernels);
    IS(cudaDevAttrMemoryClockRate, memoryClockRate);
    IS(cudaDevAttrGlobalMemoryBusWidth, memoryBusWidth);
    IS(cudaDevAttrL2CacheSize, l2CacheSize);
    IS(cudaDevAttrMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor);
    IS(cudaDevAttrUnifiedAddressing, unifiedAddressing);
    IS(cudaDevAttrTexturePitchAlignment, texturePitchAlignment);
    IS(cudaDevAttrComputeCapabilityMajor, major);
    IS(cudaDevAttrComputeCapabilityMinor, minor);
    IS(cudaDevAttrStreamPrioritiesSupported, streamPrioritiesSupported);
    IS(cudaDevAttrGlobalL1CacheSupported, globalL1CacheSupported);
    IS(cudaDevAttrLocalL1CacheSupported, localL1CacheSupported);
    IS(cudaDevAttrMaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor);
    IS(cudaDevAttrMaxRegistersPerMultiprocessor, regsPerMultiprocessor);
    IS(cudaDevAttrManagedMemory, managedMemory);
    IS(cudaDevAttrHostNativeAtomicSupported, hostNativeAtomicSupported);
    IS(cudaDevAttrSingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio);
    IS(cudaDevAttrPageableMemoryAccess, pageableMemoryAccess);
    IS(cudaDevAttrConcurrentManagedAccess, concurrentManagedAccess);
    IS(cudaDevAttrCanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem);
    IS(cudaDevAttrCooperativeLaunch, cooperativeLaunch);
    IS(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin);
    IS(cudaDevAttrHostRegisterSupported, hostRegisterSupported);
    IS(cudaDevAttrMemoryPoolsSupported, memoryPoolsSupported);
    IS(cudaDevAttrHostRegisterReadOnlySupported, hostRegisterReadOnlySupported);
    IS(cudaDevAttrPageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables);
    IS(cudaDevAttrDirectManagedMemAccessFromHost, directManagedMemAccessFromHost);
    IS(cudaDevAttrMaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor);
    IS(cudaDevAttrReservedSharedMemoryPerBlock, reservedSharedMemPerBlock);
#undef IS
    default:
        break;
    }
    if ((int)attribute < 1 || attribute >= cudaDevAttrMax)
        return pt_api_fail(cudaErrorInvalidValue);
    *value = 0; // something that this device has not
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int length, int device)
{
    static const char none[] = "0000:00:00.0";
    if (!bus_id || length < (int)sizeof none)
        return pt_api_fail(cudaErrorInvalidValue);
    if (!is_device(device))
        return pt_api_fail(cudaErrorInvalidDevice);
    memcpy(bus_id, none, sizeof none);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id)
{
    if (!device || !bus_id)
        return pt_api_fail(cudaErrorInvalidValue);
    if (strcmp(bus_id, "0000:00:00.0") != 0)
        return pt_api_fail(cudaErrorInvalidDevice);
    *device = 0;
    return cudaSuccess;
}

// ---- peers, of which there are none

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return pt_api_fail(cudaErrorInvalidValue);
    if (!is_device(device) || !is_device(peer))
        return pt_api_fail(cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    (void)peer, (void)flags;
    return pt_api_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return pt_api_fail(is_device(peer) ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source, int destination)
{
    (void)attribute, (void)source, (void)destination;
    if (!value)
        return pt_api_fail(cudaErrorInvalidValue);
    return pt_api_fail(cudaErrorInvalidDevice);
}

// ---- limits and preferences: kept, and without effect

static struct {
    _Atomic size_t limit[cudaLimitPersistingL2CacheSize + 1];
    atomic_int cache, bank;
} settings = {.limit = {[cudaLimitStackSize] = 65536, [cudaLimitPrintfFifoSize] = 1 << 20,
                        [cudaLimitMallocHeapSize] = 8 << 20, [cudaLimitDevRuntimeSyncDepth] = 24,
                        [cudaLimitDevRuntimePendingLaunchCount] = 2048, [cudaLimitMaxL2FetchGranularity] = 64}};

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize)
        return pt_api_fail(cudaErrorUnsupportedLimit);
    atomic_store(&settings.limit[limit], value);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value)
        return pt_api_fail(cudaErrorInvalidValue);
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize)
        return pt_api_fail(cudaErrorUnsupportedLimit);
    *value = atomic_load(&settings.limit[limit]);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    if ((unsigned)config > cudaFuncCachePreferEqual)
        return pt_api_fail(cudaErrorInvalidValue);
    atomic_store(&settings.cache, (int)config);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    if (!config)
        return pt_api_fail(cudaErrorInvalidValue);
    *config = (enum cudaFuncCache)atomic_load(&settings.cache);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    if ((unsigned)config > cudaSharedMemBankSizeEightByte)
        return pt_api_fail(cudaErrorInvalidValue);
    atomic_store(&settings.bank, (int)config);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    if (!config)
        return pt_api_fail(cudaErrorInvalidValue);
    *config = (enum cudaSharedMemConfig)atomic_load(&settings.bank);
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess;
}

// ---- the process

static atomic_ullong contexts = 1;

unsigned long long pt_cpu_context(void) { return atomic_load(&contexts); }

cudaError_t cudaDeviceReset(void)
{
    const cudaError_t captured = pt_api_outside_captures();
    if (captured != cudaSuccess)
        return captured;
    pt_api_streams_reset();
    pt_api_memory_reset();
    pt_api_pools_reset();
    pt_api_arrays_reset();
    pt_api_errors_reset();
    atomic_fetch_add(&contexts, 1);
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

// There is no driver below.
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **pointer, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status)
{
    (void)flags;
    if (!symbol || !pointer)
        return pt_api_fail(cudaErrorInvalidValue);
    *pointer = NULL;
    if (status) {
        *status = cudaDriverEntryPointSymbolNotFound;
        return cudaSuccess;
    }
    return pt_api_fail(cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **pointer, unsigned int version,
                                             unsigned long long flags, enum cudaDriverEntryPointQueryResult *status)
{
    (void)version;
    return cudaGetDriverEntryPoint(symbol, pointer, flags, status);
}
