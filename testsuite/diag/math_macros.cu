// nvcc includes <math.h>: its macros are there without a word, and may be the program's own.
#define M_SQRT2 1.5f
#pragma pt kernel
__global__ void constants(double *a) { a[blockIdx.x] = INFINITY + NAN + HUGE_VALF + HUGE_VAL + M_PI + M_E + M_SQRT2; }
#include <cmath>
#pragma pt kernel
__global__ void asks(float *a) { a[blockIdx.x] = isinf(a[0]) ? INFINITY : M_PI; }
