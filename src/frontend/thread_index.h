// Conditions that ask for the index of the thread: then the threads of a block may go different ways.
//
// In:  a range of a declaration's text. Out: true when it names threadIdx (or blockIdx, where that is asked for), a local variable that has
//      got its value from one, or a macro that stands for one.
// Invariant: by tokens. What a call gives or memory holds may be the same for all threads, and does not count, nor does a vote of the block.
//      It is no proof: `threadIdx.x < 1024` may hold for all.
#ifndef PTCC_FRONTEND_THREAD_INDEX_H
#define PTCC_FRONTEND_THREAD_INDEX_H

#include "frontend/plan.h"

// Once, when the plan's files are known.
void thread_index_find_macros(plan *p);

bool thread_index_in(const plan *p, const function *f, size_t begin, size_t end, bool or_block);

// Is the token the name of a macro that stands for a thread's index?
bool thread_index_is_macro(const plan *p, const plan_file *f, size_t token);

// The condition of an if, a loop or a switch; of a `for`, all of its head.
bool thread_index_in_branch(const plan *p, const function *f, const branch *b, bool or_block);

#endif
