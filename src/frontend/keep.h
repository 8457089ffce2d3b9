// Arrays that a loop may keep in shared memory: `#pragma pt loop keep(a)`.
//
// In:  a loop that runs as one launch, with its directive. Out: host_loop.keeps, and the kernel's `kept`; else a
//      warning (pt-keep) that says why not, and the loop runs as it would without the clause.
// Invariant: which elements of the two arrays a kernel touches is then decided by its indices, its launch and its arguments alone, and
//            not by anything that it reads: what a probe of one step has seen (runtime-cuda/pt/keep_host.cuh) holds for all. And it
//            does nothing but write one of the arrays, so that its steps need no barrier of the grid between them.
#ifndef PTCC_FRONTEND_KEEP_H
#define PTCC_FRONTEND_KEEP_H

#include "frontend/plan.h"

void keep_analyse(plan *p, host_loop *loop);

#endif
