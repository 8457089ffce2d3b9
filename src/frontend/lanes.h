// Warp operations that only some lanes of a warp come to, while the others end.
//
// In:  an annotated kernel's facts and branches. Out: branch.parts_lanes, function.parts_lanes.
// Invariant: in the original, `if (threadIdx.y == 0) v += __shfl_down_sync(~0u, v, 8);` at the end of a kernel waits for
//            no lane that passed it by, since those have exited. In an item they have not: they are on their way to the
//            next one, and the operation would wait for ever. So the item must know, from each such condition on, which
//            lanes took it. Where every lane comes by another barrier or warp operation afterwards, the masks must have
//            been right in the original already, and nothing is done.
#ifndef PTCC_FRONTEND_LANES_H
#define PTCC_FRONTEND_LANES_H

#include "frontend/plan.h"

// Does the fact stand in the branch's own condition?
bool lanes_in_head(const branch *b, const fact *x);

// An item, or a copy of what it calls, knows which lanes go which way here.
bool lanes_are_followed(const branch *b);

// May a lane come to the loop again that has left it, while others are in it? Then those that leave wait for each other behind it.
bool lanes_come_again(const function *f, const branch *loop);

// Does a lane that passes by the branch, which `at` stands in, come to a barrier or a warp operation all the same? The tile that is known waits, too.
bool lanes_meet_behind(const plan *p, const function *f, int branch, const fact *at, const token *tile);

void lanes_find_parting(plan *p, function *kernel);

#endif
