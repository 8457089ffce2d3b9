// Blocks of the host whose launches are made as one: `#pragma pt fuse`.
//
// In:  a plan with its launches, functions and blocks, directives attached. Out: host_loop.parts, and for each kernel which elements of its
//      arrays it touches (function.touches); a warning for each block that stays as it is, and why.
// Invariant: between the first and the last launch of a block that is rewritten stands nothing that could see whether the launches have
//            been made. What the kernels touch is all that they touch. Whether the arrays lie apart is found out when they are launched
//            (runtime-cuda/pt/fuse_host.cuh).
#ifndef PTCC_FRONTEND_FUSE_H
#define PTCC_FRONTEND_FUSE_H

#include "frontend/plan.h"

void fuse_analyse(plan *p, host_loop *block); // its launches and effects are known (loop.c)

// ---- fuse_touch.c

// Finds function.touches of a kernel, once. Why it cannot be part of a block, and the place in its file; or NULL.
const char *fuse_find_touches(plan *p, function *kernel, size_t *at);

#endif
