// Streams, and their capture into graphs: where operations are done, or recorded.
//
// In:  operations, and the stream that they are for. Out: their effects, or nodes of a graph.
// Invariant: outside captures every stream is always idle. A call that must not happen while a stream is captured ends
//            that capture: it stays invalidated until cudaStreamEndCapture.
#include "capture.h"

#include <stdlib.h>
#include <string.h>

pthread_mutex_t pt_api_capture_lock = PTHREAD_MUTEX_INITIALIZER;

static pt_api_capture_t *captures;       // all under way
static atomic_uint captures_under_way;   // their number: most calls need not look further
static unsigned long long identities = 8;
static struct CUstream_st *streams;
static struct CUstream_st legacy = {.identity = 1};
static _Thread_local struct CUstream_st per_thread = {.identity = 2};
static _Thread_local enum cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

struct CUstream_st *pt_api_stream(cudaStream_t handle)
{
    if (!handle || handle == cudaStreamLegacy)
        return &legacy;
    if (handle == cudaStreamPerThread)
        return &per_thread;
    return pt_api_handle_is(PT_API_STREAM, handle) ? handle : NULL;
}

// ---- captures

pt_api_capture_t *pt_api_capture_of(unsigned long long identity)
{
    for (pt_api_capture_t *c = captures; c; c = c->next)
        if (c->identity == identity)
            return c;
    return NULL;
}

