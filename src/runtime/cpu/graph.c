// Graphs: nodes that operations were recorded in, put into an order and done again and again.
//
// In:  captured streams, or nodes that the program adds. Out: sequences of operations.
// Invariant: a graph owns copies of its operations, a kernel's arguments included; an executable graph owns copies of
//            the graph. An order keeps all dependencies and else that in which nodes were added.
#include "capture.h"

#include <stdlib.h>
#include <string.h>

struct CUgraphExec_st {
    pthread_mutex_t lock; // launches of one executable graph follow each other. Taken before the lock of all graphs
    struct CUgraph_st *graph;          // a copy, of which the program knows no node
    struct CUgraphNode_st **order;     // in which the copy's nodes run
    struct CUgraphNode_st **originals; // which node each of the copy's comes from; only compared
};

static pthread_mutex_t *const lock = &pt_api_capture_lock;

// ---- sets of nodes

bool pt_api_nodes_add(pt_api_nodes_t *set, struct CUgraphNode_st *node)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node)
            return true;
    if (set->count == set->capacity) {
        const size_t capacity = set->capacity ? 2 * set->capacity : 1;
        struct CUgraphNode_st **grown = realloc(set->nodes, capacity * sizeof *grown);
        if (!grown)
            return false;
        set->nodes = grown;
        set->capacity = capacity;
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

// The graph's operations in order. The caller frees them.
static cudaError_t sequence_of(const struct CUgraph_st *graph, pt_api_sequence_t *sequence)
{
    bool cycle;
    struct CUgraphNode_st **order = order_of(graph, &cycle);
    if (!order)
        return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
    *sequence = (pt_api_sequence_t){.operations = calloc(graph->nodes.count + 1, sizeof *sequence->operations)};
    bool complete = sequence->operations != NULL;
    for (; complete && sequence->count < graph->nodes.count; sequence->count += complete)
        complete = pt_api_operation_copy(&sequence->operations[sequence->count], &order[sequence->count]->operation);
    free(order);
    if (!complete)
        sequence_free(sequence);
    return complete ? cudaSuccess : cudaErrorMemoryAllocation;
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

// With the lock held. NULL: no memory.
static struct CUgraph_st *graph_copy(const struct CUgraph_st *graph)
{
    struct CUgraph_st *copy = pt_api_graph_create();
    bool complete = copy != NULL;
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
    return complete ? copy : NULL;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    if (!clone)
        return pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(lock);
    *clone = graph_copy(graph);
    pthread_mutex_unlock(lock);
    return *clone ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
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

// The executable graph's own node for one of the graph that it was instantiated from, or NULL.
static struct CUgraphNode_st *own_node(const struct CUgraphExec_st *exec, cudaGraphNode_t node)
{
    for (size_t i = 0; i < exec->graph->nodes.count; i++)
        if (exec->originals[i] == node)
            return exec->graph->nodes.nodes[i];
    return NULL;
}

static cudaError_t replace_in_exec(cudaGraphExec_t exec, cudaGraphNode_t node, const pt_api_operation_t *by)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    struct CUgraphNode_st *own = own_node(exec, node);
    const cudaError_t error = own ? replace(&own->operation, by) : pt_api_fail(cudaErrorInvalidValue);
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
    pthread_mutex_lock(lock);
    cudaError_t error = sequence_of(child, &sequence);
    pthread_mutex_unlock(lock);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    error = add(node, graph, dependencies, count, &(pt_api_operation_t){.kind = PT_API_CHILD, .child = &sequence});
    sequence_free(&sequence);
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

static void exec_free(struct CUgraphExec_st *exec)
{
    pthread_mutex_lock(lock);
    if (exec->graph)
        pt_api_graph_free(exec->graph);
    pthread_mutex_unlock(lock);
    free(exec->order);
    free(exec->originals);
    pthread_mutex_destroy(&exec->lock);
    free(exec);
}

// With the lock held.
static cudaError_t exec_fill(struct CUgraphExec_st *exec, const struct CUgraph_st *graph)
{
    const size_t count = graph->nodes.count;
    bool cycle = false;
    exec->graph = graph_copy(graph);
    exec->originals = malloc((count + 1) * sizeof *exec->originals);
    exec->order = exec->graph ? order_of(exec->graph, &cycle) : NULL;
    if (!exec->originals || !exec->order)
        return cycle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
    for (size_t i = 0; i < count; i++)
        exec->originals[i] = graph->nodes.nodes[i];
    return cudaSuccess;
}

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
    pthread_mutex_init(&created->lock, NULL);
    pthread_mutex_lock(lock);
    cudaError_t error = exec_fill(created, graph);
    pthread_mutex_unlock(lock);
    if (error == cudaSuccess && !pt_api_handle_add(PT_API_EXEC, created))
        error = cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        exec_free(created);
        return pt_api_fail(error);
    }
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
    exec_free(exec);
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
    const size_t count = exec->graph->nodes.count;
    pt_api_sequence_t enabled = {.operations = malloc((count + 1) * sizeof *enabled.operations)};
    cudaError_t error;
    if (enabled.operations) {
        for (size_t i = 0; i < count; i++)
            if (!exec->order[i]->disabled)
                enabled.operations[enabled.count++] = exec->order[i]->operation;
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
    struct CUgraphNode_st *own = own_node(exec, node);
    if (own)
        own->disabled = !enabled;
    pthread_mutex_unlock(&exec->lock);
    return own ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    const struct CUgraphNode_st *own = own_node(exec, node);
    if (own)
        *enabled = !own->disabled;
    pthread_mutex_unlock(&exec->lock);
    return own ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

// ---- updates

typedef struct node_pair {
    struct CUgraphNode_st *own, *node; // of the executable graph, and of the graph that brings it up to date
} node_pair_t;

// Partners bear the same mark. False: one of them has another partner.
static bool pair_up(node_pair_t *pairs, size_t *count, struct CUgraphNode_st *own, struct CUgraphNode_st *node)
{
    if (!own->mark && !node->mark) {
        pairs[(*count)++] = (node_pair_t){own, node};
        own->mark = node->mark = *count;
    }
    return own->mark == node->mark;
}

static bool same_kinds(const pt_api_operation_t *a, const pt_api_operation_t *b)
{
    if (a->kind != b->kind || (a->kind == PT_API_CHILD && a->child->count != b->child->count))
        return false;
    for (size_t i = 0; a->kind == PT_API_CHILD && i < a->child->count; i++)
        if (!same_kinds(&a->child->operations[i], &b->child->operations[i]))
            return false;
    return true;
}

// Gives each node of the executable graph its partner. As in CUDA: nodes that nothing depends on in the order in which they were added,
// then what each pair depends on in the order of its edges. `pairs` has room for all.
static void find_pairs(node_pair_t *pairs, const struct CUgraph_st *own, const struct CUgraph_st *graph, cudaGraphExecUpdateResultInfo *result)
{
    result->result = cudaGraphExecUpdateErrorTopologyChanged;
    if (graph->nodes.count != own->nodes.count)
        return;
    for (size_t i = 0; i < graph->nodes.count; i++)
        own->nodes.nodes[i]->mark = graph->nodes.nodes[i]->mark = 0;
    size_t count = 0;
    for (size_t i = 0, k = 0; i < graph->nodes.count; i++) {
        if (graph->nodes.nodes[i]->dependents)
            continue;
        while (k < own->nodes.count && own->nodes.nodes[k]->dependents)
            k++;
        if (k == own->nodes.count) {
            result->errorNode = graph->nodes.nodes[i];
            return;
        }
        (void)pair_up(pairs, &count, own->nodes.nodes[k++], graph->nodes.nodes[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const struct CUgraphNode_st *a = pairs[i].own, *b = pairs[i].node;
        result->errorNode = pairs[i].node;
        if (!same_kinds(&a->operation, &b->operation)) {
            result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
            return;
        }
        if (a->dependencies.count != b->dependencies.count)
            return;
        for (size_t k = 0; k < a->dependencies.count; k++)
            if (!pair_up(pairs, &count, a->dependencies.nodes[k], b->dependencies.nodes[k])) {
                result->errorFromNode = b->dependencies.nodes[k];
                return;
            }
    }
    result->errorNode = NULL;
    if (count == graph->nodes.count) // where there is a circle, not all are met
        result->result = cudaGraphExecUpdateSuccess;
}

// The same shape, with other parameters: all of them, or none.
cudaError_t pt_cpu_graph_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    HANDLE_OR_FAIL(PT_API_GRAPH, graph);
    *result = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateError};
    pthread_mutex_lock(&exec->lock);
    const size_t count = exec->graph->nodes.count;
    node_pair_t *pairs = malloc((count + 1) * sizeof *pairs);
    pt_api_operation_t *copies = calloc(count + 1, sizeof *copies);
    bool complete = pairs && copies;
    pthread_mutex_lock(lock);
    if (complete)
        find_pairs(pairs, exec->graph, graph, result);
    const bool is_same = result->result == cudaGraphExecUpdateSuccess;
    for (size_t i = 0; is_same && complete && i < count; i++)
        complete = pt_api_operation_copy(&copies[i], &pairs[i].node->operation);
    pthread_mutex_unlock(lock);
    for (size_t i = 0; is_same && i < count; i++) {
        if (complete) {
            const pt_api_operation_t old = pairs[i].own->operation;
            pairs[i].own->operation = copies[i];
            copies[i] = old;
        }
        pt_api_operation_free(&copies[i]);
    }
    pthread_mutex_unlock(&exec->lock);
    free(pairs);
    free(copies);
    if (!complete) {
        result->result = cudaGraphExecUpdateError;
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    return is_same ? cudaSuccess : pt_api_fail(cudaErrorGraphExecUpdateFailure);
}
