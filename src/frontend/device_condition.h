// Conditions of the preprocessor that hold for each device, or for none: #if !defined(__CUDA_ARCH__) && HAS_F16C is text of the host.
//
// In:  a conditional directive. Out: whether no device comes to the text behind it.
// Invariant: by tokens. __CUDA_ARCH__ is defined for each device, and all else that a condition names is open; what is open holds for some.
#ifndef PTCC_FRONTEND_DEVICE_CONDITION_H
#define PTCC_FRONTEND_DEVICE_CONDITION_H

#include "frontend/plan.h"

// `directive`: the token #, of an #if, #ifdef, #ifndef, #elif or #else.
bool device_condition_is_of_none(const plan_file *f, size_t directive);

#endif
