// DESIGN part 4, Who reads the block index: constructors (initialiser lists, base classes, members, delegating, templates).
// expect: handled
#include "check.h"

struct origin {
    unsigned start;
    __device__ origin() : start(blockIdx.x * blockDim.x) {}
    __device__ explicit origin(unsigned bias) : origin() { start += bias; }
};
struct cursor : origin {
    unsigned position, grid;
    __device__ explicit cursor(unsigned t) : origin(1), position(start + t) { grid = gridDim.x; }
};
template <class T> struct holder {
    T value;
    origin member;
    __device__ holder() : value(static_cast<T>(blockIdx.x)) {}
};

// Constructors that are inherited stand nowhere in the text.
struct place {
    unsigned value;
    __device__ place(unsigned t) : value(blockIdx.x * blockDim.x + t) {}
};
struct inherits : place {
    using place::place;
};
template <class T> struct inherits_of : T {
    using T::T;
};
__device__ unsigned value_of(inherits x) { return x.value; }

#pragma pt kernel
__global__ void inherited(unsigned *out)
{
    out[inherits(threadIdx.x).value] = 2 * inherits_of<inherits>(1u).value;
}

#pragma pt kernel
__global__ void inherited_silently(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value_of(threadIdx.x);
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    cursor c(threadIdx.x);
    holder<unsigned> h;
    origin *dynamic = &h.member;
    out[c.position - 1] = c.grid + 3 * h.value + dynamic->start + cursor(5).position;
}

int main()
{
    check::begin("idx_constructor");
    const unsigned blocks = 5600, block = 40;
    std::vector<unsigned> want(blocks * block);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = blocks + 3 * b + b * block + b * block + 1 + 5;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    inherited<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = 2 * (i / block * block + 1);
    check::equal("inherited", out, want);
    inherited_silently<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i;
    check::equal("inherited_silently", out, want);
    return check::finish();
}
