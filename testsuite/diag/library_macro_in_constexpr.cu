// A constexpr function that names no side may be the device's, and so may the macros of libraries in it.
#include <sides.cuh>

constexpr unsigned of_either(unsigned x) { return x > 2 ? x + SIDES_BLOCK() : x; }

#pragma pt kernel schedule(dynamic)
__global__ void calls_constexpr(unsigned *out, unsigned n)
{
    out[threadIdx.x] = of_either(n);
}
