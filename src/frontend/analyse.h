// Analysis: what follows from the collected facts. Pure data in, pure data out; libclang is not asked any more.
//
// In:  a plan filled by collect.c. Out: directives attached to functions and launches; for every function what it does
// through all it calls (reads the block index, holds barriers, uses shared memory); for every annotated kernel whether
// threads can leave it before a barrier or a warp operation; the set of helper functions that need a clone.
// Errors: directives in wrong places and conflicts are reported here, since here it is found where they belong.
#ifndef PTCC_FRONTEND_ANALYSE_H
#define PTCC_FRONTEND_ANALYSE_H

#include "frontend/plan.h"

void analyse(plan *p);

// True when a thread that takes `leave` may still be waited for at `sync` by the others of its block or warp.
bool analyse_can_reach(const fact *leave, const fact *sync);

// True when the callee, or what it reaches, may wait for other threads of the block (else: of the warp).
bool analyse_may_wait(const plan *p, const fact *x, bool block);

// A call whose callee is not known: through a pointer, virtual, left open by a template.
// An open call may be of any function of that name, and the call of a value of any that a pointer may point to.
bool analyse_may_be_of(const fact *x, const function *g);
bool analyse_is_open_call(const fact *x);

// An open call of a function's address or of an object. It may be of any function that a pointer may point to; others are of one of
// that name.
bool analyse_is_call_of_value(const fact *x);
bool analyse_may_be_of(const fact *x, const function *g);

// One of the project's functions that an open call may come to and that waits for other threads; NULL when there is none.
const function *analyse_waiting_target(const plan *p, const fact *x);

// Effect of a fact's callee, closure included.
bool analyse_is_block_barrier(const plan *p, const fact *x); // an intrinsic that a shadow can stand in for
bool analyse_is_warp_sync(const plan *p, const fact *x);
bool analyse_is_library_barrier(const plan *p, const fact *x); // hidden in a system header, or behind an open call

// It is not told the software block, and asks for the one that its kernel published.
bool analyse_asks_for_block(const function *f);

// A static local that cannot change: two copies of it are as good as one.
bool analyse_is_constant_local(const plan *p, const declaration *d, const fact *x);

#endif
