// Clones: which helper functions need a second form, told the block, the threads that have left, or where it may wait.
//
// In:  a plan whose functions know what they do through all they call. Out: `must_be_copied`, `cloned` and `drains` of functions.
// Invariant: marks are only ever added, so that marking until nothing changes ends.
#ifndef PTCC_FRONTEND_CLONE_H
#define PTCC_FRONTEND_CLONE_H

#include "frontend/plan.h"

static inline bool is_device_code(const function *f) { return !f->in_system && (f->is_kernel || f->is_device); }

bool clone_is_possible(const plan *p, const function *f);

void clone_find_checked(plan *p);
void clone_mark(plan *p);
bool clone_drain_together(plan *p); // whether marks were added: then clone_mark again

#endif
