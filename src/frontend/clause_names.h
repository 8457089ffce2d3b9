// Names in the expressions of schedule, groups, order(tile(...)) and items.
//
// In:  the live directives. Out: the plan's `undeclared` (collect), errors (check).
// Invariant: only what certainly has no meaning is refused: a parameter or an index of a thread, where the host evaluates the expression, and
//            a name that neither the program's text in front of the directive nor anything that libclang read declares. Whether another one
//            may be used at that place says nvcc, at the directive's line (stub.c).
#ifndef PTCC_FRONTEND_CLAUSE_NAMES_H
#define PTCC_FRONTEND_CLAUSE_NAMES_H

#include "frontend/ast.h"
#include "frontend/plan.h"

// Position of the parameter or, behind these, the template parameter with this name, or -1.
int clause_names_parameter(const declaration *d, slice name);

void clause_names_collect(plan *p, ast *t);
void clause_names_check(plan *p, const function *kernel); // an annotated one

#endif
