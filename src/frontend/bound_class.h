// Classes that no parameter of a template can stand for, so that only who names them makes objects of them.
//
// In:  the text of all files. Out: false where each mention of the class is one of these: where it is declared or defined, its constructors and
//      its destructor there, `name::`, an object that is dropped where it is made, and a variable of a function of which only members are named. Then no template is made for it, and none is
//      handed an object of it.
// Invariant: by tokens, and only what is certain; classes of one name in several namespaces count as one.
#ifndef PTCC_FRONTEND_BOUND_CLASS_H
#define PTCC_FRONTEND_BOUND_CLASS_H

#include "frontend/plan.h"

bool bound_class(const plan *p, const char *name);

// Does the function's own text name the class, or is it one of its members?
bool bound_class_is_named(const plan *p, const function *f, const char *name);

#endif
