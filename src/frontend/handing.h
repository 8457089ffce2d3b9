// Variables that a call is handed and leaves as they are: f(x), of functions that take a copy, or a reference by which they change nothing.
//
// In:  a change of a local or a parameter (FACT_CHANGE, FACT_OPEN_CHANGE), which an argument counts as where a reference may be taken.
// Out: whether it is none.
// Invariant: a call stands there, and by its text and that of each declaration of all functions that it may be of none changes what it is handed,
//      nor does what is made of it for a parameter. An argument is a name alone.
#ifndef PTCC_FRONTEND_HANDING_H
#define PTCC_FRONTEND_HANDING_H

#include "frontend/plan.h"

// `depth`: of calls that hand it on, 0 at first.
bool handing_keeps(const plan *p, const function *f, const fact *x, int depth);

#endif
