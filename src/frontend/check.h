// Checks: what cannot be rewritten without changing what the program computes is refused here, at its line.
//
// In:  an analysed plan. Out: diagnostics, and nothing else. Every refusal says why and what to write instead.
// The rewriting passes rely on it: they never meet a case they cannot handle.
#ifndef PTCC_FRONTEND_CHECK_H
#define PTCC_FRONTEND_CHECK_H

#include "frontend/plan.h"

void check(plan *p);

#endif
