// Kernels that may begin before the launch in front of them has ended.
//
// In:  an analysed plan. Out: nothing but the answers; thread-safe.
#ifndef PTCC_FRONTEND_EARLY_H
#define PTCC_FRONTEND_EARLY_H

#include "frontend/plan.h"

// Does the function, or what it calls by name, read through a cache that does not see what is written while the kernel runs?
bool early_reads_past_caches(const plan *p, int function);

// Is a kernel with items(...) right if its threads begin while what it depends on still writes, wait for the end of that before anything
// else, and only then learn where their parameters point to? So it must not read through such a cache, not even in a library. Source: CUDA
// C++ Programming Guide, "Programmatic Dependent Launch"; PTX ISA, "ld.global.nc".
bool early_may_begin(const plan *p, const function *kernel);

#endif
