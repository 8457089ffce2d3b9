// A return in one arm of an if, and what stands in the other: if (...) { ... return; ... } else { ... __shfl_sync(...) ... }.
//
// In:  a return and another fact of the same body. Out: the if between them.
// Invariant: by tokens, and only where no loop or goto leads from one arm into the other. Who returns there has nothing to do with the other arm if all
//            threads that matter go the same way at the if, which is for the caller to ask.
#ifndef PTCC_FRONTEND_ARMS_H
#define PTCC_FRONTEND_ARMS_H

#include "frontend/plan.h"

typedef struct arms {
    bool is_constant;                      // if constexpr: the rest is not known
    const branch *branch;                  // NULL: of a guard, if (...) return;
    size_t condition_begin, condition_end;
} arms;

// Once for each function, in front of all else: its constant_arms.
void arms_find_constant(plan *p, function *f);

bool arms_part(const plan *p, const function *f, const fact *leave, const fact *other, arms *out);

// Do all threads of the block go the same way there?
bool arms_are_uniform(const plan *p, const function *f, const arms *x, bool of_kernel);

#endif
