// What the files of lanes_apart.c share: which operations name all lanes (lanes_mask.c), what callers hand on (lanes_argument.c), where lambdas are called
// (lanes_lambda.c), which conditions part the lanes (lanes_part.c).
//
// In:  a plan's facts and the text of its files. Out: answers by tokens.
// Invariant: a mask names all lanes if it is not known to be of some. What is not known parts the lanes. That threadIdx.x / 32 and
//      threadIdx.y are the same in all lanes of a warp holds where the rows of a block are whole warps, or there is one. The former is taken for
//      granted, the latter with LANES_BY_ROWS alone: where lanes that part by it cannot be followed. With LANES_OF_ANY_SHAPE
//      it is not taken for granted.
#ifndef PTCC_FRONTEND_LANES_PARTS_H
#define PTCC_FRONTEND_LANES_PARTS_H

#include "frontend/plan.h"

// How lanes are looked at, and which of them shall go the same way: a warp's, or a tile's of cooperative groups.
typedef struct lanes_way {
    bool any_shape, by_rows;
    unsigned long lanes; // of a tile; 0: a warp's
    size_t named_lanes;  // the token of the function that names their number, where nothing else is known of it; 0: none
    const token *tile;   // where the function names the tile, if it does: what that votes is the same for all of its lanes
    size_t made_at;      // of a coalesced group: where that is made, and conditions behind it count; 0: it is none
    bool of_library;     // a library waits for them: none of the program's conditions are followed, and only what a thread's number is part of counts
} lanes_way;

enum { lanes_of_warp = 32 };
static inline unsigned long lanes_in_way(lanes_way how) { return how.lanes ? how.lanes : lanes_of_warp; }

// Does a copy check, where a condition of `f` stands, that at least those lanes go the same way? `checked` are as many as are known, or `named` is the
// token that names them (branch, fact).
bool lanes_are_checked(const plan *p, const function *f, unsigned long checked, size_t named, lanes_way how);

#define LANES_OF_WARP ((lanes_way){.lanes = 0})
#define LANES_OF_ANY_SHAPE ((lanes_way){.any_shape = true})
#define LANES_BY_ROWS ((lanes_way){.by_rows = true})

// Behind the value that begins at token `i`: at the end of a line of #define, or at a comma, semicolon or closing bracket.
size_t lanes_end_of_value(const plan_file *f, size_t i, bool is_macro);

// A value that a caller hands on: its tokens, in the caller's file. Begin with {0}.
typedef struct lanes_argument {
    const function *caller;
    const plan_file *file;
    size_t first, end;
    bool is_hidden, is_default; // no text shows it: it comes out of a macro, or of the parameter's default argument
    int next;                   // of the plan's calls, where to go on, counted from 1; -1: at the end
} lanes_argument;
bool lanes_next_argument(const plan *p, const function *callee, size_t place, lanes_argument *x);

// Does the fact of `in`, or a function of the program's own that it calls, wait for all lanes of the warp?
bool lanes_all_are_named(const plan *p, const function *in, const fact *x);

// Is the mask of the call with the name at token `name` all lanes for sure, or out of sight? The call stands in the function or in a macro.
bool lanes_call_names_all(const plan *p, const function *in, const plan_file *f, size_t name);

// Do tokens `first` to `end` make the thread's number, with multiples of a warp's size added to it: threadIdx.x + blockIdx.x * blockDim.x?
bool lanes_count_threads(const plan *p, const function *f, size_t first, size_t end);

// Do the lanes of a warp differ in what stands in the range of the function's text, in the condition of the branch?
bool lanes_part_in(const plan *p, const function *f, size_t begin, size_t end, lanes_way how);
bool lanes_part_at(const plan *p, const function *f, const branch *b, lanes_way how);

// Where the condition stands that keeps some lanes of a warp from the call in the function, and that is not followed; 0: none does (lanes_apart.c).
size_t lanes_call_parts(const plan *p, const function *f, const fact *x, lanes_way how);

// The same for what stands in a lambda, wherever that is called (lanes_lambda.c).
size_t lanes_lambda_parts(const plan *p, const function *f, const fact *x, lanes_way how);

// Do all lanes of a warp leave the loop in the same round, and come to its end in each other one: are its condition and those of its breaks
// and continues known not to part them? What returns inside is not looked at. 
bool lanes_leave_together(const plan *p, const function *f, int loop, lanes_way how);

// Do whole warps come to the return or pass it by: by threadIdx.x / 32 say, or a vote?
bool lanes_leave_as_warps(const plan *p, const function *f, const fact *leave, lanes_way how);

// The same for whole tiles of the size of the one (cooperative groups) that `group` names: by threadIdx.x / 8, where that has 8 threads.
bool lanes_leave_as_tiles(const plan *p, const function *f, const fact *leave, const token *group, lanes_way how);

// Tells `how` of which size that tile is. False: it is not known, or no power of two up to a warp's.
bool lanes_find_tile(const plan *p, const function *f, const token *group, lanes_way *how);

#endif
