// Graphs: nodes that operations were recorded in, put into an order and done again and again.
//
// In:  captured streams, or nodes that the program adds. Out: sequences of operations.
// Invariant: a graph owns copies of its operations, a kernel's arguments included; an executable graph owns copies of
//            those. An order keeps all dependencies and else that in which nodes were added.
#include "capture.h"

#include <stdlib.h>
#include <string.h>

struct CUgraphExec_st {
    pthread_mutex_t lock; // launches of one executable graph follow each other
    pt_api_sequence_t sequence;
    struct CUgraphNode_st **nodes; // where each operation came from; only compared
    bool *disabled;
};

static pthread_mutex_t *const lock = &pt_api_capture_lock;

// ---- sets of nodes

bool pt_api_nodes_add(pt_api_nodes_t *set, struct CUgraphNode_st *node)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node)
            return true;
    // Room for powers of two
    if ((set->count & (set->count - 1)) == 0) {
        struct CUgraphNode_st **grown = realloc(set->nodes, (set->count ? 2 * set->count : 1) * sizeof *grown);
        if (!grown)
            return false;
        set->nodes = grown;
    }
    set->nodes[set->count++] = node;
    return true;
}

bool pt_api_nodes_unite(pt_api_nodes_t *set, const pt_api_nodes_t *more)
{
    for (size_t i = 0; i < more->count; i++)
        if (!pt_api_nodes_add(set, more->nodes[i]))
            return false;
    return true;
}

void pt_api_nodes_clear(pt_api_nodes_t *set)
{
    free(set->nodes);
    *set = (pt_api_nodes_t){0};
}

static bool nodes_remove(pt_api_nodes_t *set, const struct CUgraphNode_st *node)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node) {
            memmove(set->nodes + i, set->nodes + i + 1, (set->count - i - 1) * sizeof *set->nodes);
            set->count--;
            // The next addition relies on the room that a count implies.
            struct CUgraphNode_st **same = realloc(set->nodes, (2 * set->count + 1) * sizeof *same);
            if (same)
                set->nodes = same;
            return true;
        }
    return false;
}

// ---- copies of operations

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

static void sequence_free(pt_api_sequence_t *sequence)
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
            sequence_free(to);
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
        sequence_free(copy->child);
        free(copy->child);
    }
    *copy = (pt_api_operation_t){0};
}

// ---- graphs

struct CUgraph_st *pt_api_graph_create(void)
{
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    if (graph && !pt_api_handle_add(PT_API_GRAPH, graph)) {
        free(graph);
        graph = NULL;
    }
    return graph;
}

static void node_free(struct CUgraphNode_st *node)
{
    pt_api_handle_remove(PT_API_NODE, node);
    pt_api_operation_free(&node->operation);
    pt_api_nodes_clear(&node->dependencies);
    free(node);
}

void pt_api_graph_free(struct CUgraph_st *graph)
{
    pt_api_handle_remove(PT_API_GRAPH, graph);
    for (size_t i = 0; i < graph->nodes.count; i++)
        node_free(graph->nodes.nodes[i]);
    pt_api_nodes_clear(&graph->nodes);
    free(graph);
}

struct CUgraphNode_st *pt_api_graph_append(struct CUgraph_st *graph, const pt_api_operation_t *operation,
                                           const pt_api_nodes_t *dependencies)
{
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->graph = graph;
    if (!pt_api_handle_add(PT_API_NODE, node)) {
        free(node);
        return NULL;
    }
    if (!pt_api_operation_copy(&node->operation, operation) ||
        !pt_api_nodes_unite(&node->dependencies, dependencies) || !pt_api_nodes_add(&graph->nodes, node)) {
        node_free(node);
        return NULL;
    }
    for (size_t i = 0; i < node->dependencies.count; i++)
        node->dependencies.nodes[i]->dependents++;
    return node;
}

