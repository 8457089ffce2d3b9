// The arguments of a launch, one by one.
//
// In:  a launch whose parentheses stand in the text. Out: where each argument stands, as tokens.
// Invariant: by commas, and only where these give as many as libclang has found: a macro may stand for several, or for a comma, `f<a, b>(c)` is
//            one, and what an #if leaves out is none.
#ifndef PTCC_FRONTEND_LAUNCH_ARGUMENTS_H
#define PTCC_FRONTEND_LAUNCH_ARGUMENTS_H

#include "frontend/plan.h"

typedef struct token_range { // [begin, end)
    size_t begin, end;
} token_range;

typedef LIST_OF(token_range) token_ranges;

// Empty where it is not known, and where there are none.
token_ranges launch_arguments(const plan *p, const launch *l);

// The parenthesis behind the arguments, as a token.
size_t launch_arguments_close(const plan *p, const launch *l);

#endif
