// Who cannot be told the block by an argument: functions that come to be called by pointers, virtually, from initialisers. They ask
// for what the kernel publishes (runtime-cuda/pt/ambient.cuh).
//
// In:  a plan whose functions know what they do through all they call. Out: `ambient` of functions, `uses_ambient` of kernels.
// Invariant: marks are only ever added: the closure ends.
#ifndef PTCC_FRONTEND_AMBIENT_H
#define PTCC_FRONTEND_AMBIENT_H

#include "frontend/plan.h"

void ambient_mark(plan *p);
void ambient_mark_users(plan *p);

// Is it a library's function that may be handed one? Behind ambient_mark.
bool ambient_may_be_called_by(const plan *p, const function *f);

#endif
