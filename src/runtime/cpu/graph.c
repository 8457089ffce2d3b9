// Graphs: nodes that operations were recorded in, and what they depend on.
//
// In:  captured streams, or nodes that the program adds (graph_nodes.c). Out: what they are, and orders of them.
// Invariant: a graph owns copies of its operations. An order keeps all dependencies; what does not depend on each other comes in the
//            reverse of the order in which it was added, so that a dependency that the program has forgotten shows.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

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

// In front of each node those that it depends on and that have no place yet, down to the first ones.
struct CUgraphNode_st **pt_api_graph_order(const struct CUgraph_st *graph, bool *cycle)
{
    const size_t count = graph->nodes.count, has_place = SIZE_MAX;
    *cycle = false;
    struct CUgraphNode_st **const order = malloc((2 * count + 1) * sizeof *order), **const open = order + count;
    if (!order)
        return NULL;
    for (size_t i = 0; i < count; i++)
        graph->nodes.nodes[i]->mark = 0;
    // The mark of an open node is one more than the number of its dependencies that were looked at.
    for (size_t i = count, depth = 0, placed = 0; i-- > 0;) {
        if (graph->nodes.nodes[i]->mark == 0) {
            open[depth++] = graph->nodes.nodes[i];
            graph->nodes.nodes[i]->mark = 1;
        }
        while (depth) {
            struct CUgraphNode_st *const node = open[depth - 1];
            if (node->mark > node->dependencies.count) {
                order[placed++] = node;
                node->mark = has_place;
                depth--;
                continue;
            }
            struct CUgraphNode_st *const before = node->dependencies.nodes[node->dependencies.count - node->mark++];
            if (before->mark == 0) {
                open[depth++] = before;
                before->mark = 1;
            } else if (before->mark != has_place) {
                *cycle = true;
                free(order);
                return NULL;
            }
        }
    }
    return order;
}

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

struct CUgraph_st *pt_api_graph_copy(const struct CUgraph_st *graph)
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
    *clone = pt_api_graph_copy(graph);
    pthread_mutex_unlock(lock);
    return *clone ? cudaSuccess : pt_api_fail(cudaErrorMemoryAllocation);
}

// ---- edges

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
