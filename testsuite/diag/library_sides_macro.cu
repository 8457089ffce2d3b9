// The project's own text asks for no side, but names macros that a library has for each; host functions may do so as well.
#include <sides.cuh>

#pragma pt kernel
__global__ void of_macro(unsigned *out, unsigned n)
{
    SIDES_LEAVE(threadIdx.x >= n);
    SIDES_WAIT();
    out[threadIdx.x] = n;
}
