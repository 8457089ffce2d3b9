// Kernels that are followed rightly where the rows of their blocks are whole warps.
//
// In:  a plan with all that is known of who leaves and of copies. Out: function.needs_whole_rows, of annotated kernels.
// Invariant: threadIdx.x / 32 and threadIdx.y are taken for the same in all lanes of a warp (lanes_parts.h), which in a block of 48 by 2 threads they
//      are not. A kernel that is what it is because of that says so, and the runtime launches it as it is written for such blocks (decide.c).
#ifndef PTCC_FRONTEND_LANES_ROWS_H
#define PTCC_FRONTEND_LANES_ROWS_H

#include "frontend/plan.h"

void lanes_find_rows(plan *p);

#endif
