// The project's own text asks for no side and calls no function of a library's, but derives a class from one that has a form for each side.
#include <sides.cuh>

struct derived : sides::base {};

#pragma pt kernel
__global__ void of_class(unsigned *out) { out[blockIdx.x] = derived::get(); }