// An order of the nodes, or NULL: no memory (*cycle is false), or none exists.
static struct CUgraphNode_st **order_of(const struct CUgraph_st *graph, bool *cycle)
{
    const size_t count = graph->nodes.count;
    *cycle = false;
    struct CUgraphNode_st **order = malloc((count + 1) * sizeof *order);
    if (!order)
        return NULL;
    for (size_t i = 0; i < count; i++)
        graph->nodes.nodes[i]->mark = 0;
    // Captured graphs need one round; others one for each edge that points backwards.
    for (size_t placed = 0; placed < count;) {
        const size_t before = placed;
        for (size_t i = 0; i < count; i++) {
            struct CUgraphNode_st *node = graph->nodes.nodes[i];
            bool ready = node->mark == 0;
            for (size_t k = 0; ready && k < node->dependencies.count; k++)
                ready = node->dependencies.nodes[k]->mark != 0;
            if (ready) {
                order[placed++] = node;
                node->mark = placed;
            }
        }
        if (placed == before) {
            *cycle = true;
            free(order);
            return NULL;
        }
    }
    return order;
}

// The graph's operations in order, and their nodes. The caller frees both.
static cudaError_t sequence_of(const struct CUgraph_st *graph, pt_api_sequence_t *sequence,
                               struct CUgraphNode_st ***nodes)
{
    bool cycle;
    struct CUgraphNode_st **order = order_of(graph, &cycle);
    if (!order)
        return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
    *sequence = (pt_api_sequence_t){.operations = calloc(graph->nodes.count + 1, sizeof *sequence->operations)};
    bool complete = sequence->operations != NULL;
    for (; complete && sequence->count < graph->nodes.count; sequence->count += complete)
        complete = pt_api_operation_copy(&sequence->operations[sequence->count], &order[sequence->count]->operation);
    if (!complete) {
        sequence_free(sequence);
        free(order);
        return cudaErrorMemoryAllocation;
    }
    *nodes = order;
    return cudaSuccess;
}

#define HANDLE_OR_FAIL(kind, object)                            \
    do {                                                        \
        if (!pt_api_handle_is(kind, object))                    \
            return pt_api_fail(cudaErrorInvalidValue);          \
    } while (0)

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    if (!graph || flags != 0)
        return pt_api_fail(cudaErrorInvalidValue);
    *graph = pt_api_graph_create();
    return *graph ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    pthread_mutex_lock(lock);
    pt_api_graph_free(graph);
    pthread_mutex_unlock(lock);
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    if (!clone)
        return pt_api_fail(cudaErrorInvalidValue);
    struct CUgraph_st *copy = pt_api_graph_create();
    bool complete = copy != NULL;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < graph->nodes.count; i++)
        graph->nodes.nodes[i]->mark = i;
    for (size_t i = 0; complete && i < graph->nodes.count; i++)
        complete = pt_api_graph_append(copy, &graph->nodes.nodes[i]->operation, &(pt_api_nodes_t){0}) != NULL;
    for (size_t i = 0; complete && i < graph->nodes.count; i++) {
        const pt_api_nodes_t *from = &graph->nodes.nodes[i]->dependencies;
        for (size_t k = 0; complete && k < from->count; k++) {
            struct CUgraphNode_st *dependency = copy->nodes.nodes[from->nodes[k]->mark];
            complete = pt_api_nodes_add(&copy->nodes.nodes[i]->dependencies, dependency);
            dependency->dependents += complete;
        }
    }
    if (!complete && copy)
        pt_api_graph_free(copy);
    pthread_mutex_unlock(lock);
    *clone = complete ? copy : NULL;
    return complete ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
}

// ---- asking

