// Questions about the kernel nodes of CUDA graphs: cudaGraphKernelNodeGetParams(...) and its kin.
//
// In:  an analysed plan. Out: warnings. A captured launch of an annotated kernel may be a node of its persistent kernel, whose function, grid
//      and arguments are others: who looks for `(void *)k` among the nodes, or gives one another argument, has the wrong ones.
// Invariant: by names, as written; of files with an annotated kernel alone. A node that the program adds itself is that of the kernel it
//      names, and as it was; which nodes a call is about, nobody knows here.
// Source: CUDA Runtime API, "Graph Management".
#ifndef PTCC_FRONTEND_GRAPH_NODE_H
#define PTCC_FRONTEND_GRAPH_NODE_H

#include "frontend/plan.h"

void graph_node_check(plan *p);

#endif
