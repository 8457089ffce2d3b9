// Functions that the host alone runs: what they do is done by no thread of a kernel's, whatever a call that a template leaves open may be of.
//
// In:  functions with their attributes and facts, and their texts. Out: function.is_for_host.
// Invariant: yes only of a definition whose words are there to see, without `constexpr`: devices may run those
//      (--expt-relaxed-constexpr). A lambda may be for the device, and so may what is noted of the function that it stands in.
#ifndef PTCC_FRONTEND_FOR_HOST_H
#define PTCC_FRONTEND_FOR_HOST_H

#include "frontend/plan.h"

void for_host_mark(plan *p);

#endif
