// Jumps past barriers: goto, break and continue.
//
// In:  facts of a body (FACT_GOTO, FACT_JUMP), its branches, closed effects. Out: whether threads may come past a barrier by one, or
//      come to it once more than others.
#ifndef PTCC_FRONTEND_JUMP_H
#define PTCC_FRONTEND_JUMP_H

#include "frontend/plan.h"

// The loop or switch that a FACT_JUMP leaves or goes on with: an index of `branches`, or -1.
int jump_target(const function *f, const fact *jump);

// The same for a FACT_JUMP in front of `x` that leaves or goes on with what holds `x`; -1 for any other fact.
int jump_target_around(const function *f, const fact *jump, const fact *x);

// May a thread that is behind `begin` pass `x` by: does it go on, or out, from there with what holds `x`, or anywhere by a goto?
bool jump_may_pass(const function *f, size_t begin, const fact *x);

// Does the FACT_GOTO go back to a label in front of something that waits, for the block or else for lanes of the warp?
bool jump_goes_back_over(const plan *p, const function *f, const fact *go, bool block);

// May a thread that takes the FACT_GOTO come past `x`, or to it in another turn of a loop than those that do not?
bool jump_may_go_past(const plan *p, const function *f, const fact *go, const fact *x);

// Is there something that waits for the block behind the FACT_GOTO, which goes forward?
bool jump_goes_past(const plan *p, const function *f, const fact *go);

// Does a goto in front of `x` go to a label behind it?
bool jump_goes_over(const function *f, const fact *x);

// May a thread return between the label that the FACT_GOTO goes back to and the goto?
bool jump_returns_on_the_way(const function *f, const fact *go);

// May some threads of a block pass `x` by, by a break or continue in front of it, when others do not?
bool jump_skips(const plan *p, const function *f, const fact *x, bool of_kernel);

#endif
