// Launches that clang dropped from its AST, found again in the text.
//
// clang drops a launch whose configuration is a braced list or whose kernel only argument-dependent lookup finds;
// nvcc takes both. In:  a collected plan. Out: such launches added to it, when the name in front of `<<<` can mean
// kernels only. Whatever stays lost, check.c refuses.
#ifndef PTCC_FRONTEND_RECOVER_H
#define PTCC_FRONTEND_RECOVER_H

#include "frontend/plan.h"

void recover_launches(plan *p);

#endif
