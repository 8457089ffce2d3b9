// Calls that nobody writes, in templates: of operators, conversions, constructors and destructors of types that a template leaves
// open. libclang shows `a + b` there as an operator of the language, and a conversion not at all. Elsewhere, of what makes the elements
// of a list, and of objects that end where their class is open.
//
// In:  functions with their facts and closed effects. Out: where such a function of the program's own does what matters here (it
//      asks for the block, waits, or shares memory), each function that may stand in a template holds an open call of it, at
//      its end, since its places are not known.
//      Where no template's type can be the class (bound_class.h), those alone that name it.
// Invariant: nothing is added where no such function exists, which is nearly always.
#ifndef PTCC_FRONTEND_SILENT_H
#define PTCC_FRONTEND_SILENT_H

#include "frontend/plan.h"

// True when calls were added, so that effects must be closed again, and then more may be.
bool silent_add_calls(plan *p);

// May such calls stand in `f`, a function of the program's for the device?
bool silent_may_stand_in(const plan *p, const function *f);

// What such a call in `f` may be of that waits for other threads; NULL where there is none.
const function *silent_waiting(const plan *p, const function *f);

bool silent_is_callee(const function *f); // a function of the program's for the device that nobody's text may call: an operator, say

bool silent_is_call(const fact *x); // one of these

// Is the open call `x` one of these, and may it be of `f`?
bool silent_may_be_of(const fact *x, const function *f);

#endif
