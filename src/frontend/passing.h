// Barriers of the whole block that are the hardware's own, in a library or in inline assembly, and conditions that keep threads from them.
//
// In:  facts, branches and calls. Out: such a condition; branch.is_checked.
// Invariant: in the program, threads that pass such a barrier by end, and the hardware counts them as gone. In an item they go on to
//      barriers of the queue, which those in the library would take for themselves. So nobody may pass one by. That threads leave a loop
//      together cannot be seen where its bound is rounded up from an index of their own; a copy checks it where it runs:
//
//          for (int i = begin + threadIdx.x; i < rounded_up; i += 128)     sum += BlockReduce(storage).Sum(i < n ? in[i] : 0);
#ifndef PTCC_FRONTEND_PASSING_H
#define PTCC_FRONTEND_PASSING_H

#include "frontend/plan.h"

// Does the fact of `f` come to such a barrier, itself or in functions and lambdas of the program that it calls?
bool passing_comes_to_hardware(const plan *p, const function *f, const fact *x);

// A condition that asks for the thread's index and that only some threads go on from to the barrier `x`, where it stands, or 0: one around it, or around
// a jump that passes it by.
size_t passing_condition(const plan *p, const function *f, const fact *x, bool of_kernel);

// Where such a condition of a return in front of `x` stands, in a function that kernels call: those that return end there. 0: there is none. (Of
// the kernel's own returns see check_leaving.c.)
size_t passing_return(const plan *p, const function *f, const fact *x);

// Likewise returns by what lies in memory, `if (first[blockIdx.x] == first[blockIdx.x + 1]) return;`, before any operation of a library that
// waits: sets IS_CHECKED and branch.is_checked.
void passing_find_checked_returns(plan *p, function *kernel);

// Sets branch.is_checked and must_be_copied of a function, as if there were a copy of it; what has none
// forgets them, and the lanes that go apart in it (lanes_apart.h).
void passing_find_checked_loops(plan *p, function *f);
void passing_forget_copies(plan *p);

#endif
