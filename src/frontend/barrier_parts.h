// Grid barriers in two parts, `arrive` and `wait`: what the two files of barrier.h share.
//
// In:  the facts of a kernel, its directives among them. Out: diagnostics.
#ifndef PTCC_FRONTEND_BARRIER_PARTS_H
#define PTCC_FRONTEND_BARRIER_PARTS_H

#include "frontend/plan.h"

void barrier_refuse(plan *p, span at, const char *message);

// Refuses `arrive` and `wait` that do not belong together, in a kernel.
void barrier_check_parts(plan *p, const function *f, const declaration *d);

#endif
