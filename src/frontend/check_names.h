// Checks: names of the program's own that would change what ptcc prints, or what its headers say.
//
// In:  a plan of a program in which something is rewritten. Out: an error at each macro, and at each thing outside of all
// namespaces, that bears a name of ours.
#ifndef PTCC_FRONTEND_CHECK_NAMES_H
#define PTCC_FRONTEND_CHECK_NAMES_H

#include "frontend/plan.h"

void check_names(plan *p);

#endif
