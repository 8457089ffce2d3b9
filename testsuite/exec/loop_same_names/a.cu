// Two files with kernels of the same name, each of its own linkage, and of a header, in loops that are launched together.
// expect: handled
#include "steps.h"

#pragma pt kernel
static __global__ void step(unsigned *a, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 7u + 3u;
}

static void by_own(const char *label, unsigned steps)
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
            x = (x * 7u + 3u) * t + 1;
    check::equal(label, all.host(), oracle);
}

int main()
{
    check::begin("loop_same_names");
    by_own("own", 50);
    by_other("other", 50);
    by_own("own_again", 90);
    return check::finish();
}
