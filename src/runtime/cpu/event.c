// Events: moments of a stream, with real times.
//
// In:  records and waits. Out: times, and dependencies between streams that are captured.
// Invariant: an event that was recorded outside captures has happened; one recorded in a captured stream stands for
//            that stream's last nodes, as long as the capture is under way.
#include "capture.h"

#include <stdlib.h>
#include <time.h>

struct CUevent_st {
    unsigned flags;
    bool recorded;
    struct timespec time;
    unsigned long long capture; // 0: none
    pt_api_nodes_t tail;
};

static pthread_mutex_t *const lock = &pt_api_capture_lock;

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || flags & ~known || ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    struct CUevent_st *created = calloc(1, sizeof *created);
    if (!created || !pt_api_handle_add(PT_API_EVENT, created)) {
        free(created);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    created->flags = flags;
    *event = created;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!pt_api_handle_remove(PT_API_EVENT, event))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    pt_api_nodes_clear(&event->tail);
    free(event);
    return cudaSuccess;
}

cudaError_t pt_api_event_happens(cudaEvent_t event)
{
    pthread_mutex_lock(lock);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    event->capture = 0;
    pt_api_nodes_clear(&event->tail);
    pthread_mutex_unlock(lock);
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t handle, unsigned int flags)
{
    struct CUstream_st *stream = pt_api_stream(handle);
    if (!stream || !pt_api_handle_is(PT_API_EVENT, event))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventRecordExternal)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (flags != cudaEventRecordExternal && !pt_cpu_on_device()) {
        pthread_mutex_lock(lock);
        pt_api_capture_t *capture = stream->capture;
        if (capture) {
            cudaError_t error = cudaSuccess;
            if (capture->invalidated) {
                error = cudaErrorStreamCaptureInvalidated;
            } else {
                event->capture = capture->identity;
                event->recorded = true;
                pt_api_nodes_clear(&event->tail);
                if (!pt_api_nodes_unite(&event->tail, &stream->tail))
                    error = cudaErrorMemoryAllocation;
            }
            pthread_mutex_unlock(lock);
            return pt_api_fail(error);
        }
        pthread_mutex_unlock(lock);
    }
    return pt_api_submit(handle, &(pt_api_operation_t){.kind = PT_API_RECORD, .event = event});
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int flags)
{
    struct CUstream_st *stream = pt_api_stream(handle);
    if (!stream || !pt_api_handle_is(PT_API_EVENT, event))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventWaitExternal)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (flags == cudaEventWaitExternal)
        return pt_api_submit(handle, &(pt_api_operation_t){.kind = PT_API_WAIT, .event = event});
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(lock);
    pt_api_capture_t *capture = event->capture ? pt_api_capture_of(event->capture) : NULL;
    if (stream->capture && stream->capture->invalidated) {
        error = cudaErrorStreamCaptureInvalidated;
    } else if (capture && (!stream->capture || stream->capture == capture)) {
        if (stream == pt_api_stream(cudaStreamLegacy)) {
            capture->invalidated = true;
            error = cudaErrorStreamCaptureImplicit;
        } else if (!stream->capture && !pt_api_capture_join(capture, stream)) {
            error = cudaErrorMemoryAllocation;
        } else if (!pt_api_nodes_unite(&stream->tail, &event->tail)) {
            error = cudaErrorMemoryAllocation;
        }
    } else if (capture) {
        capture->invalidated = stream->capture->invalidated = true;
        error = cudaErrorStreamCaptureMerge;
    } else if (stream->capture && event->recorded) {
        stream->capture->invalidated = true;
        error = cudaErrorStreamCaptureIsolation;
    }
    pthread_mutex_unlock(lock);
    return pt_api_fail(error);
}

// An event that happened, or was never recorded; anything else is an error.
static cudaError_t look(cudaEvent_t event, struct CUevent_st *copy)
{
    if (!pt_api_handle_is(PT_API_EVENT, event))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    PT_API_REFUSE_AFTER_FAILURE();
    pthread_mutex_lock(lock);
    *copy = *event;
    pthread_mutex_unlock(lock);
    return copy->capture ? pt_api_fail(cudaErrorCapturedEvent) : cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    struct CUevent_st copy;
    return look(event, &copy);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    struct CUevent_st copy;
    return look(event, &copy);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    struct CUevent_st from = {0}, to = {0};
    if (!milliseconds)
        return pt_api_fail(cudaErrorInvalidValue);
    cudaError_t error = look(start, &from);
    if (error == cudaSuccess)
        error = look(end, &to);
    if (error != cudaSuccess)
        return error;
    if (!from.recorded || !to.recorded || (from.flags | to.flags) & cudaEventDisableTiming)
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    *milliseconds = (float)((double)(to.time.tv_sec - from.time.tv_sec) * 1e3 +
                            (double)(to.time.tv_nsec - from.time.tv_nsec) * 1e-6);
    return cudaSuccess;
}
