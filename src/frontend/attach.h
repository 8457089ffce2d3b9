// Directives of kernels and launches find what they belong to.
//
// In:  a plan filled by collect.c. Out: each kernel's and each launch's directive. Errors: directives that stand before something else,
//      or before several launches; two that contradict each other, or that mean one launch.
#ifndef PTCC_FRONTEND_ATTACH_H
#define PTCC_FRONTEND_ATTACH_H

#include "frontend/plan.h"

void attach_directives(plan *p);

// Do two directives of kernels say the same?
bool attach_same_clauses(const directive *x, const directive *y);

#endif
