// What a parse WITH a CUDA toolkit needs before the source: `-include` it, after clang's own CUDA wrapper header.
//
// In:  clang's CUDA mode with a toolkit (8 to 13). Out: qualifiers that clang drops made visible as annotations (see
// pt_annotations.h), and the few declarations that nvcc gives every source but clang's wrapper does not. Declares no
// kernel, defines nothing that is linked. Measured, not guessed: each part says what fails without it.
#ifndef PTCC_PRELUDE_TOOLKIT_H
#define PTCC_PRELUDE_TOOLKIT_H

#include "pt_annotations.h"

// nvcc's cuda_runtime.h includes these.
#include <assert.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The host's min and max of the global namespace: clang's wrapper declares them for the device only.
#define PT_SHIM_MIN_MAX(R, T, U) R min(T a, U b); R max(T a, U b);
PT_SHIM_MIN_MAX(int, int, int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, int)
PT_SHIM_MIN_MAX(long, long, long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, long)
PT_SHIM_MIN_MAX(long long, long long, long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, long long)
PT_SHIM_MIN_MAX(float, float, float)
PT_SHIM_MIN_MAX(double, double, double)
PT_SHIM_MIN_MAX(double, float, double)
PT_SHIM_MIN_MAX(double, double, float)
#undef PT_SHIM_MIN_MAX

#endif
