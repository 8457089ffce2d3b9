// Lambdas that hold barriers or warp operations: their threads wait where they are called, not where the text stands.
//
// In:  a plan whose effects are closed over the call graph. Out: for each function whether it comes to such a lambda by its
// calls. What is open (a template's parameter, a functor) may be any lambda of the program.
#ifndef PTCC_FRONTEND_LAMBDA_H
#define PTCC_FRONTEND_LAMBDA_H

#include "frontend/plan.h"

void lambda_find_waiting(plan *p);

// The call may come to a lambda whose threads wait for others of the block (else: of the warp).
bool lambda_may_wait(const plan *p, const fact *call, bool block);

// The call may come to a lambda that waits by CUDA's own barriers: one that no annotated kernel's copy holds.
bool lambda_is_foreign_barrier(const plan *p, const fact *call);

// The lambda of the program that a call of its operator() means, of which the facts are among those of `in`. NULL: none, or an open one; `in` is as it was.
const fact *lambda_of_call(const plan *p, const fact *call, const function **in);

bool lambda_holds(const fact *lambda, const fact *x);

#endif
