// Functions that may come back to themselves, by whatever way.
//
// In:  functions with their facts. Out: for each function whether a chain of calls leads from it to it; an open call counts as one of every
//      function that it may be of. Functions of system headers are on no chain.
// Invariant: as many steps as there are calls, and functions that the open ones may be of; those that may be of the same functions share
//            what they lead to.
// Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972 (strongly connected components).
#ifndef PTCC_FRONTEND_RECURSION_H
#define PTCC_FRONTEND_RECURSION_H

#include "frontend/plan.h"

const bool *recursion_find(const plan *p); // by function

#endif
