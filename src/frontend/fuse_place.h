// Places of threads in a grid, as a kernel's text computes them: what fuse_touch.c asks of indices and conditions.
//
// In:  an expression of a kernel that is taken apart (keep_reader.h), as tokens. Out: which place it is.
// Invariant: by tokens, and only what is certain. A place is made of threadIdx, blockIdx and blockDim, or constants in place of that, by
//            variables that keep their values; one that is not understood is PLACE_OTHER.
#ifndef PTCC_FRONTEND_FUSE_PLACE_H
#define PTCC_FRONTEND_FUSE_PLACE_H

#include "frontend/keep_reader.h"

typedef enum place_kind {
    PLACE_OTHER,
    PLACE_THREAD,  // threadIdx.x
    PLACE_BLOCK,   // blockIdx.x
    PLACE_SHAPE,   // blockDim.x
    PLACE_GRID,    // gridDim.x
    PLACE_TOTAL,   // blockDim.x * gridDim.x
    PLACE_FIRST,   // blockIdx.x * blockDim.x
    PLACE_OWN,     // that + threadIdx.x
    PLACE_NUMBER,  // a parameter
    PLACE_CONSTANT, // a number, for block_x or block_y
    PLACE_ROW,     // own y * a parameter
    PLACE_IN_ROWS, // that + own x
} place_kind;

typedef struct place {
    place_kind kind;
    char axis;     // 'x', 'y' or 'z'
    int parameter; // of PLACE_NUMBER, PLACE_ROW and PLACE_IN_ROWS
    slice block_x, block_y; // constants in place of blockDim.x and blockDim.y
    bool is_strided; // of PLACE_OWN: it goes on by the threads of the grid,
    slice variable;  // as this one does
} place;

place place_of(const reader *r, size_t begin, size_t end);

// How often the operator stands outside of parentheses, but not in front, and where last.
size_t place_count_operators(const reader *r, size_t begin, size_t end, const char *op, size_t *at);

typedef struct for_loop { // for (init; condition; step) body: as tokens
    size_t init, condition, step, close, body, behind; // behind is the body's begin where that is a further header
} for_loop;

bool place_read_for(const reader *r, size_t i, for_loop *x);

// The statement behind a header: no `#pragma unroll`. And the token behind a statement: a simple one, or a block; itself for others.
size_t place_behind_directives(const reader *r, size_t i);
size_t place_behind_statement(const reader *r, size_t i);

#endif
