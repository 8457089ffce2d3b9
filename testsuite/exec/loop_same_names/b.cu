// The other file.
#include "steps.h"

#pragma pt kernel
static __global__ void step(unsigned *a, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 7u + 5u;
}

void by_other(const char *label, unsigned steps)
{
    const unsigned n = 1000;
    std::vector<unsigned> oracle = check::mixed_vector(n, steps);
    check::device_array<unsigned> all(oracle);
#pragma pt loop
    for (unsigned t = 0; t < steps; ++t) {
        step<<<16, 64>>>(all.get(), n);
        scale<unsigned><<<16, 64>>>(all.get(), n, t);
    }
    for (unsigned t = 0; t < steps; ++t)
        for (unsigned &x : oracle)
            x = (x * 7u + 5u) * t + 1;
    check::equal(label, all.host(), oracle);
}
