// Where a call's arguments stand in the text: asked where calls are collected, and where they are rewritten.
#ifndef PTCC_FRONTEND_COLLECT_TEXT_H
#define PTCC_FRONTEND_COLLECT_TEXT_H

#include "frontend/plan.h"

// The token of the parenthesis that opens the arguments of the call whose name is there, behind its template arguments (where `<` and `>`
// may compare); the number of tokens where that is out of sight, as in CALL(f, x).
size_t argument_list(const plan_file *f, size_t name_begin, size_t name_end);

#endif
