// Warp operations that name all lanes, which some of them pass by in a way that an item does not follow.
//
//     v = lane < 20 ? __shfl_down_sync(~0u, v, 1) : 0;          if (lane >= 20) continue;     v += __shfl_down_sync(~0u, v, 1);
//
// In:  facts, branches and calls, the text of conditions and masks. Out: the condition; branch.parts_lanes, and leaves_before_warp_sync, of
//      functions that kernels call.
// Invariant: in the original, lanes that pass such an operation by have ended when others wait for them, and the hardware counts them as gone.
//      In an item they go on to the next one. What the item follows (an if, a while and a guard of the kernel, lanes.h, or of a function that has a copy) is left out. A mask
//      that is not known to be of some lanes names all, a lambda is where it is called, and a number of the warp, `threadIdx.x / 32`,
//      `threadIdx.x / N`, `threadIdx.x < 64` or threadIdx.y, for one that all lanes of a warp have: in a block whose rows are no whole warps, it is not.
#ifndef PTCC_FRONTEND_LANES_APART_H
#define PTCC_FRONTEND_LANES_APART_H

#include "frontend/plan.h"

// In a function that kernels call, the ifs, loops and guards that its copy follows.
void lanes_apart_find(plan *p, function *f);

// Where the condition stands that keeps some lanes of a warp from the operation `x` of the kernel, or of a function it comes to; 0: none does.
// `how`: 0, LANES_OF_ANY_SHAPE or LANES_BY_ROWS (lanes_parts.h).
size_t lanes_apart_at(const plan *p, const function *f, const fact *x, unsigned how);

#endif
