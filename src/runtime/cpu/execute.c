// Doing an operation: what streams and graphs come down to.
//
// In:  one operation. Out: its effect, and an error that is not yet anybody's last error.
// Invariant: when this returns, the operation is done. A graph that fails stops where it does.
#include "api.h"

#include <string.h>

static void copy(const pt_api_operation_t *o)
{
    for (size_t z = 0; z < o->copy.depth; z++) {
        char *to = o->copy.to + z * o->copy.to_slice;
        const char *from = o->copy.from + z * o->copy.from_slice;
        if (o->copy.width == o->copy.to_pitch && o->copy.width == o->copy.from_pitch) {
            memmove(to, from, o->copy.width * o->copy.height);
            continue;
        }
        for (size_t y = 0; y < o->copy.height; y++)
            memmove(to + y * o->copy.to_pitch, from + y * o->copy.from_pitch, o->copy.width);
    }
}

static void fill(const pt_api_operation_t *o)
{
    const uint16_t two = (uint16_t)o->fill.value;
    const uint32_t four = o->fill.value;
    for (size_t z = 0; z < o->fill.depth; z++)
        for (size_t y = 0; y < o->fill.height; y++) {
            char *row = o->fill.to + z * o->fill.slice + y * o->fill.pitch;
            if (o->fill.element_bytes == 1)
                memset(row, (int)o->fill.value, o->fill.width);
            else
                for (size_t x = 0; x < o->fill.width; x++)
                    if (o->fill.element_bytes == 2)
                        memcpy(row + 2 * x, &two, 2);
                    else
                        memcpy(row + 4 * x, &four, 4);
        }
}

cudaError_t pt_api_execute(const pt_api_operation_t *operation)
{
    switch (operation->kind) {
    case PT_API_EMPTY:
    case PT_API_WAIT: // what an event stands for is done
        return cudaSuccess;
    case PT_API_KERNEL:
        return pt_api_run_kernel(operation);
    case PT_API_COPY:
        copy(operation);
        return cudaSuccess;
    case PT_API_FILL:
        fill(operation);
        return cudaSuccess;
    case PT_API_HOST:
        operation->host.function(operation->host.data);
        return cudaSuccess;
    case PT_API_RECORD:
        return pt_api_event_happens(operation->event);
    case PT_API_FREE:
        return pt_api_release(operation->memory);
    case PT_API_CHILD:
        for (size_t i = 0; i < operation->child->count; i++) {
            const pt_api_operation_t *o = &operation->child->operations[i];
            // Memory that a graph frees is allocated by the same graph at its next launch: it stays.
            const cudaError_t error = o->kind == PT_API_FREE ? cudaSuccess : pt_api_execute(o);
            if (error != cudaSuccess || pt_api_sticky() != cudaSuccess)
                return error;
        }
        return cudaSuccess;
    }
    return cudaErrorUnknown;
}
