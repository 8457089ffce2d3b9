// Checks of what only the text tells: words that would mean something else where a body stands a second time, directives of the
// preprocessor in it, and the order in which a launch evaluates what it is given.
//
// In:  an analysed plan. Out: diagnostics, and nothing else.
#ifndef PTCC_FRONTEND_CHECK_TEXT_H
#define PTCC_FRONTEND_CHECK_TEXT_H

#include "frontend/plan.h"

// Of a launch that goes through a stub.
void check_order_of_evaluation(plan *p, const launch *l);

// Is token `i` an assignment, `++` or `--`?
bool changes_something(const source *s, const token_list *tokens, size_t i);

#endif
