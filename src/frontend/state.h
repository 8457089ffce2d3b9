// What a thread group keeps from block to block: `#pragma pt state`, and what it does behind its last one: `#pragma pt finish`.
//
// In:  directives, and the facts of the kernels that they stand in. Out: the three parts of such a kernel's body (plan_function.h,
//      `state`), and which parameters each block gets anew; what has no meaning or cannot be rewritten, as diagnostics.
// Invariant: compiled without ptcc the kernel means the same, with one block for each group. So no thread may return in front of
//            `finish`, which it would not come to then; and nothing outside of the middle part may depend on the block.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 2.2 and 3.1: variables of the uber-kernel
//         outlive the items of its loop.
#ifndef PTCC_FRONTEND_STATE_H
#define PTCC_FRONTEND_STATE_H

#include "frontend/plan.h"

// Finds the parts; errors: directives that stand anywhere else.
void state_attach(plan *p);

// What the parts do. Needs the closed effects.
void state_find(plan *p);

// Refuses what has no meaning or cannot be rewritten (state_check.c). Needs the closed effects.
void state_check(plan *p);

#endif
