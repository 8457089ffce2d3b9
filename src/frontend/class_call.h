// Open calls that name the class template whose member they call: traits<T>::f(x), and v.f(x) of a variable of type vec<T>.
//
// In:  facts of open calls, with the template's name in `type`. Out: `type` stays where the program's own text shows all of that class: every
//      definition of the name, none with a base, none that is an alias or a template's parameter, and the member always a function. Then
//      only members of that class may be called. Elsewhere it becomes NULL, and the call may be of any function with its name.
// Invariant: by tokens, in all files of the program; classes of one name in several namespaces count as one.
#ifndef PTCC_FRONTEND_CLASS_CALL_H
#define PTCC_FRONTEND_CLASS_CALL_H

#include "frontend/plan.h"

void class_call_find(plan *p);

bool class_call_is(const fact *x); // one of these

// Where class_call_is: may it be of `g`?
bool class_call_may_be_of(const fact *x, const function *g);

#endif
