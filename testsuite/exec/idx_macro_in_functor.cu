// Macros that read the block index in functions that no argument reaches: a constructor, a functor handed to a template, a member
// of a class template, a local class, a function behind a pointer that is declared before it is defined.
// expect: handled
#include "check.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL (gridDim.x * blockDim.x)

struct place {
    unsigned at, all;
    __device__ explicit place(unsigned bias) : at(bias)
    {
        at += INDEX;
        all = ALL;
    }
    __device__ unsigned operator()(unsigned x) const { return INDEX * x + blockIdx.x; }
};

template <class Function> struct twice {
    Function function;
    __device__ unsigned operator()(unsigned x) const
    {
        const auto once = [this, x] { return function(x); };
        return 2 * (once() + INDEX);
    }
};

__device__ unsigned behind_a_pointer(unsigned x);
__device__ unsigned behind_a_pointer(unsigned x) { return x + INDEX; }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    struct local {
        unsigned value;
        __device__ local() { value = INDEX + 7; }
    };
    unsigned (*pointer)(unsigned) = out ? behind_a_pointer : nullptr;
    const place p(3);
    out[INDEX] = p.at + p.all + twice<place>{p}(5) + local().value + pointer(11);
}

int main()
{
    check::begin("idx_macro_in_functor");
    const unsigned blocks = 5150, block = 35, all = blocks * block;
    std::vector<unsigned> want(all);
    for (unsigned i = 0; i < all; ++i)
        want[i] = (3 + i) + all + 2 * (i * 5 + i / block + i) + (i + 7) + (11 + i);
    check::device_array<unsigned> out(all);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