static cudaError_t give_nodes(const pt_api_nodes_t *all, cudaGraphNode_t *nodes, size_t *count, bool only_roots)
{
    if (!count)
        return pt_api_fail(cudaErrorInvalidValue);
    size_t found = 0;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < all->count; i++) {
        if (only_roots && all->nodes[i]->dependencies.count != 0)
            continue;
        if (nodes && found < *count)
            nodes[found] = all->nodes[i];
        found++;
    }
    pthread_mutex_unlock(lock);
    for (size_t i = found; nodes && i < *count; i++)
        nodes[i] = NULL;
    if (!nodes || *count > found)
        *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    return give_nodes(&graph->nodes, nodes, count, false);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    return give_nodes(&graph->nodes, nodes, count, true);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    return give_nodes(&node->dependencies, dependencies, count, false);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    if (!count)
        return pt_api_fail(cudaErrorInvalidValue);
    size_t found = 0;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < node->graph->nodes.count; i++) {
        struct CUgraphNode_st *other = node->graph->nodes.nodes[i];
        for (size_t k = 0; k < other->dependencies.count; k++)
            if (other->dependencies.nodes[k] == node) {
                if (dependents && found < *count)
                    dependents[found] = other;
                found++;
            }
    }
    pthread_mutex_unlock(lock);
    for (size_t i = found; dependents && i < *count; i++)
        dependents[i] = NULL;
    if (!dependents || *count > found)
        *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    if (!count || !from != !to)
        return pt_api_fail(cudaErrorInvalidValue);
    size_t found = 0;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct CUgraphNode_st *node = graph->nodes.nodes[i];
        for (size_t k = 0; k < node->dependencies.count; k++, found++)
            if (from && found < *count) {
                from[found] = node->dependencies.nodes[k];
                to[found] = node;
            }
    }
    pthread_mutex_unlock(lock);
    for (size_t i = found; from && i < *count; i++)
        from[i] = to[i] = NULL;
    if (!from || *count > found)
        *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    static const enum cudaGraphNodeType types[] = {
        [PT_API_EMPTY] = cudaGraphNodeTypeEmpty,     [PT_API_KERNEL] = cudaGraphNodeTypeKernel,
        [PT_API_COPY] = cudaGraphNodeTypeMemcpy,     [PT_API_FILL] = cudaGraphNodeTypeMemset,
        [PT_API_HOST] = cudaGraphNodeTypeHost,       [PT_API_RECORD] = cudaGraphNodeTypeEventRecord,
        [PT_API_WAIT] = cudaGraphNodeTypeWaitEvent,  [PT_API_FREE] = cudaGraphNodeTypeMemFree,
        [PT_API_CHILD] = cudaGraphNodeTypeGraph,
    };
    *type = types[node->operation.kind];
    return cudaSuccess;
}

// ---- nodes that the program adds

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

static cudaError_t replace(pt_api_operation_t *operation, const pt_api_operation_t *by)
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

static cudaError_t replace_node(cudaGraphNode_t node, const pt_api_operation_t *by)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    pthread_mutex_lock(lock);
    const cudaError_t error = replace(&node->operation, by);
    pthread_mutex_unlock(lock);
    return error;
}

static size_t place_of(const struct CUgraphExec_st *exec, cudaGraphNode_t node)
{
    size_t i = 0;
    while (i < exec->sequence.count && exec->nodes[i] != node)
        i++;
    return i;
}

static cudaError_t replace_in_exec(cudaGraphExec_t exec, cudaGraphNode_t node, const pt_api_operation_t *by)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    const size_t i = place_of(exec, node);
    const cudaError_t error = i < exec->sequence.count ? replace(&exec->sequence.operations[i], by)
                                                       : pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_unlock(&exec->lock);
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
    return error != cudaSuccess ? pt_api_fail(error) : replace_in_exec(exec, node, &operation);
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
    return error != cudaSuccess ? error : replace_in_exec(exec, node, &operation);
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
    return error != cudaSuccess ? error : replace_in_exec(exec, node, &operation);
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
    struct CUgraphNode_st **nodes;
    pthread_mutex_lock(lock);
    cudaError_t error = sequence_of(child, &sequence, &nodes);
    pthread_mutex_unlock(lock);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    error = add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_CHILD, .child = &sequence});
    sequence_free(&sequence);
    free(nodes);
    return error;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t count)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    for (size_t i = 0; i < count; i++) {
        HANDLE_OR_FAIL(PT_API_NODE, from[i]);
        HANDLE_OR_FAIL(PT_API_NODE, to[i]);
        if (from[i]->graph != graph || to[i]->graph != graph || from[i] == to[i])
            return pt_api_fail(cudaErrorInvalidValue);
    }
    bool complete = true;
    pthread_mutex_lock(lock);
    for (size_t i = 0; complete && i < count; i++) {
        const size_t before = to[i]->dependencies.count;
        complete = pt_api_nodes_add(&to[i]->dependencies, from[i]);
        from[i]->dependents += to[i]->dependencies.count - before;
    }
    pthread_mutex_unlock(lock);
    return complete ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t count)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    bool all = true;
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < count; i++) {
        const bool removed = pt_api_handle_is(PT_API_NODE, to[i]) && nodes_remove(&to[i]->dependencies, from[i]);
        if (removed)
            from[i]->dependents--;
        all = all && removed;
    }
    pthread_mutex_unlock(lock);
    return all ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    HANDLE_OR_FAIL(PT_API_NODE, node);
    pthread_mutex_lock(lock);
    for (size_t i = 0; i < node->graph->nodes.count; i++)
        nodes_remove(&node->graph->nodes.nodes[i]->dependencies, node);
    for (size_t i = 0; i < node->dependencies.count; i++)
        node->dependencies.nodes[i]->dependents--;
    nodes_remove(&node->graph->nodes, node);
    node_free(node);
    pthread_mutex_unlock(lock);
    return cudaSuccess;
}

