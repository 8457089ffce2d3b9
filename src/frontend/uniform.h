// Conditions that are the same for all threads of a block: then the whole block goes one way.
//
// In:  a range of a declaration's text. Out: true when it is made of the software block's index, the grid's and the
//      block's shape, numbers, template parameters, parameters that the body never changes, and locals of such values.
// Invariant: by tokens, and only what is certain: a load, a call or a name of another kind is not uniform. That nothing changes
//      what a name stands for, the facts say as well (unchanged.h).
#ifndef PTCC_FRONTEND_UNIFORM_H
#define PTCC_FRONTEND_UNIFORM_H

#include "frontend/plan.h"

// Not `of_kernel`: in a function that a kernel calls, whose parameters may differ from thread to thread.
bool uniform_condition(const plan *p, const function *f, size_t begin, size_t end, bool of_kernel);

// Of a kernel: is the condition so if what lies in memory, at places that are the same for all threads, does not change meanwhile?
bool uniform_by_memory(const plan *p, const function *kernel, size_t begin, size_t end);

// For all threads of the tile (cooperative groups) that `tile` names, if not for the block: `tile.meta_group_rank()` is, too.
bool uniform_in_tile(const plan *p, const function *kernel, size_t begin, size_t end, const token *tile);

// The token of its declaration that says how many threads the tile has: tiled_partition<8>, thread_block_tile<size>. 0: none does.
size_t uniform_tile_size(const function *in, const plan_file *f, const token *tile);

// i - tile.thread_rank(): from token `i` on, of a thread's number; how many tokens, and that of the tile, or 0. It is one for all threads of the tile where rows of the block
// are whole warps.
size_t uniform_first_of_tile(const plan *p, const function *f, size_t i, size_t *tile);

// Do all threads that come to the if, loop or switch go the same way in it, each time? Or the program ends (branch.is_checked).
bool uniform_branch(const plan *p, const function *f, const branch *b, bool of_kernel);

// Do all threads that come to the statement come to `at` in it, whatever operators &&, || and ?: stand in front of it there?
bool uniform_operators(const plan *p, const function *f, size_t at, bool of_kernel);

// An operator &&, || or ? in front of `at` in its statement, whose operand asks for the thread's index; 0 if there is none.
size_t uniform_operator_for_thread(const plan *p, const function *f, size_t at);

// Is the name that of a macro of numbers and operators alone, wherever it is defined?
bool uniform_number_macro(const plan *p, const plan_file *at, const token *name);

// Which way does a branch of a kernel go, for all threads of the grid?
typedef enum grid_uniformity {
    GRID_UNIFORM, // the same way for all
    GRID_OPEN,    // nobody knows: it depends on memory, say
    GRID_DIFFERS  // it asks for the index of the thread or of the block
} grid_uniformity;
grid_uniformity uniform_in_grid(const plan *p, const function *f, const branch *b);

#endif
