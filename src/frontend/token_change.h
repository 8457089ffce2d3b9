// Operators that change a variable beside them, by a token.
//
// In:  the tokens of a text. Out: whether one is such an operator, and where it ends.
// Invariant: this is the one place that lists them: whoever leaves some out says which, by what they do.
#ifndef PTCC_FRONTEND_TOKEN_CHANGE_H
#define PTCC_FRONTEND_TOKEN_CHANGE_H

#include "frontend/lex.h"

// What an operator does to a variable beside it: `=`, `+=` or `or_eq`, `++`. Of `>>=`, each of whose characters is a token of its own, the first one
// says so.
typedef enum token_change { NO_CHANGE, ASSIGNS, UPDATES, STEPS } token_change;
token_change token_change_at(const source *file, const token_list *tokens, size_t i);

// Index of the first token behind the operator at `i`.
size_t token_behind_change(const source *file, const token_list *tokens, size_t i);

#endif
