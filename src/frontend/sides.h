// What differs between the two sides of a program, host and device, by way of macros.
//
// In:  a plan whose files know what each parse skipped. Out: its `one_sided`.
#ifndef PTCC_FRONTEND_SIDES_H
#define PTCC_FRONTEND_SIDES_H

#include "frontend/plan.h"

void sides_find(plan *p);

#endif
