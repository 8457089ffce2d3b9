// Of each file, all that is its own under a name that the other one has, too.
#ifndef STEPS_H
#define STEPS_H

#include "../check.h"

void by_other(const char *label, unsigned steps);

// The same for both, as it stands here.
#pragma pt kernel
template <class T> __global__ void scale(T *a, unsigned n, T by)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * by + 1;
}

#endif
