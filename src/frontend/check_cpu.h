// Checks of programs for the CPU: what is not there is refused at its line, so that no result is wrong for it.
//
// In:  an analysed plan with `for_cpu`. Out: diagnostics, and nothing else.
#ifndef PTCC_FRONTEND_CHECK_CPU_H
#define PTCC_FRONTEND_CHECK_CPU_H

#include "frontend/plan.h"

void check_for_cpu(plan *p);

// ---- lanes (check_cpu_lanes.c) -----------------------------------------------------------------------------------

// A warp's lanes that exchange values through shared memory and trust that they run in step: in one statement, in several, and
// where reading and writing are statements of their own.
void check_cpu_steps(plan *p, const function *f, const declaration *d);
void check_cpu_exchanges(plan *p, const function *f, const declaration *d);
void check_cpu_steps_apart(plan *p, const function *f, const declaration *d);

#endif
