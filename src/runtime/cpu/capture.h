// What streams, events and graphs know of each other while streams are being captured.
//
// In:  -. Out: the structures, and the lock that guards all of them.
// Invariant: a stream belongs to at most one capture. Each capturing stream has the nodes that its next one depends on.
#ifndef PT_CPU_CAPTURE_H
#define PT_CPU_CAPTURE_H

#include "api.h"

typedef struct pt_api_nodes {
    struct CUgraphNode_st **nodes;
    size_t count, capacity;
} pt_api_nodes_t;

struct CUgraphNode_st {
    struct CUgraph_st *graph;
    pt_api_operation_t operation; // a copy
    pt_api_nodes_t dependencies;
    size_t dependents;
    bool disabled; // in an executable graph
    size_t mark;   // where it stands in its graph while an order is sought, or its partner while one is
};

struct CUgraph_st {
    pt_api_nodes_t nodes; // in the order in which they were added
};

typedef struct pt_api_capture {
    struct pt_api_capture *next;
    unsigned long long identity;
    struct CUgraph_st *graph;
    struct CUstream_st *origin;
    struct CUstream_st **streams;
    size_t stream_count;
    enum cudaStreamCaptureMode mode;
    pthread_t thread;
    bool invalidated;
} pt_api_capture_t;

struct CUstream_st {
    unsigned flags;
    int priority;
    unsigned long long identity;
    pt_api_capture_t *capture; // NULL: none
    pt_api_nodes_t tail;
    struct CUstream_st *next; // of all streams that were created
};

extern pthread_mutex_t pt_api_capture_lock;

// All of these with the lock held.
pt_api_capture_t *pt_api_capture_of(unsigned long long identity); // NULL when it has ended
bool pt_api_capture_join(pt_api_capture_t *capture, struct CUstream_st *stream);
bool pt_api_nodes_add(pt_api_nodes_t *set, struct CUgraphNode_st *node); // once; false: no memory
bool pt_api_nodes_unite(pt_api_nodes_t *set, const pt_api_nodes_t *more);
void pt_api_nodes_clear(pt_api_nodes_t *set);
struct CUgraph_st *pt_api_graph_create(void);
void pt_api_graph_free(struct CUgraph_st *graph);
struct CUgraphNode_st *pt_api_graph_append(struct CUgraph_st *graph, const pt_api_operation_t *operation,
                                           const pt_api_nodes_t *dependencies);

#endif
