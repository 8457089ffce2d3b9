// The output asks for the macros that the program was looked at with: those of -D that it names, and that none is defined that its
// conditions ask for. None of: what the text or a header defines itself, the compilers' own, what was not asked because another branch was
// taken, and what host code alone asks for.
#ifndef BLOCK
#define BLOCK 64
#endif
#define ITS_OWN 2
#include <math.h>
#ifndef M_PI
#define M_PI 3.14159
#endif
#if defined(FAST) && LEVEL > 2 || ITS_OWN == 3
#elif defined(SMALL)
#endif
#if ITS_OWN == 2
#elif defined(NOT_ASKED)
#endif
#ifdef FAST
#ifdef NOT_ASKED_EITHER
#endif
#endif
#ifdef __GNUC__
#endif
#ifdef _OPENMP
#endif
#ifdef TAKEN_AWAY
#undef TAKEN_AWAY
#endif
#ifdef DEFINED_LATER
#endif
#define DEFINED_LATER

#pragma pt kernel
__global__ void k(int *out)
{
#ifdef IN_KERNEL
    out[blockIdx.x] = 0;
#elif defined(GIVEN)
    out[blockIdx.x] = NUMBER;
#endif
}

#undef ALWAYS_TAKEN_AWAY

void start(int *out)
{
#ifdef VERBOSE
    printf("starts\n");
#endif
#ifdef TWICE
    k<<<1, BLOCK>>>(out);
#endif
    k<<<1, BLOCK>>>(out);
}
