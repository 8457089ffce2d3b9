// Macros that compute a number: #define GID (blockIdx.x * blockDim.x + threadIdx.x), #define AT(i, j) ((i) * 32 + (j)).
//
// In:  a macro's name in a function's text. Out: what its value depends on, besides what it is given.
// Invariant: by tokens, and by each definition that the name has anywhere. Such a macro is an expression, from its first operand to its last one, of numbers,
//            indices and sizes, its own parameters, those of the function and other such macros: it names no variable, calls and changes nothing.
#ifndef PTCC_FRONTEND_MACRO_VALUE_H
#define PTCC_FRONTEND_MACRO_VALUE_H

#include "frontend/plan.h"

typedef enum macro_value {
    MACRO_OTHER,    // anything else, or no macro
    MACRO_OF_GRID,  // numbers, blockDim, gridDim, parameters of the function's
    MACRO_OF_THREAD, // blockIdx or threadIdx as well
    MACRO_OF_MEMORY  // elements of what such a parameter points to
} macro_value;

typedef struct macro_facts {
    name_list parameters; // of the function's, that it names; whether the function changes them is for the caller to say
    bool divides;         // by what is no number
    bool subtracts;
    bool is_unsigned;     // it names an index or a size, or a number with a u
} macro_facts;

// `facts` is added to.
macro_value macro_value_at(const plan *p, const function *in, const plan_file *f, size_t name, macro_facts *facts);

#endif
