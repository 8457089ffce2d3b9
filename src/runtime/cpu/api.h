// What the files of the CUDA runtime API share: errors, handles, operations on streams.
//
// In:  calls of a program that was written for CUDA's runtime. Out: their effects, here and now.
// Invariant: an operation is done when the call that asked for it returns (CUDA allows a stream to be that fast), or
//            it is recorded in the graph that its stream is captured into. Errors are per host thread; one that ended
//            a launch stays for the process (CUDA's sticky errors), until cudaDeviceReset.
#ifndef PT_CPU_API_H
#define PT_CPU_API_H

#include <pt/cpu/engine.h>

#include <cuda_runtime_api.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// ---- error.c

cudaError_t pt_api_fail(cudaError_t error);   // remembers it as the thread's last error, gives it back
cudaError_t pt_api_sticky(void);              // cudaSuccess, or what ended a launch
void pt_api_launch_ended(cudaError_t by);     // a launch failed: sticky from now on
void pt_api_errors_reset(void);

// Refuses the call when a launch of the process has failed.
#define PT_API_REFUSE_AFTER_FAILURE()                   \
    do {                                                \
        if (pt_api_sticky() != cudaSuccess)             \
            return pt_api_fail(pt_api_sticky());        \
    } while (0)

// ---- handle.c: which addresses are live objects of which kind

typedef enum pt_api_kind {
    PT_API_STREAM = 1,
    PT_API_EVENT,
    PT_API_GRAPH,
    PT_API_NODE,
    PT_API_EXEC,
    PT_API_ARRAY,
    PT_API_TEXTURE,
    PT_API_SURFACE,
    PT_API_POOL,
} pt_api_kind_t;

bool pt_api_handle_add(pt_api_kind_t kind, const void *object); // false: no memory
bool pt_api_handle_is(pt_api_kind_t kind, const void *object);
bool pt_api_handle_remove(pt_api_kind_t kind, const void *object); // false: there was none

// ---- stream.c: operations

typedef enum pt_api_operation_kind {
    PT_API_EMPTY,
    PT_API_KERNEL,
    PT_API_COPY,
    PT_API_FILL,
    PT_API_HOST,
    PT_API_RECORD,
    PT_API_WAIT,
    PT_API_FREE,
    PT_API_CHILD,
} pt_api_operation_kind_t;

struct pt_api_sequence;

typedef struct pt_api_operation {
    pt_api_operation_kind_t kind;
    union {
        struct {
            pt_cpu_kernel_t *kernel;
            void **arguments; // the caller's, or those of a copy: pt_api_operation_copy
            unsigned grid[3], block[3];
            size_t dynamic_shared_bytes;
            bool cooperative;
        } launch;
        struct { // slices of rows of bytes
            char *to;
            const char *from;
            size_t to_pitch, from_pitch, to_slice, from_slice;
            size_t width, height, depth;
        } copy;
        struct {
            char *to;
            size_t pitch, slice, width, height, depth; // width in elements
            unsigned value, element_bytes;
        } fill;
        struct {
            cudaHostFn_t function;
            void *data;
        } host;
        cudaEvent_t event;
        void *memory;
        struct pt_api_sequence *child; // owned by copies
    };
} pt_api_operation_t;

// A graph, ready to run: its operations in an order that keeps its dependencies.
typedef struct pt_api_sequence {
    size_t count;
    pt_api_operation_t *operations; // copies
} pt_api_sequence_t;

// Does the operation, or records it when the stream is being captured. Sets the last error.
cudaError_t pt_api_submit(cudaStream_t stream, const pt_api_operation_t *operation);

// Does the operation. Does not set the last error.
cudaError_t pt_api_execute(const pt_api_operation_t *operation);

// The stream that a handle means, or NULL when it means none. The legacy stream is an object, too.
struct CUstream_st *pt_api_stream(cudaStream_t handle);

// Error when captures under way do not allow the calling thread a call that may not be recorded; ends those captures.
cudaError_t pt_api_outside_captures(void);

void pt_api_streams_reset(void);

// ---- operation.c

bool pt_api_operation_copy(pt_api_operation_t *to, const pt_api_operation_t *from); // false: no memory
void pt_api_operation_free(pt_api_operation_t *copy);

// ---- event.c

cudaError_t pt_api_event_happens(cudaEvent_t event);

// ---- memory.c

void pt_api_memory_reset(void);
cudaError_t pt_api_release(void *memory); // cudaFree's work
// Submits a copy of rows of `width` bytes, pitches apart, which must lie in what was allocated.
cudaError_t pt_api_copy_rows(cudaStream_t stream, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t pt_api_copy_3d(const struct cudaMemcpy3DParms *parameters, pt_api_operation_t *operation); // the operation

// ---- pool.c

// Counts bytes as the pool's, NULL being the device's, and sets `*pool` to the one that it was.
cudaError_t pt_api_pool_take(cudaMemPool_t *pool, size_t bytes);
void pt_api_pool_give(cudaMemPool_t pool, size_t bytes);
void pt_api_pools_reset(void);

// ---- array.c

void pt_api_arrays_reset(void);

// ---- launch.c

// The checks that CUDA makes before a launch.
cudaError_t pt_api_check_launch(const pt_api_operation_t *operation);
cudaError_t pt_api_run_kernel(const pt_api_operation_t *operation);

#endif
