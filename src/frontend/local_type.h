// Types that a body declares, and lambdas: in a copy of the body they are other types, for which templates are instantiated anew.
//
// In:  a plan whose facts are collected. Out: for each function whether a copy of it would come to variables of its own, where
// the original and the copy must share them: static locals of a template, variable templates.
#ifndef PTCC_FRONTEND_LOCAL_TYPE_H
#define PTCC_FRONTEND_LOCAL_TYPE_H

#include "frontend/plan.h"

void local_type_find_doubled(plan *p);

// The fact that declares such a type, for messages.
const fact *local_type_of(const function *f);
// Where the static local stands that the body comes to; false where none is found by calls whose functions are known.
bool local_type_variable(const plan *p, const function *f, span *at);

#endif
