// The CUDA runtime API (CUDA Runtime API reference), with the C++ forms that take a typed pointer, symbol or kernel.
// What CUDA 13 changed and what it removed is declared both ways, so that code for CUDA 8 to 13 parses.
#ifndef PTCC_SHIM_CUDA_RUNTIME_API_H
#define PTCC_SHIM_CUDA_RUNTIME_API_H

#include "driver_types.h"

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
#ifndef __CUDART_API_VERSION
#define __CUDART_API_VERSION CUDART_VERSION
#endif

#define PT_SHIM_BOTH __host__ __device__ // callable in device code too (dynamic parallelism)

extern "C" {
// Errors, version
PT_SHIM_BOTH cudaError_t cudaGetLastError(void);
PT_SHIM_BOTH cudaError_t cudaPeekAtLastError(void);
PT_SHIM_BOTH const char *cudaGetErrorName(cudaError_t error);
PT_SHIM_BOTH const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaDriverGetVersion(int *version);
PT_SHIM_BOTH cudaError_t cudaRuntimeGetVersion(int *version);

// Device
cudaError_t cudaDeviceReset(void);
PT_SHIM_BOTH cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
PT_SHIM_BOTH cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const struct cudaChannelFormatDesc *format, int device);
PT_SHIM_BOTH cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
PT_SHIM_BOTH cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id);
cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int length, int device);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget, enum cudaFlushGPUDirectRDMAWritesScope);
PT_SHIM_BOTH cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
PT_SHIM_BOTH cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *attributes, int device, int flags);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source, int destination);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetDevice(int device);
PT_SHIM_BOTH cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Streams
cudaError_t cudaStreamCreate(cudaStream_t *stream);
PT_SHIM_BOTH cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value);
PT_SHIM_BOTH cudaError_t cudaStreamDestroy(cudaStream_t stream);
PT_SHIM_BOTH cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);

// Events
PT_SHIM_BOTH cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
PT_SHIM_BOTH cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
PT_SHIM_BOTH cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

// External memory, semaphores, graphics
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *handle);
cudaError_t cudaExternalMemoryGetMappedBuffer(void **pointer, cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *buffer);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *mipmap, cudaExternalMemory_t memory, const struct cudaExternalMemoryMipmappedArrayDesc *desc);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore, const struct cudaExternalSemaphoreHandleDesc *handle);
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores, const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count, cudaStream_t stream = 0);
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores, const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count, cudaStream_t stream = 0);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int index, unsigned int level);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *mipmap, cudaGraphicsResource_t resource);

// Launches
PT_SHIM_LAUNCH cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes, cudaStream_t stream);
PT_SHIM_LAUNCH cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments);
PT_SHIM_LAUNCH cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes, cudaStream_t stream);
PT_SHIM_LAUNCH cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list, unsigned int count, unsigned int flags = 0);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
PT_SHIM_BOTH cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetName(const char **name, const void *function);
cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size);
cudaError_t cudaSetDoubleForDevice(double *value);
cudaError_t cudaSetDoubleForHost(double *value);
PT_SHIM_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size, size_t shared_bytes);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int block_size);
PT_SHIM_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int block_size, size_t shared_bytes, unsigned int flags);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function, const cudaLaunchConfig_t *config);
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function, const cudaLaunchConfig_t *config);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function);

// Memory
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal);
PT_SHIM_BOTH cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height = 0, unsigned int flags = 0);
PT_SHIM_BOTH cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int levels, unsigned int flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned int level);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p);
PT_SHIM_BOTH cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream = 0);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array);
cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count);
cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t w_dst, size_t h_dst, cudaArray_const_t src, size_t w_src, size_t h_src, size_t width, size_t height, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
PT_SHIM_BOTH cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count, cudaStream_t stream = 0);
PT_SHIM_BOTH cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *dst, int value, size_t count);
cudaError_t cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset3D(struct cudaPitchedPtr dst, int value, struct cudaExtent extent);
PT_SHIM_BOTH cudaError_t cudaMemsetAsync(void *dst, int value, size_t count, cudaStream_t stream = 0);
PT_SHIM_BOTH cudaError_t cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
PT_SHIM_BOTH cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr dst, int value, struct cudaExtent extent, cudaStream_t stream = 0);
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size, enum cudaMemRangeAttribute attribute, const void *pointer, size_t count);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes, size_t attributes_count, const void *pointer, size_t count);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *pointer);
cudaError_t cudaMemPoolImportPointer(void **pointer, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

// Textures and surfaces
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t surface);

