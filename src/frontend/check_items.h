// Checks of items(...): the number of blocks must be the same wherever it is evaluated, and mean what it says there.
//
// In:  an analysed plan and an annotated kernel that is defined. Out: diagnostics (pt-items), and nothing else.
#ifndef PTCC_FRONTEND_CHECK_ITEMS_H
#define PTCC_FRONTEND_CHECK_ITEMS_H

#include "frontend/plan.h"

void check_items(plan *p, const function *kernel);

#endif
