// Launches whose configuration must be evaluated before their arguments, as CUDA does it: in a call of a stub both are arguments.
//
// In:  the named launches of a plan. Out: launch.is_sequenced, which the output writes so that the order stays (transform/launch.c), or
//      an error (pt-launch-order) where it cannot.
// Invariant: what the one is seen to change and the other to read is in order, or refused. Of a function that is called it is not known
//            what it changes, unless its text says so; a configuration that calls one comes first where that can be written, unless the
//            arguments are numbers. Launches out of a macro's body are not looked at.
#ifndef PTCC_FRONTEND_LAUNCH_ORDER_H
#define PTCC_FRONTEND_LAUNCH_ORDER_H

#include "frontend/plan.h"

// Behind the analysis of addresses and loops.
void launch_order_analyse(plan *p);

// Offset behind the ) of the launch's arguments.
size_t launch_arguments_end(const plan *p, const launch *l);

#endif
