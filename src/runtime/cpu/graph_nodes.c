// Nodes that the program adds to graphs, and what it lets them do instead, in a graph or in an executable one.
//
// In:  parameters as CUDA has them, for each kind of node. Out: operations.
// Invariant: a node stays of the kind that it was added as.
#include "graph.h"

#include <stdlib.h>

static pthread_mutex_t *const lock = &pt_api_capture_lock;

// The graph's operations in order. The caller frees them.
static cudaError_t sequence_of(const struct CUgraph_st *graph, pt_api_sequence_t *sequence)
{
    bool cycle;
    struct CUgraphNode_st **order = pt_api_graph_order(graph, &cycle);
    if (!order)
        return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
    *sequence = (pt_api_sequence_t){.operations = calloc(graph->nodes.count + 1, sizeof *sequence->operations)};
    bool complete = sequence->operations != NULL;
    for (; complete && sequence->count < graph->nodes.count; sequence->count += complete)
        complete = pt_api_operation_copy(&sequence->operations[sequence->count], &order[sequence->count]->operation);
    free(order);
    if (!complete)
        pt_api_sequence_free(sequence);
    return complete ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                       const pt_api_operation_t *operation)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    if (!node || (count && !dependencies))
        return pt_api_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++)
        if (!pt_api_handle_is(PT_API_NODE, dependencies[i]) || dependencies[i]->graph != graph)
            return pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(lock);
    *node = pt_api_graph_append(graph, operation,
                                &(pt_api_nodes_t){.nodes = (cudaGraphNode_t *)dependencies, .count = count});
    pthread_mutex_unlock(lock);
    return *node ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
}

static cudaError_t replace_node(cudaGraphNode_t node, const pt_api_operation_t *by)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    pthread_mutex_lock(lock);
    const cudaError_t error = pt_api_operation_replace(&node->operation, by);
    pthread_mutex_unlock(lock);
    return error;
}

static cudaError_t kernel_operation(const struct cudaKernelNodeParams *parameters, pt_api_operation_t *operation)
{
    if (!parameters || parameters->extra)
        return cudaErrorInvalidValue;
    pt_cpu_kernel_t *kernel = pt_cpu_find(parameters->func);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    if (kernel->parameters && !parameters->kernelParams)
        return cudaErrorInvalidValue;
    const dim3 grid = parameters->gridDim, block = parameters->blockDim;
    *operation = (pt_api_operation_t){.kind = PT_API_KERNEL,
                                      .launch = {.kernel = kernel, .arguments = parameters->kernelParams,
                                                 .grid = {grid.x, grid.y, grid.z},
                                                 .block = {block.x, block.y, block.z},
                                                 .dynamic_shared_bytes = parameters->sharedMemBytes}};
    return pt_api_check_launch(operation);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaKernelNodeParams *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = kernel_operation(parameters, &operation);
    return error != cudaSuccess ? pt_api_fail(error) : add(node, graph, dependencies, count, &operation);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = kernel_operation(parameters, &operation);
    return error != cudaSuccess ? pt_api_fail(error) : replace_node(node, &operation);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = kernel_operation(parameters, &operation);
    return error != cudaSuccess ? pt_api_fail(error) : pt_api_exec_replace(exec, node, &operation);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    if (!parameters || node->operation.kind != PT_API_KERNEL)
        return pt_api_fail(cudaErrorInvalidValue);
    const pt_api_operation_t *o = &node->operation;
    *parameters = (struct cudaKernelNodeParams){
        .func = (void *)o->launch.kernel->function,
        .gridDim = {o->launch.grid[0], o->launch.grid[1], o->launch.grid[2]},
        .blockDim = {o->launch.block[0], o->launch.block[1], o->launch.block[2]},
        .sharedMemBytes = (unsigned)o->launch.dynamic_shared_bytes,
        .kernelParams = o->launch.arguments,
    };
    return cudaSuccess;
}

static cudaError_t copy_operation(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                                  pt_api_operation_t *operation)
{
    if ((unsigned)kind > cudaMemcpyDefault)
        return pt_api_fail(cudaErrorInvalidMemcpyDirection);
    if (!to || !from || count == 0)
        return pt_api_fail(cudaErrorInvalidValue);
    *operation = (pt_api_operation_t){.kind = PT_API_COPY,
                                      .copy = {.to = to, .from = from, .to_pitch = count, .from_pitch = count,
                                               .width = count, .height = 1, .depth = 1}};
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t dependencies_count, void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind)
{
    pt_api_operation_t operation;
    const cudaError_t error = copy_operation(dst, src, count, kind, &operation);
    return error != cudaSuccess ? error : add(node, graph, dependencies, dependencies_count, &operation);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *src,
                                               size_t count, enum cudaMemcpyKind kind)
{
    pt_api_operation_t operation;
    const cudaError_t error = copy_operation(dst, src, count, kind, &operation);
    return error != cudaSuccess ? error : pt_api_exec_replace(exec, node, &operation);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemcpy3DParms *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = parameters ? pt_api_copy_3d(parameters, &operation) : cudaErrorInvalidValue;
    return error != cudaSuccess ? pt_api_fail(error) : add(node, graph, dependencies, count, &operation);
}

static cudaError_t fill_operation(const struct cudaMemsetParams *p, pt_api_operation_t *operation)
{
    if (!p || !p->dst || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return pt_api_fail(cudaErrorInvalidValue);
    *operation = (pt_api_operation_t){.kind = PT_API_FILL,
                                      .fill = {.to = p->dst, .pitch = p->pitch, .width = p->width,
                                               .height = p->height, .depth = 1, .value = p->value,
                                               .element_bytes = p->elementSize}};
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemsetParams *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = fill_operation(parameters, &operation);
    return error != cudaSuccess ? error : add(node, graph, dependencies, count, &operation);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *parameters)
{
    pt_api_operation_t operation;
    const cudaError_t error = fill_operation(parameters, &operation);
    return error != cudaSuccess ? error : pt_api_exec_replace(exec, node, &operation);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const struct cudaHostNodeParams *parameters)
{
    if (!parameters || !parameters->fn)
        return pt_api_fail(cudaErrorInvalidValue);
    return add(node, graph, dependencies, count,
               &(pt_api_operation_t){.kind = PT_API_HOST,
                                     .host = {.function = parameters->fn, .data = parameters->userData}});
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count)
{
    return add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_EMPTY});
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                        size_t count, cudaEvent_t event)
{
    HANDLE_OR_FAIL(PT_API_EVENT, event);
    return add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_RECORD, .event = event});
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                      size_t count, cudaEvent_t event)
{
    HANDLE_OR_FAIL(PT_API_EVENT, event);
    return add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_WAIT, .event = event});
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, child);
    pt_api_sequence_t sequence;
    pthread_mutex_lock(lock);
    cudaError_t error = sequence_of(child, &sequence);
    pthread_mutex_unlock(lock);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    error = add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_CHILD, .child = &sequence});
    pt_api_sequence_free(&sequence);
    return error;
}
