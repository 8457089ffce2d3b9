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
//      What a library does for a tile (cooperative groups) or a warp (CUB) names all of its lanes, and nothing can be said to it. There a condition counts
//      that a thread's number is a part of; what a call gives, or memory holds, is taken for the same in the tile.
#ifndef PTCC_FRONTEND_LANES_APART_H
#define PTCC_FRONTEND_LANES_APART_H

#include "frontend/lanes_parts.h"

// In a function that kernels call, the ifs, loops and guards that its copy follows.
void lanes_apart_find(plan *p, function *f);

// Sets what of a branch is checked (lanes_checked, lanes_named) of an annotated kernel, or of a function that may be copied: its ifs, and loops that nothing but their
// condition ends, around what a library does for a tile or a warp, where its lanes are not known to go the same way; and of a function's return in front of
// such an operation, by a guard at its top level, whatever that asks for (fact.lanes_checked, lanes_named).
void lanes_apart_find_checked(plan *p, function *f);

// Where the condition stands that keeps some lanes of a warp from the operation `x` of the kernel, or of a function it comes to; 0: none does.
// `how`: LANES_OF_WARP, LANES_OF_ANY_SHAPE or LANES_BY_ROWS (lanes_parts.h).
size_t lanes_apart_at(const plan *p, const function *f, const fact *x, lanes_way how);

#endif
