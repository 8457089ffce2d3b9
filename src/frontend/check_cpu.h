// Checks of programs for the CPU: what is not there is refused at its line, so that no result is wrong for it.
//
// In:  an analysed plan with `for_cpu`. Out: diagnostics, and nothing else.
#ifndef PTCC_FRONTEND_CHECK_CPU_H
#define PTCC_FRONTEND_CHECK_CPU_H

#include "frontend/plan.h"

void check_for_cpu(plan *p);

#endif
