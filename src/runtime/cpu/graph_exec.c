// Executable graphs: made from a graph, launched again and again, brought up to date by another one of the same shape.
//
// In:  graphs. Out: their operations, done in an order (or recorded, where the stream is being captured).
// Invariant: an executable graph owns a copy of the graph. The program names its nodes by those of the graph that it was made from,
//            also after it was brought up to date by another one.
#include "graph.h"

#include <stdlib.h>

struct CUgraphExec_st {
    pthread_mutex_t lock; // launches of one executable graph follow each other. Taken before the lock of all graphs
    struct CUgraph_st *graph;          // a copy, of which the program knows no node
    struct CUgraphNode_st **order;     // in which the copy's nodes run
    struct CUgraphNode_st **originals; // which node each of the copy's comes from; only compared
};

static pthread_mutex_t *const lock = &pt_api_capture_lock;

// The executable graph's own node for one of the graph that it was instantiated from, or NULL.
static struct CUgraphNode_st *own_node(const struct CUgraphExec_st *exec, cudaGraphNode_t node)
{
    for (size_t i = 0; i < exec->graph->nodes.count; i++)
        if (exec->originals[i] == node)
            return exec->graph->nodes.nodes[i];
    return NULL;
}

cudaError_t pt_api_exec_replace(cudaGraphExec_t exec, cudaGraphNode_t node, const pt_api_operation_t *by)
{
    HANDLE_OR_FAIL(PT_API_EXEC, exec);
    pthread_mutex_lock(&exec->lock);
    struct CUgraphNode_st *own = own_node(exec, node);
    const cudaError_t error = own ? pt_api_operation_replace(&own->operation, by) : pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_unlock(&exec->lock);
    return error;
}

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
    exec->graph = pt_api_graph_copy(graph);
    exec->originals = malloc((count + 1) * sizeof *exec->originals);
    exec->order = exec->graph ? pt_api_graph_order(exec->graph, &cycle) : NULL;
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
