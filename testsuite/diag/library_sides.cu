// A library's macros, definitions, types and constants are the device's where they differ from the host's.
#include <sides.cuh>

#pragma pt kernel
__global__ void by_macro(unsigned *out) { out[blockIdx.x] = sides::by_macro(); }

#pragma pt kernel
__global__ void by_definition(unsigned *out) { out[blockIdx.x] = sides::defined_twice(); }

#pragma pt kernel
__global__ void by_type(unsigned *out) { out[blockIdx.x] = sides::by_type(); }

#pragma pt kernel
__global__ void by_constant(unsigned *out) { out[blockIdx.x] = sides::by_constant(); }

#pragma pt kernel
__global__ void by_default(unsigned *out) { out[blockIdx.x] = sides::by_default(); }

#pragma pt kernel
__global__ void by_initialiser(unsigned *out) { out[blockIdx.x] = sides::by_initialiser(); }

#pragma pt kernel
__global__ void by_functor(unsigned *out) { out[blockIdx.x] = sides::apply(sides::functor()); }

#pragma pt kernel
__global__ void waits(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    sides::wait();
    out[threadIdx.x] = n;
}
