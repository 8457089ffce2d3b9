// Grid barriers of annotated kernels: `#pragma pt barrier`, and cooperative groups' sync() of the whole grid.
//
// In:  directives, and the facts of the bodies that they stand in. Out: a fact for each directive; for every function
//      whether it comes to such a barrier; what cannot be rewritten, as diagnostics.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.4 (global synchronisation).
#ifndef PTCC_FRONTEND_BARRIER_H
#define PTCC_FRONTEND_BARRIER_H

#include "frontend/plan.h"

// The directives become facts of the kernels they stand in (when those are known); errors: any other place.
void barrier_attach(plan *p);

// A barrier of the grid itself, not a call of a function that comes to one.
bool barrier_is_grid(const plan *p, const fact *x);

// The same, or a call of a function that comes to one.
bool barrier_comes_to_grid(const plan *p, const fact *x);

// Where the expression of a group's sync() begins, when it is one that can be left out: of a variable or of this_grid().
// (size_t)-1: it is not, or what it stands in could not be understood.
size_t barrier_begin(const plan_file *f, const fact *x);

// Kernels in which a software block may end before another one's last barrier. Needs the closed effects.
void barrier_find_missing(plan *p);

// Refuses what has no meaning or cannot be rewritten.
void barrier_check(plan *p);

#endif
