// Launches that clang dropped from its AST, found again in the text.
//
// clang drops a launch whose configuration is a braced list or whose kernel only argument-dependent lookup finds;
// nvcc takes both. In:  a collected plan. Out: such launches added to it, when the name in front of `<<<` can mean
// kernels only. Whatever stays lost, check.c refuses.
#ifndef PTCC_FRONTEND_RECOVER_H
#define PTCC_FRONTEND_RECOVER_H

#include "frontend/plan.h"

void recover_launches(plan *p);

// STR(k<<<1, 2>>>(a)), of `<<<` at the token `open`: it only becomes the text of a string.
bool recover_is_text(const plan *p, const plan_file *f, size_t open);

// Is there a launch with `<<<` at `offset`, among the first `count`? The search begins at `*next` and leaves there the one
// behind what it found: who asks in the order of the text does not look through all of them each time.
bool recover_is_known(const plan *p, size_t count, int file, size_t offset, size_t *next);

#endif
