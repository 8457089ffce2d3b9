// The functions of the API that have a stream, for programs whose null stream is one for each host thread
// (CUDA_API_PER_THREAD_DEFAULT_STREAM; CUDA Runtime API reference, "Stream synchronization behavior").
//
// In:  the calls of such programs, under names with _ptsz, which cuda_runtime_api.h gives them. Out: the same calls
//      with cudaStreamPerThread in the place of the null stream.
// Invariant: what has no stream parameter and waits runs in that stream, too.
#include "api.h"

static cudaStream_t own(cudaStream_t stream)
{
    return stream ? stream : cudaStreamPerThread;
}

#define PER_THREAD(name, parameters, call)              \
    cudaError_t name##_ptsz parameters;                 \
    cudaError_t name##_ptsz parameters                  \
    {                                                   \
        return call;                                    \
    }

PER_THREAD(cudaStreamGetPriority, (cudaStream_t stream, int *priority), cudaStreamGetPriority(own(stream), priority))
PER_THREAD(cudaStreamGetFlags, (cudaStream_t stream, unsigned int *flags), cudaStreamGetFlags(own(stream), flags))
PER_THREAD(cudaStreamGetId, (cudaStream_t stream, unsigned long long *id), cudaStreamGetId(own(stream), id))
PER_THREAD(cudaStreamGetDevice, (cudaStream_t stream, int *device), cudaStreamGetDevice(own(stream), device))
PER_THREAD(cudaStreamSynchronize, (cudaStream_t stream), cudaStreamSynchronize(own(stream)))
PER_THREAD(cudaStreamQuery, (cudaStream_t stream), cudaStreamQuery(own(stream)))
PER_THREAD(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
           cudaStreamWaitEvent(own(stream), event, flags))
PER_THREAD(cudaStreamAddCallback, (cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags),
           cudaStreamAddCallback(own(stream), callback, data, flags))
PER_THREAD(cudaStreamAttachMemAsync, (cudaStream_t stream, void *pointer, size_t length, unsigned int flags),
           cudaStreamAttachMemAsync(own(stream), pointer, length, flags))
PER_THREAD(cudaStreamCopyAttributes, (cudaStream_t to, cudaStream_t from), cudaStreamCopyAttributes(own(to), own(from)))
PER_THREAD(cudaStreamGetAttribute, (cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value),
           cudaStreamGetAttribute(own(stream), attribute, value))
PER_THREAD(cudaStreamSetAttribute, (cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value),
           cudaStreamSetAttribute(own(stream), attribute, value))
PER_THREAD(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void *data),
           cudaLaunchHostFunc(own(stream), function, data))
PER_THREAD(cudaStreamBeginCapture, (cudaStream_t stream, enum cudaStreamCaptureMode mode),
           cudaStreamBeginCapture(own(stream), mode))
PER_THREAD(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), cudaStreamEndCapture(own(stream), graph))
PER_THREAD(cudaStreamIsCapturing, (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
           cudaStreamIsCapturing(own(stream), status))
PER_THREAD(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), cudaEventRecord(event, own(stream)))
PER_THREAD(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned int flags),
           cudaEventRecordWithFlags(event, own(stream), flags))
PER_THREAD(cudaLaunchKernel, (const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                              cudaStream_t stream),
           cudaLaunchKernel(function, grid, block, arguments, shared_bytes, own(stream)))
PER_THREAD(cudaLaunchCooperativeKernel, (const void *function, dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes, cudaStream_t stream),
           cudaLaunchCooperativeKernel(function, grid, block, arguments, shared_bytes, own(stream)))
PER_THREAD(cudaMallocAsync, (void **pointer, size_t size, cudaStream_t stream),
           cudaMallocAsync(pointer, size, own(stream)))
PER_THREAD(cudaMallocFromPoolAsync, (void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream),
           cudaMallocFromPoolAsync(pointer, size, pool, own(stream)))
PER_THREAD(cudaFreeAsync, (void *pointer, cudaStream_t stream), cudaFreeAsync(pointer, own(stream)))
PER_THREAD(cudaMemcpy, (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind),
           cudaMemcpyAsync(dst, src, count, kind, cudaStreamPerThread))
PER_THREAD(cudaMemcpyAsync, (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream),
           cudaMemcpyAsync(dst, src, count, kind, own(stream)))
PER_THREAD(cudaMemcpyPeer, (void *dst, int dst_device, const void *src, int src_device, size_t count),
           cudaMemcpyPeerAsync(dst, dst_device, src, src_device, count, cudaStreamPerThread))
PER_THREAD(cudaMemcpyPeerAsync, (void *dst, int dst_device, const void *src, int src_device, size_t count,
                                 cudaStream_t stream),
           cudaMemcpyPeerAsync(dst, dst_device, src, src_device, count, own(stream)))
