// Collectives of the grid: pt_any and its kin, of <pt/collectives.cuh>.
//
// In:  calls in the bodies of annotated kernels. Out: which they are, where their words stand, what cannot be rewritten, as diagnostics.
// Invariant: a collective holds a grid barrier (barrier_is_grid), and all threads of the grid get the same answer, whatever they give.
// Source: "Collective Communication and Barrier Synchronization on NVIDIA CUDA GPUs", 2009, 3.3.2 (GBS library).
#ifndef PTCC_FRONTEND_COLLECTIVE_H
#define PTCC_FRONTEND_COLLECTIVE_H

#include "frontend/plan.h"
#include "frontend/uniform.h"

typedef struct collective_function {
    const char *name;
    const char *operation; // in runtime-cuda/pt/collective.cuh
    bool has_type;         // the operation is a template of what is given
    bool takes_rank;       // of the thread
} collective_function;

// NULL: the fact is none.
const collective_function *collective_of(const plan *p, const fact *x);
bool collective_any(const plan *p, const function *f);

bool collective_is_name(const char *name);

// The words of a call.
typedef struct collective_call {
    size_t begin;    // of the name, or of `::` in front of it
    size_t open, close; // tokens: the parentheses of what is given
    slice type;      // between the angle brackets; empty where none are written
} collective_call;
bool collective_read(const plan_file *f, const fact *x, collective_call *out); // false: not understood

// A call in `in` that begins at token `i`: the token that closes it. 0: none begins there.
size_t collective_closing(const plan *p, const function *in, size_t i);

// The same by the name alone, wherever it stands.
size_t collective_closing_by_name(const plan_file *f, size_t i);

// The call in a kernel's text between two offsets, the first one from `begin` on; NULL: none.
const fact *collective_in(const plan *p, const function *kernel, size_t begin, size_t end);

// Does each turn of the loop come to the collective in its condition, or in what it does behind each turn?
bool collective_is_in_turn(const branch *loop, const fact *x);

// Which way do the operators &&, || and ?: in front of it in its statement go, for all threads of the grid?
grid_uniformity collective_behind_operators(const plan *p, const function *f, const fact *x);

// Refuses what has no meaning or cannot be rewritten.
void collective_check(plan *p);

#endif
