// What the files about graphs share.
//
// In:  -. Out: what one of them does for the others.
#ifndef PT_CPU_GRAPH_H
#define PT_CPU_GRAPH_H

#include "capture.h"

#define HANDLE_OR_FAIL(kind, object)                            \
    do {                                                        \
        if (!pt_api_handle_is(kind, object))                    \
            return pt_api_fail(cudaErrorInvalidValue);          \
    } while (0)

// ---- operation.c

void pt_api_sequence_free(pt_api_sequence_t *sequence);
// Sets the last error; an operation stays of its kind.
cudaError_t pt_api_operation_replace(pt_api_operation_t *operation, const pt_api_operation_t *by);

// ---- graph.c, with the lock held

struct CUgraph_st *pt_api_graph_copy(const struct CUgraph_st *graph); // NULL: no memory
// An order of the nodes, which the caller frees, or NULL: no memory (*cycle is false), or none exists.
struct CUgraphNode_st **pt_api_graph_order(const struct CUgraph_st *graph, bool *cycle);

// ---- graph_exec.c

// For the node of the graph that it was made from. Sets the last error.
cudaError_t pt_api_exec_replace(cudaGraphExec_t exec, cudaGraphNode_t node, const pt_api_operation_t *by);

#endif
