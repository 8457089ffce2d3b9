// Copies of operations, which outlive the call that asked for them.
//
// In:  operations. Out: copies, a kernel's arguments and what a child graph does included.
// Invariant: a copy shares nothing with what it was copied from but what the program itself has given: addresses, kernels, events.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

// Arguments lie behind their pointers, each aligned for every type of its size.
static void **copy_arguments(const pt_cpu_kernel_t *kernel, void *const *arguments)
{
    size_t bytes = (kernel->parameters + 1) * sizeof(void *) + 256;
    for (uint32_t i = 0; i < kernel->parameters; i++)
        bytes += kernel->parameter_bytes[i] + 256;
    char *memory = malloc(bytes);
    if (!memory)
        return NULL;
    void **copies = (void **)memory;
    uintptr_t next = (uintptr_t)(copies + kernel->parameters + 1);
    for (uint32_t i = 0; i < kernel->parameters; i++) {
        const size_t size = kernel->parameter_bytes[i];
        size_t alignment = size & -size;
        alignment = alignment > 256 ? 256 : alignment ? alignment : 1;
        next = (next + alignment - 1) & -(uintptr_t)alignment;
        copies[i] = (void *)next;
        memcpy(copies[i], arguments[i], size);
        next += size;
    }
    copies[kernel->parameters] = NULL;
    return copies;
}

void pt_api_sequence_free(pt_api_sequence_t *sequence)
{
    for (size_t i = 0; i < sequence->count; i++)
        pt_api_operation_free(&sequence->operations[i]);
    free(sequence->operations);
    *sequence = (pt_api_sequence_t){0};
}

static bool sequence_copy(pt_api_sequence_t *to, const pt_api_sequence_t *from)
{
    *to = (pt_api_sequence_t){.operations = calloc(from->count + 1, sizeof *to->operations)};
    if (!to->operations)
        return false;
    for (; to->count < from->count; to->count++)
        if (!pt_api_operation_copy(&to->operations[to->count], &from->operations[to->count])) {
            pt_api_sequence_free(to);
            return false;
        }
    return true;
}

bool pt_api_operation_copy(pt_api_operation_t *to, const pt_api_operation_t *from)
{
    *to = *from;
    if (from->kind == PT_API_KERNEL)
        return (to->launch.arguments = copy_arguments(from->launch.kernel, from->launch.arguments)) != NULL;
    if (from->kind == PT_API_CHILD) {
        to->child = malloc(sizeof *to->child);
        if (to->child && !sequence_copy(to->child, from->child)) {
            free(to->child);
            to->child = NULL;
        }
        return to->child != NULL;
    }
    return true;
}

void pt_api_operation_free(pt_api_operation_t *copy)
{
    if (copy->kind == PT_API_KERNEL) {
        free(copy->launch.arguments);
    } else if (copy->kind == PT_API_CHILD && copy->child) {
        pt_api_sequence_free(copy->child);
        free(copy->child);
    }
    *copy = (pt_api_operation_t){0};
}

cudaError_t pt_api_operation_replace(pt_api_operation_t *operation, const pt_api_operation_t *by)
{
    if (operation->kind != by->kind)
        return pt_api_fail(cudaErrorInvalidValue);
    pt_api_operation_t copy;
    if (!pt_api_operation_copy(&copy, by))
        return pt_api_fail(cudaErrorMemoryAllocation);
    pt_api_operation_free(operation);
    *operation = copy;
    return cudaSuccess;
}
