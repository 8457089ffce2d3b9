// The operators &&, || and ?: that decide whether a place in a statement is come to.
//
//     v = tid < n ? block_sum(x) : 0;        the ? is in front of block_sum
//     int a = tid < n ? 1 : 0, b = block_sum(x);        none is: a comma begins anew
//
// In:  a file's tokens, an index among them. Out: indices. 0 says that there is none: what begins a body stands in front of all.
// Invariant: by tokens. What is open around the place counts, what is closed in front of it does not: parentheses, brackets, the
//      braces of an initialiser, the angle brackets of a template's arguments.
#ifndef PTCC_FRONTEND_SHORT_CIRCUIT_H
#define PTCC_FRONTEND_SHORT_CIRCUIT_H

#include "frontend/plan.h"

// The last such operator in front of token `at` that decides whether it is come to, or, for the next one, in front of that
// operator's operand; 0 if there is none in its statement, which begins behind `body_begin`.
typedef struct short_circuit {
    const plan_file *file;
    size_t body_begin; // bytes
    size_t at;         // the next token in front of which to look
    int colons;        // of ?: in front of which the place is in the last operand, met already
    bool behind_comma; // && and || in front of it are another expression's
} short_circuit;
short_circuit short_circuit_of(const plan_file *f, size_t body_begin, size_t offset);
size_t short_circuit_next(short_circuit *s);

// The first token of the operand in front of such an operator.
size_t short_circuit_operand(const plan_file *f, size_t operator);

// Has the macro that stands there such an operator in its body, or one that it is made of?
bool short_circuit_in_macro(const plan *p, const declaration *d, size_t offset);

#endif