PER_THREAD(cudaMemcpy2D, (void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height,
                          enum cudaMemcpyKind kind),
           cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, cudaStreamPerThread))
PER_THREAD(cudaMemcpy2DAsync, (void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                               size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
           cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, own(stream)))
PER_THREAD(cudaMemcpy3D, (const struct cudaMemcpy3DParms *parameters),
           cudaMemcpy3DAsync(parameters, cudaStreamPerThread))
PER_THREAD(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *parameters, cudaStream_t stream),
           cudaMemcpy3DAsync(parameters, own(stream)))
PER_THREAD(cudaMemset, (void *dst, int value, size_t count), cudaMemsetAsync(dst, value, count, cudaStreamPerThread))
PER_THREAD(cudaMemset2D, (void *dst, size_t pitch, int value, size_t width, size_t height),
           cudaMemset2DAsync(dst, pitch, value, width, height, cudaStreamPerThread))
PER_THREAD(cudaMemset3D, (struct cudaPitchedPtr dst, int value, struct cudaExtent extent),
           cudaMemset3DAsync(dst, value, extent, cudaStreamPerThread))
PER_THREAD(cudaMemsetAsync, (void *dst, int value, size_t count, cudaStream_t stream),
           cudaMemsetAsync(dst, value, count, own(stream)))
PER_THREAD(cudaMemset2DAsync, (void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
           cudaMemset2DAsync(dst, pitch, value, width, height, own(stream)))
PER_THREAD(cudaMemset3DAsync, (struct cudaPitchedPtr dst, int value, struct cudaExtent extent, cudaStream_t stream),
           cudaMemset3DAsync(dst, value, extent, own(stream)))
PER_THREAD(cudaMemcpy2DToArray, (cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t src_pitch,
                                 size_t width, size_t height, enum cudaMemcpyKind kind),
           cudaMemcpy2DToArrayAsync(dst, w_offset, h_offset, src, src_pitch, width, height, kind, cudaStreamPerThread))
PER_THREAD(cudaMemcpy2DToArrayAsync, (cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src,
                                      size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                                      cudaStream_t stream),
           cudaMemcpy2DToArrayAsync(dst, w_offset, h_offset, src, src_pitch, width, height, kind, own(stream)))
PER_THREAD(cudaMemcpy2DFromArray, (void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset, size_t h_offset,
                                   size_t width, size_t height, enum cudaMemcpyKind kind),
           cudaMemcpy2DFromArrayAsync(dst, dst_pitch, src, w_offset, h_offset, width, height, kind,
                                      cudaStreamPerThread))
PER_THREAD(cudaMemcpy2DFromArrayAsync, (void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset,
                                        size_t h_offset, size_t width, size_t height, enum cudaMemcpyKind kind,
                                        cudaStream_t stream),
           cudaMemcpy2DFromArrayAsync(dst, dst_pitch, src, w_offset, h_offset, width, height, kind, own(stream)))
PER_THREAD(cudaMemcpyToArray, (cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                               enum cudaMemcpyKind kind),
           cudaMemcpyToArrayAsync(dst, w_offset, h_offset, src, count, kind, cudaStreamPerThread))
PER_THREAD(cudaMemcpyToArrayAsync, (cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                                    enum cudaMemcpyKind kind, cudaStream_t stream),
           cudaMemcpyToArrayAsync(dst, w_offset, h_offset, src, count, kind, own(stream)))
PER_THREAD(cudaMemcpyFromArray, (void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                 enum cudaMemcpyKind kind),
           cudaMemcpyFromArrayAsync(dst, src, w_offset, h_offset, count, kind, cudaStreamPerThread))
PER_THREAD(cudaMemcpyFromArrayAsync, (void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                      enum cudaMemcpyKind kind, cudaStream_t stream),
           cudaMemcpyFromArrayAsync(dst, src, w_offset, h_offset, count, kind, own(stream)))
PER_THREAD(cudaGraphUpload, (cudaGraphExec_t exec, cudaStream_t stream), cudaGraphUpload(exec, own(stream)))
PER_THREAD(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream), cudaGraphLaunch(exec, own(stream)))
PER_THREAD(pt_cpu_memory_hint, (const void *pointer, size_t count, cudaStream_t stream),
           pt_cpu_memory_hint(pointer, count, own(stream)))

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *function, void **arguments);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *function, void **arguments)
{
    if (!config)
        return pt_api_fail(cudaErrorInvalidValue);
    cudaLaunchConfig_t own_config = *config;
    own_config.stream = own(config->stream);
    return cudaLaunchKernelExC(&own_config, function, arguments);
}