// ---- executable graphs

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    (void)flags; // hints
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    if (!exec)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    struct CUgraphExec_st *created = calloc(1, sizeof *created);
    if (!created)
        return pt_api_fail(cudaErrorMemoryAllocation);
    pthread_mutex_lock(lock);
    cudaError_t error = sequence_of(graph, &created->sequence, &created->nodes);
    pthread_mutex_unlock(lock);
    if (error == cudaSuccess) {
        created->disabled = calloc(created->sequence.count + 1, sizeof *created->disabled);
        if (!created->disabled || !pt_api_handle_add(PT_API_EXEC, created))
            error = cudaErrorMemoryAllocation;
    }
    if (error != cudaSuccess) {
        sequence_free(&created->sequence);
        free(created->nodes);
        free(created->disabled);
        free(created);
        return pt_api_fail(error);
    }
    pthread_mutex_init(&created->lock, NULL);
    *exec = created;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *parameters)
{
    if (!parameters)
        return pt_api_fail(cudaErrorInvalidValue);
    const cudaError_t error = cudaGraphInstantiateWithFlags(exec, graph, parameters->flags);
    parameters->errNode_out = NULL;
    parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    if (!pt_api_handle_remove(PT_API_EXEC, exec))
        return pt_api_fail(cudaErrorInvalidValue);
    sequence_free(&exec->sequence);
    free(exec->nodes);
    free(exec->disabled);
    pthread_mutex_destroy(&exec->lock);
    free(exec);
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    return pt_api_stream(stream) ? cudaSuccess : pt_api_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    // What is disabled is left out. The operations stay the executable graph's: a capture copies them.
    pt_api_sequence_t enabled = {.operations = malloc((exec->sequence.count + 1) * sizeof *enabled.operations)};
    cudaError_t error;
    if (enabled.operations) {
        for (size_t i = 0; i < exec->sequence.count; i++)
            if (!exec->disabled[i])
                enabled.operations[enabled.count++] = exec->sequence.operations[i];
        error = pt_api_submit(stream, &(pt_api_operation_t){.kind = PT_API_CHILD, .child = &enabled});
        free(enabled.operations);
    } else {
        error = pt_api_fail(cudaErrorMemoryAllocation);
    }
    pthread_mutex_unlock(&exec->lock);
    return error;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    const size_t i = place_of(exec, node);
    const bool found = i < exec->sequence.count;
    if (found)
        exec->disabled[i] = !enabled;
    pthread_mutex_unlock(&exec->lock);
    return found ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    const size_t i = place_of(exec, node);
    const bool found = i < exec->sequence.count;
    if (found)
        *enabled = !exec->disabled[i];
    pthread_mutex_unlock(&exec->lock);
    return found ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

// The same shape, with other parameters.
cudaError_t pt_cpu_graph_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    *result = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateSuccess};
    pt_api_sequence_t sequence;
    struct CUgraphNode_st **nodes;
    pthread_mutex_lock(lock);
    const cudaError_t error = sequence_of(graph, &sequence, &nodes);
    pthread_mutex_unlock(lock);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    pthread_mutex_lock(&exec->lock);
    if (sequence.count != exec->sequence.count)
        result->result = cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; result->result == cudaGraphExecUpdateSuccess && i < sequence.count; i++)
        if (sequence.operations[i].kind != exec->sequence.operations[i].kind) {
            result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
            result->errorNode = nodes[i];
        }
    if (result->result == cudaGraphExecUpdateSuccess) {
        const pt_api_sequence_t old = exec->sequence;
        struct CUgraphNode_st **old_nodes = exec->nodes;
        exec->sequence = sequence;
        exec->nodes = nodes;
        sequence = old;
        nodes = old_nodes;
    }
    pthread_mutex_unlock(&exec->lock);
    sequence_free(&sequence);
    free(nodes);
    return result->result == cudaGraphExecUpdateSuccess ? cudaSuccess : pt_api_fail(cudaErrorGraphExecUpdateFailure);
}
