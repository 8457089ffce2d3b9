// Addresses of kernels: which launches go through an address, and which kernels' addresses are taken.
//
// In:  an analysed plan. Out: in it, for every launch whose callee is no known kernel's name whether it becomes a launch by
// address; for every macro with a `<<<` in its body whether and how that is edited; for every kernel whether it must be
// known by its address at run time. A plan without annotated kernels stays as it is.
#ifndef PTCC_FRONTEND_ADDRESS_H
#define PTCC_FRONTEND_ADDRESS_H

#include "frontend/plan.h"

void analyse_addresses(plan *p);

// The launch calls its kernel's stub by name.
bool address_is_named_launch(const plan *p, const launch *l);

// An instantiation's address is taken in a way that leaves it unknown at run time: why, or NULL.
const char *address_obstacle(const plan *p, const kernel_value *v);

#endif
