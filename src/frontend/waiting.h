// Kernels whose blocks wait for memory that other blocks write: their blocks start in ascending order only.
//
// In:  facts (spin.h says of each loop what its end hangs on) and calls. Out: `polls`, `waits_on_blocks`, `orders_memory`, of a
//      function and all it reaches.
// Invariant: where it cannot be seen what a loop's end hangs on, as in a call through a pointer, the function waits. A function that
//      calls itself is a loop. A lock that somebody gives free is none: its holder runs already.
#ifndef PTCC_FRONTEND_WAITING_H
#define PTCC_FRONTEND_WAITING_H

#include "frontend/plan.h"

void waiting_find(plan *p);

// The first fact in the text of one that waits for which it does, or NULL where none tells.
const fact *waiting_at(const plan *p, const function *f);

#endif
