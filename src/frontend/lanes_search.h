// What the files share that look for values which part the lanes of a warp: lanes_part.c (conditions and calls), lanes_number.c (numbers of
// warps), lanes_variable.c (variables).
//
// In:  a range of a function's text. Out: answers by tokens.
// Invariant: what is not known parts the lanes.
#ifndef PTCC_FRONTEND_LANES_SEARCH_H
#define PTCC_FRONTEND_LANES_SEARCH_H

#include "frontend/lex.h"
#include "frontend/plan.h"

enum { lanes_looks_at_most = 2000, lanes_depth_at_most = 16 };

typedef struct search {
    const plan *plan;
    const function *in;
    const plan_file *file;
    bool any_shape, by_rows;
    unsigned long lanes;                  // that shall go the same way: a warp's, or a tile's
    size_t named_lanes;                   // the token in `in` that names their number, where nothing else is known of it; 0: none
    const token *tile;                    // the tile's name in `in`, or NULL
    size_t left;                          // looks at names, after which all part the lanes
    signed char **asks;                   // what is known of functions, once one is looked at: see lanes_part.c
    size_t open[lanes_depth_at_most + 2]; // names of variables that are being looked at
    size_t open_count;
} search;

static inline size_t lanes_index_of(const plan_file *f, size_t offset) { return token_at_or_after(&f->tokens, offset); }

// A search in another function's text, or in a macro's; lanes_search_end tells the first one how much of its looks that took.
static inline search lanes_search_in(const search *s, const function *g, const plan_file *f)
{
    return (search){.plan = s->plan, .in = g, .file = f, .any_shape = s->any_shape, .by_rows = s->by_rows, .lanes = s->lanes, .left = s->left, .asks = s->asks};
}
static inline void lanes_search_end(search *s, const search *inside) { s->left = inside->left; }

// Do the lanes of a warp differ in what stands in the range (bytes)?
bool lanes_parts(search *s, size_t begin, size_t end, int depth);

// Do they go different ways in the branch; leave the loop in different rounds? (lanes_leave_together asks the latter.)
bool lanes_branch_parts(search *s, const branch *b, int depth);
bool lanes_loop_parts(search *s, int loop, int depth);

// Has the variable at token `use` another value in some lanes?
bool lanes_name_parts(search *s, size_t use, int depth);

// What makes a number of warps out of one of threads, or compares that with the end of a warp: `/ 32`, `>> 5`, `< 64`. 0 tokens: nothing does.
size_t lanes_of_warps(const search *s, size_t i);

// Is what that stands behind, tokens `first` to `last`, such a number: threadIdx.x and what keeps warps in one piece?
bool lanes_is_number_of_thread(search *s, size_t first, size_t last, int depth);

// tid - lane, of the thread's number and its number within the warp: that of the warp's first thread, which all lanes have. How many tokens; 0: it is no such.
size_t lanes_first_of_warp(search *s, size_t i, int depth);

// What a function of the program's gives that does nothing else: the tokens behind `return`. False: it does more.
bool lanes_only_value(const plan *p, const function *g, size_t *first, size_t *end);

// 32, 0x20, 64u: the number at token `i`, or 0.
unsigned long lanes_whole_number(const plan_file *f, size_t i);

// What the number, macro or constant at token `i` is, in all its definitions. 0: that is not known (lanes_constant.c).
unsigned long lanes_constant_at(const search *s, size_t i);
bool lanes_name_is_of_whole_warps(const search *s, size_t name); // each definition is a multiple of the lanes

// Of what is declared at token `name` with a type of whole numbers, or as an enumerator: what it holds at least. 0: it is no such, or a bool.
unsigned long lanes_largest_value(const plan_file *f, size_t name);

// Is token `name` a parameter of the function, or of its templates?
bool lanes_is_own_name(const function *in, const plan_file *f, size_t name);

// Is a macro, a constant or the number at token `i` one of 32, or of the tile's lanes, or a multiple?
bool lanes_is_of_whole_warps(const search *s, size_t i);

// Does token `name` stand for a template's parameter, or a constant, that no local variable hides: the same number wherever the function names it?
bool lanes_names_one_number(const search *s, size_t name);

// The first local variable of the function that has the name at token `name`, or NULL.
const fact *lanes_find_local_in(const search *s, const plan_file *f, size_t name); // the name stands in `f`
static inline const fact *lanes_find_local(const search *s, size_t name) { return lanes_find_local_in(s, s->file, name); }

// A word of a type that holds the numbers of all threads.
bool lanes_is_wide_type(const plan_file *f, size_t i);

#endif
