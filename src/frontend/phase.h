// Phases: the parts of a kernel between its grid barriers, each of which a thread group can do for one software block after
// the other. Then a launch may have more blocks than can run at once.
//
// In:  an analysed kernel with grid barriers. Out: in its `grid`, `phases` and `splits`; or `whole_because` and where: what must live
//      across a barrier in registers or shared memory, so that each block needs a group of its own.
// Invariant: what stands outside of all phases (loops and branches around barriers, and statements that are the same for the
//            whole grid) is done once a group, and depends on no block. What a phase needs of an earlier one is computed again
//            in it: never anything that may have changed.
// Source: Stratton, Stone, Hwu, "MCUDA: An Efficient Implementation of CUDA Kernels for Multi-core CPUs", 3 (deep fission),
//         which does to the threads of a block at __syncthreads what is done here to the blocks of a group.
#ifndef PTCC_FRONTEND_PHASE_H
#define PTCC_FRONTEND_PHASE_H

#include "frontend/plan.h"

void phase_find(plan *p, function *kernel);

#endif
