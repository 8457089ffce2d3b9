#include <foreign.cuh>

struct holder {
    foreign::made_here part;
};
struct derived : foreign::made_here {};
template <class T> struct wrapper {
    T part;
};
struct written {
    foreign::made_here part;
    __device__ written(int) {}
};

#pragma pt kernel
__global__ void member(unsigned *out)
{
    holder h;
    out[blockIdx.x] = h.part.value;
}

#pragma pt kernel
__global__ void argument(unsigned *out)
{
    wrapper<derived> h;
    out[blockIdx.x] = h.part.value;
}

#pragma pt kernel
__global__ void constructor(unsigned *out)
{
    out[blockIdx.x] = written(1).part.value;
}
