// What the functions of CUDA's own libraries do, by their names: intrinsics, cooperative groups, CUB (also where the program has put it into
// a namespace of its own, CUB_WRAPPED_NAMESPACE), cuda::barrier and cuda::pipeline.
//
// In:  a function of a system header. Out: its effects; whom it waits for.
// Invariant: what is not known to do nothing together with other threads counts as waiting for them.
// Source: CUDA Programming Guide, "Cooperative Groups", "Synchronization Functions"; CCCL documentation, "CUB".
#ifndef PTCC_FRONTEND_LIBRARY_H
#define PTCC_FRONTEND_LIBRARY_H

#include "frontend/plan.h"

bool library_in_cooperative_groups(const function *f);

// A question to a cooperative group that waits for nobody, by its name.
bool library_is_group_question(const char *name);

// Sets what the name says of the function. False when its body must be asked, too.
bool library_note_effects(function *f);

// Of those that wait: a member of a class of collectives of a warp, which waits for nobody else.
bool library_waits_for_warp(const function *f);

// Of those that wait: it is told whom it waits for, the threads of a group or as many as come, or it waits for a warp.
bool library_waits_for_some(const function *f);

#endif