// Graphs
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute, cudaKernelNodeAttrValue *value);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute, const cudaKernelNodeAttrValue *value);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t dependencies_count, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *parameters);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaGraph_t child);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, struct cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, void *pointer);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *parameters);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
PT_SHIM_BOTH cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned int count, unsigned int flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count = 1);
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count = 1);
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count = 1, unsigned int flags = 0);
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned int value = 0, unsigned int flags = 0);
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **pointer, unsigned int version, unsigned long long flags, enum cudaDriverEntryPointQueryResult *status = 0);

// What <<<>>> becomes: clang asks for the first with a toolkit, for the second without one.
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, struct CUstream_st *stream = 0);
unsigned int __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0);
} // extern "C"

// Changed between CUDA 12 and 13
cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice, struct cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream = 0);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *error_node, char *log, size_t log_size);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node, enum cudaGraphExecUpdateResult *result);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, cudaGraphEdgeData *edges, size_t *count);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, struct cudaGraphNodeParams *parameters);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *parameters);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges, size_t *count);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count, unsigned int flags = 0);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count, unsigned int flags = 0);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count, enum cudaStreamCaptureMode mode);
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **pointer, unsigned long long flags, enum cudaDriverEntryPointQueryResult *status = 0);
cudaError_t cudaProfilerInitialize(const char *config, const char *output, cudaOutputMode_t mode);

// In device code only
__device__ void cudaTriggerProgrammaticLaunchCompletion(void);
__device__ void cudaGridDependencySynchronize(void);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
__device__ cudaGraphExec_t cudaGetCurrentGraphExec(void);
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ void *cudaGetParameterBufferV2(void *function, dim3 grid, dim3 block, unsigned int shared_bytes);
PT_SHIM_LAUNCH __device__ cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid, dim3 block, unsigned int shared_bytes, cudaStream_t stream);

// C++ forms
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = cudaEventDefault);
struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize);
struct cudaPos make_cudaPos(size_t x, size_t y, size_t z);
struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
template <class T> struct cudaChannelFormatDesc cudaCreateChannelDesc();
struct cudaChannelFormatDesc cudaCreateChannelDescHalf();
template <class T> PT_SHIM_BOTH cudaError_t cudaMalloc(T **pointer, size_t size);
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0);
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height);
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags);
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags);
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream);
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
template <class T> cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
template <class T> cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t length = 0, unsigned int flags = cudaMemAttachSingle);
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0);
template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol);
template <class T, class S> cudaError_t cudaGetSymbolAddress(T **pointer, const S &symbol);
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol);
template <class T> cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t dependencies_count, const T &symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind);
template <class T> cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t dependencies_count, void *dst, const T &symbol, size_t count, size_t offset, enum cudaMemcpyKind kind);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config);
template <class T> cudaError_t cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config);
template <class T> cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value);
template <class T> cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function);
template <class T> cudaError_t cudaFuncGetName(const char **name, T *function);
template <class T> cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *function);
template <class T> cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *symbol);
template <class T> PT_SHIM_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function, int block_size, size_t shared_bytes);
template <class T> PT_SHIM_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int block_size, size_t shared_bytes, unsigned int flags);
template <class T> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function, int blocks, int block_size);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid_size, int *block_size, T function, size_t shared_bytes = 0, int limit = 0);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid_size, int *block_size, T function, size_t shared_bytes = 0, int limit = 0, unsigned int flags = 0);
template <class F, class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid_size, int *block_size, T function, F shared_bytes_of, int limit = 0);
template <class F, class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid_size, int *block_size, T function, F shared_bytes_of, int limit = 0, unsigned int flags = 0);
template <class T> cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *function, const cudaLaunchConfig_t *config);
template <class T> cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *function, const cudaLaunchConfig_t *config);
template <class T> PT_SHIM_LAUNCH cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0, cudaStream_t stream = 0);
template <class T> PT_SHIM_LAUNCH cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0, cudaStream_t stream = 0);
template <class... P, class... A> PT_SHIM_LAUNCH cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments);
template <class... A> PT_SHIM_LAUNCH cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, cudaKernel_t kernel, A &&...arguments);

// Texture references, gone since CUDA 12
template <class T, int dimensions, enum cudaTextureReadMode mode> struct texture;
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &reference, const void *pointer, const struct cudaChannelFormatDesc &desc, size_t size = 0xffffffff);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &reference, const void *pointer, size_t size = 0xffffffff);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &reference, const void *pointer, const struct cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &reference, const void *pointer, size_t width, size_t height, size_t pitch);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTextureToArray(const texture<T, d, m> &reference, cudaArray_const_t array);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaBindTextureToArray(const texture<T, d, m> &reference, cudaArray_const_t array, const struct cudaChannelFormatDesc &desc);
template <class T, int d, enum cudaTextureReadMode m> cudaError_t cudaUnbindTexture(const texture<T, d, m> &reference);
template <class T> cudaError_t cudaBindSurfaceToArray(const T &reference, cudaArray_const_t array);

#endif
