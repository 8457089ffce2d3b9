// Which of clang's messages matter.
//
// In:  a plan with its functions, and the parse that they come from. Out: diagnostics.
// Invariant: libclang is not the program's compiler: what it says is an error of the program's only where the grammar, or text
//            that is rewritten, is concerned.
#ifndef PTCC_FRONTEND_MESSAGES_H
#define PTCC_FRONTEND_MESSAGES_H

#include "frontend/ast.h"
#include "frontend/plan.h"

void messages_find_macro_directives(plan *p, ast *t); // and those in headers that no file includes

// What clang could not make sense of may do anything: a loop in which it stands stays as it is, and of a function of the host in which
// it stands nothing is known. Before the analysis.
void messages_find_unknown(plan *p, ast *t);
void messages_note_of_device(plan *p, ast *t); // of a parse for a device
void messages_take(plan *p, ast *t, diagnostics *d);

#endif
