// Functions of the program that only compute: ceil_div(a, b). What they give is the same for all who give them the same.
//
// In:  calls in a function's text. Out: answers by tokens.
// Invariant: such a function is nothing but `return`, of its own parameters, numbers, constants and other such functions; all of the program's that have the
//      name are, and no class's operators take part. CUDA's min, max and abs count as well.
#ifndef PTCC_FRONTEND_COMPUTING_H
#define PTCC_FRONTEND_COMPUTING_H

#include "frontend/plan.h"

// (int)x, unsigned long(x), static_cast<int>(x): how many tokens the type at token `i` has; 0: there is none. Conversions of the program's own are calls.
size_t computing_tokens_of_type(const plan_file *f, size_t i);

// Of the function with the name at token `i`, called there by `in`: where its arguments open; 0: it is none of these.
size_t computing_arguments(const plan *p, const function *in, const plan_file *f, size_t i);

// Is what stands at token `i` an argument of such a call?
bool computing_is_given(const plan *p, const function *in, const plan_file *f, size_t i);

// Does the range of the function's text (bytes) call what is not known to be one, by a name or an operator of the program's?
bool computing_calls_other(const plan *p, const function *in, size_t begin, size_t end);

#endif