bool pt_api_capture_join(pt_api_capture_t *capture, struct CUstream_st *stream)
{
    struct CUstream_st **grown = realloc(capture->streams, (capture->stream_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    capture->streams = grown;
    grown[capture->stream_count++] = stream;
    stream->capture = capture;
    return true;
}

static void leave_capture(struct CUstream_st *stream)
{
    pt_api_capture_t *capture = stream->capture;
    for (size_t i = 0; i < capture->stream_count; i++)
        if (capture->streams[i] == stream)
            capture->streams[i--] = capture->streams[--capture->stream_count];
    stream->capture = NULL;
    pt_api_nodes_clear(&stream->tail);
}

// The graph stays with the caller.
static struct CUgraph_st *end_capture(pt_api_capture_t *capture)
{
    while (capture->stream_count)
        leave_capture(capture->streams[capture->stream_count - 1]);
    for (pt_api_capture_t **c = &captures; *c; c = &(*c)->next)
        if (*c == capture) {
            *c = capture->next;
            break;
        }
    struct CUgraph_st *graph = capture->graph;
    free(capture->streams);
    free(capture);
    atomic_fetch_sub(&captures_under_way, 1);
    return graph;
}

cudaError_t pt_api_outside_captures(void)
{
    if (atomic_load(&captures_under_way) == 0 || mode_of_thread == cudaStreamCaptureModeRelaxed || pt_cpu_on_device())
        return cudaSuccess;
    bool refused = false;
    pthread_mutex_lock(&pt_api_capture_lock);
    for (pt_api_capture_t *c = captures; c; c = c->next) {
        const bool own = pthread_equal(c->thread, pthread_self()) && c->mode != cudaStreamCaptureModeRelaxed;
        if (own || (mode_of_thread == cudaStreamCaptureModeGlobal && c->mode == cudaStreamCaptureModeGlobal))
            refused = c->invalidated = true;
    }
    pthread_mutex_unlock(&pt_api_capture_lock);
    return refused ? pt_api_fail(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

// The legacy stream waits for every blocking stream, which a captured one cannot be waited for.
static cudaError_t legacy_stream_used(void)
{
    cudaError_t error = cudaSuccess;
    for (pt_api_capture_t *c = captures; c; c = c->next)
        for (size_t i = 0; i < c->stream_count; i++)
            if (!(c->streams[i]->flags & cudaStreamNonBlocking) && !c->invalidated) {
                c->invalidated = true;
                error = cudaErrorStreamCaptureImplicit;
            }
    return error;
}

static cudaError_t record(struct CUstream_st *stream, const pt_api_operation_t *operation)
{
    pt_api_capture_t *capture = stream->capture;
    if (capture->invalidated)
        return cudaErrorStreamCaptureInvalidated;
    struct CUgraphNode_st *node = pt_api_graph_append(capture->graph, operation, &stream->tail);
    if (!node)
        return cudaErrorMemoryAllocation;
    pt_api_nodes_clear(&stream->tail);
    return pt_api_nodes_add(&stream->tail, node) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t pt_api_submit(cudaStream_t handle, const pt_api_operation_t *operation)
{
    PT_API_REFUSE_AFTER_FAILURE();
    if (!pt_cpu_on_device()) {
        struct CUstream_st *stream = pt_api_stream(handle);
        if (!stream)
            return pt_api_fail(cudaErrorInvalidResourceHandle);
        if (operation->kind == PT_API_KERNEL) {
            const cudaError_t error = pt_api_check_launch(operation);
            if (error != cudaSuccess)
                return pt_api_fail(error);
        }
        if (atomic_load(&captures_under_way) != 0) {
            pthread_mutex_lock(&pt_api_capture_lock);
            const bool captured = stream->capture != NULL;
            const cudaError_t error = captured            ? record(stream, operation)
                                      : stream == &legacy ? legacy_stream_used()
                                                          : cudaSuccess;
            pthread_mutex_unlock(&pt_api_capture_lock);
            if (captured || error != cudaSuccess)
                return pt_api_fail(error);
        }
    } else if (operation->kind == PT_API_KERNEL) {
        const cudaError_t error = pt_api_check_launch(operation);
        if (error != cudaSuccess)
            return pt_api_fail(error);
    }
    return pt_api_fail(pt_api_execute(operation));
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
    PT_API_REFUSE_AFTER_FAILURE();
    struct CUstream_st *stream = pt_api_stream(handle);
    if (!stream)
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    if (stream == &legacy)
        return pt_api_fail(cudaErrorStreamCaptureUnsupported);
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return pt_api_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&pt_api_capture_lock);
    if (stream->capture) {
        error = cudaErrorIllegalState;
    } else {
        pt_api_capture_t *capture = calloc(1, sizeof *capture);
        struct CUgraph_st *graph = pt_api_graph_create();
        if (capture && graph && pt_api_capture_join(capture, stream)) {
            capture->graph = graph;
            capture->origin = stream;
            capture->mode = mode;
            capture->thread = pthread_self();
            capture->identity = ++identities;
            capture->next = captures;
            captures = capture;
            atomic_fetch_add(&captures_under_way, 1);
        } else {
            free(capture);
            if (graph)
                pt_api_graph_free(graph);
            error = cudaErrorMemoryAllocation;
        }
    }
    pthread_mutex_unlock(&pt_api_capture_lock);
    return pt_api_fail(error);
}

// Work of a stream that joined the capture, which the origin does not wait for.
static bool unjoined(const pt_api_capture_t *capture)
{
    for (size_t i = 0; i < capture->graph->nodes.count; i++) {
        struct CUgraphNode_st *node = capture->graph->nodes.nodes[i];
        bool in_tail = false;
        for (size_t k = 0; k < capture->origin->tail.count; k++)
            in_tail |= capture->origin->tail.nodes[k] == node;
        if (node->dependents == 0 && !in_tail)
            return true;
    }
    return false;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
    PT_API_REFUSE_AFTER_FAILURE();
    struct CUstream_st *stream = pt_api_stream(handle);
    if (!stream)
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    if (!graph)
        return pt_api_fail(cudaErrorInvalidValue);
    *graph = NULL;
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&pt_api_capture_lock);
    pt_api_capture_t *capture = stream->capture;
    if (!capture) {
        error = cudaErrorIllegalState;
    } else if (capture->origin != stream) {
        capture->invalidated = true;
        error = cudaErrorStreamCaptureUnmatched;
    } else if (capture->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(capture->thread, pthread_self())) {
        error = cudaErrorStreamCaptureWrongThread;
    } else {
        if (capture->invalidated)
            error = cudaErrorStreamCaptureInvalidated;
        else if (unjoined(capture))
            error = cudaErrorStreamCaptureUnjoined;
        struct CUgraph_st *captured = end_capture(capture);
        if (error == cudaSuccess)
            *graph = captured;
        else
            pt_api_graph_free(captured);
    }
    pthread_mutex_unlock(&pt_api_capture_lock);
    return pt_api_fail(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status)
{
    struct CUstream_st *stream = pt_api_stream(handle);
    if (!status)
        return pt_api_fail(cudaErrorInvalidValue);
    if (!stream)
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    *status = cudaStreamCaptureStatusNone;
    if (atomic_load(&captures_under_way) == 0)
        return cudaSuccess;
    pthread_mutex_lock(&pt_api_capture_lock);
    cudaError_t error = cudaSuccess;
    if (stream->capture)
        *status = stream->capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    else if (stream == &legacy)
        error = legacy_stream_used();
    pthread_mutex_unlock(&pt_api_capture_lock);
    return pt_api_fail(error);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return pt_api_fail(cudaErrorInvalidValue);
    const enum cudaStreamCaptureMode old = mode_of_thread;
    mode_of_thread = *mode;
    *mode = old;
    return cudaSuccess;
}

// ---- streams

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    if (!stream || flags > cudaStreamNonBlocking)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    struct CUstream_st *created = calloc(1, sizeof *created);
    if (!created || !pt_api_handle_add(PT_API_STREAM, created)) {
        free(created);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    created->flags = flags;
    created->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    pthread_mutex_lock(&pt_api_capture_lock);
    created->identity = ++identities;
    created->next = streams;
    streams = created;
    pthread_mutex_unlock(&pt_api_capture_lock);
    *stream = created;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

// Also ends the capture that the stream takes part in.
static void destroy(struct CUstream_st *stream)
{
    if (stream->capture) {
        pt_api_capture_t *capture = stream->capture;
        if (capture->origin == stream) {
            pt_api_graph_free(end_capture(capture));
        } else {
            capture->invalidated = true;
            leave_capture(stream);
        }
    }
    for (struct CUstream_st **s = &streams; *s; s = &(*s)->next)
        if (*s == stream) {
            *s = stream->next;
            break;
        }
    free(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!pt_api_handle_remove(PT_API_STREAM, stream))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    pthread_mutex_lock(&pt_api_capture_lock);
    destroy(stream);
    pthread_mutex_unlock(&pt_api_capture_lock);
    return cudaSuccess;
}

void pt_api_streams_reset(void)
{
    pthread_mutex_lock(&pt_api_capture_lock);
    while (streams) {
        pt_api_handle_remove(PT_API_STREAM, streams);
        destroy(streams);
    }
    pthread_mutex_unlock(&pt_api_capture_lock);
}

#define STREAM_OR_FAIL(stream, handle)                                  \
    struct CUstream_st *stream = pt_api_stream(handle);                 \
    if (!stream)                                                        \
    return pt_api_fail(cudaErrorInvalidResourceHandle)

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority)
{
    STREAM_OR_FAIL(stream, handle);
    *priority = stream->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int *flags)
{
    STREAM_OR_FAIL(stream, handle);
    *flags = stream->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long *id)
{
    STREAM_OR_FAIL(stream, handle);
    *id = stream->identity;
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device)
{
    STREAM_OR_FAIL(stream, handle);
    *device = 0;
    return cudaSuccess;
}

// Waiting for, or asking about, work that is only being recorded.
static cudaError_t idle(cudaStream_t handle)
{
    STREAM_OR_FAIL(stream, handle);
    PT_API_REFUSE_AFTER_FAILURE();
    if (atomic_load(&captures_under_way) == 0)
        return cudaSuccess;
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&pt_api_capture_lock);
    if (stream->capture) {
        stream->capture->invalidated = true;
        error = cudaErrorStreamCaptureUnsupported;
    } else if (stream == &legacy) {
        error = legacy_stream_used();
    }
    pthread_mutex_unlock(&pt_api_capture_lock);
    return pt_api_fail(error);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return idle(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return idle(stream);
}

cudaError_t cudaDeviceSynchronize(void)
{
    PT_API_REFUSE_AFTER_FAILURE();
    return pt_api_outside_captures();
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    if (!function)
        return pt_api_fail(cudaErrorInvalidValue);
    return pt_api_submit(stream,
                         &(pt_api_operation_t){.kind = PT_API_HOST, .host = {.function = function, .data = data}});
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void *data, unsigned int flags)
{
    if (!callback || flags != 0)
        return pt_api_fail(cudaErrorInvalidValue);
    const cudaError_t error = idle(handle); // a callback cannot be recorded
    if (error != cudaSuccess)
        return error;
    callback(handle, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void *pointer, size_t length, unsigned int flags)
{
    STREAM_OR_FAIL(stream, handle);
    (void)length, (void)flags;
    return pointer ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    STREAM_OR_FAIL(target, to);
    STREAM_OR_FAIL(source, from);
    target->priority = source->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute, cudaStreamAttrValue *value)
{
    STREAM_OR_FAIL(stream, handle);
    memset(value, 0, sizeof *value);
    if (attribute == cudaLaunchAttributePriority)
        value->priority = stream->priority;
    else if (attribute == cudaLaunchAttributeSynchronizationPolicy)
        value->syncPolicy = cudaSyncPolicyAuto;
    return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
{
    STREAM_OR_FAIL(stream, handle);
    if (attribute == cudaLaunchAttributePriority)
        stream->priority = value->priority;
    return cudaSuccess;
}
