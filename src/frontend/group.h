// Groups of cooperative groups, by the words that make them.
//
// In:  a plan's facts and the texts of its files. Out: OF_OWN_GROUP of calls.
// Invariant: coalesced_threads() is a group of the threads that are there, and nobody else is waited for in what it does: threads that have
//      left before are none of it. So such a call is as harmless behind an early return as any other, where the text shows that its group
//      was made there:
//
//          if (i >= n) return;
//          auto g = cg::coalesced_threads();
//          if (g.thread_rank() == 0) first = atomicAdd(counter, g.size());
//          first = g.shfl(first, 0);
//
// Source: CUDA C++ Programming Guide, Cooperative Groups, "Coalesced Groups".
#ifndef PTCC_FRONTEND_GROUP_H
#define PTCC_FRONTEND_GROUP_H

#include "frontend/plan.h"

// The group of a call of cooperative groups: reduce(tile, x), tile.shfl(x, 0). NULL if it is no variable.
const token *group_of_call(const plan_file *f, const fact *x);

void group_find_own(plan *p);

#endif
