// Loops of the host that become one launch: `#pragma pt loop`.
//
// In:  a plan with its launches, functions and loops, directives attached. Out: which loops are rewritten, and which calls in them
// are the loop's own steps; a diagnostic for each of the others, which stay as they are.
// Invariant: what a loop that is rewritten calls is known not to look at what the launches do, or is told apart (loop_effect).
#ifndef PTCC_FRONTEND_LOOP_H
#define PTCC_FRONTEND_LOOP_H

#include "frontend/plan.h"

void loop_attach(plan *p);  // directives that stand before no loop are refused
void loop_analyse(plan *p); // behind the analysis of functions and launches

#endif
