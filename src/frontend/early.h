// Kernels that may begin before the launch in front of them has ended.
//
// In:  an analysed plan. Out: function.begins_early of annotated kernels.
// Source: CUDA C++ Programming Guide, "Programmatic Dependent Launch"; PTX ISA, "griddepcontrol" and "ld.global.nc".
#ifndef PTCC_FRONTEND_EARLY_H
#define PTCC_FRONTEND_EARLY_H

#include "frontend/plan.h"

void early_analyse(plan *p);

#endif
