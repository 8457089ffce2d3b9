// Threads that leave a kernel, or a function, before others have passed their last barrier or warp operation.
//
// In:  facts, with what all callees do. Out: of each function, whether threads may leave it before a barrier of the block, before a warp
//      operation, and whether a barrier that no shadow reaches stands in what it calls.
// Rule: where it cannot be seen that all threads go the same way, some may have left.
#ifndef PTCC_FRONTEND_LEAVING_H
#define PTCC_FRONTEND_LEAVING_H

#include "frontend/plan.h"

void leaving_find(plan *p);
void leaving_find_hidden_barriers(plan *p);

// May threads of a kernel leave it, or pass by, before others have passed a barrier of the block, those of the grid aside?
bool leaving_before_block_barrier(const plan *p, const function *f);

// Does a return of a guard at the top level go the guard's way: nobody that takes it is waited for in the rest of the guard?
bool leaving_ends_with_guard(const plan *p, const function *f, const fact *x);

// A return that all threads of the block come to or none.
bool leaving_is_uniform_return(const plan *p, const function *f, const fact *x, bool of_kernel);

// True when a thread that takes `leave` may still be waited for at `sync` by the others of its block or warp.
bool leaving_can_reach(const fact *leave, const fact *sync);

// Does it stand in another arm of an if at which all threads of the block go the same way?
bool leaving_goes_elsewhere(const plan *p, const function *f, const fact *leave, const fact *sync, bool of_kernel);

// May a thread end in the range of the function's text?
bool leaving_may_end_between(const function *f, size_t begin, size_t end);

// Does one come to `behind` that has come to `x`, as far as guards `if (c) { ...; return; }` of the body go?
bool leaving_is_same_way(const fact *x, const fact *behind);

// True when the callee, or what it reaches, may wait for other threads of the block (else: of the warp).
bool leaving_may_wait(const plan *p, const fact *x, bool block);

// One of the project's functions that an open call may come to and that waits for other threads; NULL when there is none.
const function *leaving_waiting_target(const plan *p, const fact *x);

// Does what is called in the function wait for the threads of one warp at most, if for any: of CUB's WarpReduce, of a tile of 32, or in whichever of the program's
// functions an open call may come to?
bool leaving_waits_for_warp(const plan *p, const function *in, const fact *x);
bool leaving_library_waits_for_warp(const plan *p, const function *in, const fact *x); // the latter aside

// The name of the group (cooperative groups) that the call waits for, or NULL.
const token *leaving_group_of(const plan *p, const function *in, const fact *x);

// Effect of a fact's callee, closure included.
bool leaving_is_block_barrier(const plan *p, const fact *x); // an intrinsic that a shadow can stand in for
bool leaving_is_warp_sync(const plan *p, const fact *x);
bool leaving_is_library_barrier(const plan *p, const fact *x); // hidden in a system header, or behind an open call
bool leaving_is_out_of_reach(const plan *p, const fact *x); // such a one that gets no shadow: the sync of the whole block becomes __syncthreads, which has one

#endif
