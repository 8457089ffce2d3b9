// The CUDA runtime API (CUDA Runtime API reference), carried out by libptcpu on the host's processors.
//
// In:  what programs ask of CUDA. Out: the same, done when the call returns; errors by CUDA's codes.
// Invariant: everything may be called from any host thread. Functions that CUDA has and this header has not are not
//            supported: a program that calls one does not compile. The C++ forms are in cuda_runtime.h.
#ifndef PT_CPU_CUDA_RUNTIME_API_H
#define PT_CPU_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ // CUDA's own guard, which programs ask for

#include "driver_types.h"

#define CUDART_VERSION PT_CPU_CUDA_VERSION
#define __CUDART_API_VERSION CUDART_VERSION

// The null stream is one for each host thread where a program is compiled so: other functions (per_thread.c) bear the
// names then.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define PT_CPU_STREAM(name) __asm__(#name "_ptsz")
#define PT_CPU_DEFAULT_STREAM cudaStreamPerThread
#else
#define PT_CPU_STREAM(name)
#define PT_CPU_DEFAULT_STREAM cudaStreamLegacy
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Errors, versions
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

// The device, of which there is one
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source, int destination);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **pointer, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status PT_CPU_DEFAULT(NULL));
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **pointer, unsigned int version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status PT_CPU_DEFAULT(NULL));

// Streams
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) PT_CPU_STREAM(cudaStreamGetPriority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) PT_CPU_STREAM(cudaStreamGetFlags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) PT_CPU_STREAM(cudaStreamGetId);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) PT_CPU_STREAM(cudaStreamGetDevice);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream) PT_CPU_STREAM(cudaStreamSynchronize);
cudaError_t cudaStreamQuery(cudaStream_t stream) PT_CPU_STREAM(cudaStreamQuery);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags PT_CPU_DEFAULT(0))
    PT_CPU_STREAM(cudaStreamWaitEvent);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags)
    PT_CPU_STREAM(cudaStreamAddCallback);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length PT_CPU_DEFAULT(0),
                                     unsigned int flags PT_CPU_DEFAULT(cudaMemAttachSingle))
    PT_CPU_STREAM(cudaStreamAttachMemAsync);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) PT_CPU_STREAM(cudaStreamCopyAttributes);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value)
    PT_CPU_STREAM(cudaStreamGetAttribute);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
    PT_CPU_STREAM(cudaStreamSetAttribute);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
    PT_CPU_STREAM(cudaLaunchHostFunc);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
    PT_CPU_STREAM(cudaStreamBeginCapture);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) PT_CPU_STREAM(cudaStreamEndCapture);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
    PT_CPU_STREAM(cudaStreamIsCapturing);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

// Events
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaEventRecord);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream PT_CPU_DEFAULT(NULL),
                                     unsigned int flags PT_CPU_DEFAULT(0)) PT_CPU_STREAM(cudaEventRecordWithFlags);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

// Launches. Functions are known by the address that C++ has for them, once something typed has named them.
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes PT_CPU_DEFAULT(0), cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaLaunchKernel);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments)
    PT_CPU_STREAM(cudaLaunchKernelExC);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes PT_CPU_DEFAULT(0),
                                        cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaLaunchCooperativeKernel);
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetName(const char **name, const void *function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size,
                                                          size_t shared_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int block_size,
                                                                   size_t shared_bytes, unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int block_size);

// Memory
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags PT_CPU_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) PT_CPU_STREAM(cudaMallocAsync);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
    PT_CPU_STREAM(cudaMallocFromPoolAsync);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) PT_CPU_STREAM(cudaFreeAsync);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind) PT_CPU_STREAM(cudaMemcpy);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaMemcpyAsync);
cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
    PT_CPU_STREAM(cudaMemcpyPeer);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaMemcpyPeerAsync);
cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind) PT_CPU_STREAM(cudaMemcpy2D);
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemcpy2DAsync);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) PT_CPU_STREAM(cudaMemcpy3D);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemcpy3DAsync);
cudaError_t cudaMemset(void *dst, int value, size_t count) PT_CPU_STREAM(cudaMemset);
cudaError_t cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height) PT_CPU_STREAM(cudaMemset2D);
cudaError_t cudaMemset3D(struct cudaPitchedPtr dst, int value, struct cudaExtent extent) PT_CPU_STREAM(cudaMemset3D);
cudaError_t cudaMemsetAsync(void *dst, int value, size_t count, cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemsetAsync);
cudaError_t cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaMemset2DAsync);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr dst, int value, struct cudaExtent extent,
                              cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaMemset3DAsync);

// Arrays, textures, surfaces
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height PT_CPU_DEFAULT(0), unsigned int flags PT_CPU_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags PT_CPU_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t src_pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
    PT_CPU_STREAM(cudaMemcpy2DToArray);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src,
                                     size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream PT_CPU_DEFAULT(NULL)) PT_CPU_STREAM(cudaMemcpy2DToArrayAsync);
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset, size_t h_offset,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
    PT_CPU_STREAM(cudaMemcpy2DFromArray);
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset,
                                       size_t h_offset, size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemcpy2DFromArrayAsync);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t w_dst, size_t h_dst, cudaArray_const_t src, size_t w_src,
                                     size_t h_src, size_t width, size_t height,
                                     enum cudaMemcpyKind kind PT_CPU_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                              enum cudaMemcpyKind kind) PT_CPU_STREAM(cudaMemcpyToArray);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemcpyToArrayAsync);
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                enum cudaMemcpyKind kind) PT_CPU_STREAM(cudaMemcpyFromArray);
cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream PT_CPU_DEFAULT(NULL))
    PT_CPU_STREAM(cudaMemcpyFromArrayAsync);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t surface);

// Graphs
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t dependencies_count, void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                        size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                      size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t count);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags PT_CPU_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *parameters);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) PT_CPU_STREAM(cudaGraphUpload);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) PT_CPU_STREAM(cudaGraphLaunch);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *src,
                                               size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *parameters);

// ---- not CUDA's: what the headers stand on

struct pt_cpu_kernel;

// The record of a kernel, made at the first call for each function; later ones may bring its launch bound. NULL: no
// memory.
struct pt_cpu_kernel *pt_cpu_kernel_record(const void *function,
                                           void (*call)(const void *function, void *const *arguments),
                                           const uint32_t *parameter_bytes, uint32_t parameters, uint32_t flags,
                                           const char *name, uint32_t max_threads);

// cudaMemAdvise, cudaMemPrefetchAsync
cudaError_t pt_cpu_memory_hint(const void *pointer, size_t count, cudaStream_t stream)
    PT_CPU_STREAM(pt_cpu_memory_hint);

// cudaGraphExecUpdate
cudaError_t pt_cpu_graph_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);

// The value becomes the last error, and comes back.
cudaError_t pt_cpu_set_last_error(cudaError_t error);

// A failed assert: ends the launch in device code, the program in host code.
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void pt_cpu_assert_failed(const char *expression, const char *file, unsigned line, const char *function);

#ifdef __cplusplus
}
#endif

#endif
