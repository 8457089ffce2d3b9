// Kernels that may begin before the launch in front of them has ended.
//
// In:  an analysed plan. Out: function.begins_early of annotated kernels.
// Source: CUDA C++ Programming Guide, "Programmatic Dependent Launch"; PTX ISA, "griddepcontrol" and "ld.global.nc".
#ifndef PTCC_FRONTEND_EARLY_H
#define PTCC_FRONTEND_EARLY_H

#include "frontend/plan.h"

// Does the function, or what it calls by name, read through a cache that does not see what is written while the kernel runs?
bool early_reads_past_caches(const plan *p, int function);

void early_analyse(plan *p);

#endif
