// A function that names no side is the device's, too, where it is constexpr, and so is what it calls of a library.
#include <sides.cuh>

constexpr unsigned of_either(unsigned x) { return x > 2 ? x + sides::by_macro() : x; }

constexpr unsigned behind(unsigned x) { return of_either(x + 1); }

#pragma pt kernel schedule(dynamic)
__global__ void calls_constexpr(unsigned *out, unsigned n)
{
    out[threadIdx.x] = behind(n);
}
