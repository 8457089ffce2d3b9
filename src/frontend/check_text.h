// Checks of what only the text tells: words that would mean something else where a body stands a second time, and directives of the
// preprocessor in it.
//
// In:  an analysed plan. Out: diagnostics, and nothing else.
#ifndef PTCC_FRONTEND_CHECK_TEXT_H
#define PTCC_FRONTEND_CHECK_TEXT_H

#include "frontend/plan.h"

bool is_same_word(const plan_file *f, const token *a, const token *b);

#endif
