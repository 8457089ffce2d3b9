// Questions for a kernel's occupancy: cudaOccupancyMaxActiveBlocksPerMultiprocessor(...) and its kin.
//
// In:  an analysed plan. Out: in it, of these questions those alone that may be about a kernel with a grid barrier, whose launch runs the
//      persistent kernel in any case and so must be told what that one's occupancy is; warnings about those that ask the original.
// Invariant: nothing is kept where no annotated kernel has a grid barrier. A question that names only other kernels is not kept.
#ifndef PTCC_FRONTEND_OCCUPANCY_H
#define PTCC_FRONTEND_OCCUPANCY_H

#include "frontend/plan.h"

// Which argument of that function of CUDA's is the kernel, counted from 1; 0: it is none that is asked for the occupancy.
size_t occupancy_argument(const char *function);

void occupancy_keep_queries(plan *p);

// May bodies of macros be edited that ask? Not where a function that the device has, too, uses one of them.
bool occupancy_may_edit_macros(const plan *p);

// Why the question stays as it is, or NULL.
const char *occupancy_obstacle(const plan *p, const api_launch *query);

void occupancy_check(plan *p);

#endif
