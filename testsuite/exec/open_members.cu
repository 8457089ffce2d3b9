// Members that a template leaves open: functors in fields, which share memory and wait or ask for the block, and functions of the program's
// own classes behind a return, in a file that knows cooperative groups, too.
// expect: handled
#include "check.h"

#include <cooperative_groups.h>

enum { block = 64, blocks = 3000 };

struct turn {
    unsigned n;
    __device__ unsigned operator()(unsigned v) const
    {
        __shared__ unsigned s[block];
        s[threadIdx.x] = v;
        __syncthreads();
        return s[n - 1 - threadIdx.x];
    }
};

struct numbered {
    __device__ unsigned operator()(unsigned v) const { return v + blockIdx.x; }
};

struct twice {
    __device__ unsigned apply(unsigned v) const { return 2 * v; }
};

template <class O> struct stage {
    O op;
};

template <class T> struct view {
    T *data;
    unsigned count;
    __device__ unsigned length() const { return count; }
    __device__ T &at(unsigned i) const { return data[i]; }
};

// No other barrier keeps the memory of a block from the next one's.
#pragma pt kernel
template <class S> __global__ void in_a_field(S s, unsigned *out)
{
    out[blockIdx.x * block + threadIdx.x] = s.op(blockIdx.x * block + threadIdx.x);
}

#pragma pt kernel
template <class V, class O> __global__ void of_the_program(V v, O op)
{
    const unsigned i = blockIdx.x * block + threadIdx.x;
    if (i >= v.length())
        return;
    v.at(i) = op.apply(v.at(i));
}

int main()
{
    check::begin("open_members");
    const unsigned n = blocks * block, count = n - 100;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n);
    for (unsigned i = 0; i < n; i++)
        want[i] = i / block * block + block - 1 - i % block;
    in_a_field<<<blocks, block>>>(stage<turn>{{block}}, out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("in_a_field", out, want);
    of_the_program<<<blocks, block>>>(view<unsigned>{out.get(), count}, twice());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < count; i++)
        want[i] *= 2;
    check::equal("of_the_program", out, want);
    in_a_field<<<blocks, block>>>(stage<numbered>{}, out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; i++)
        want[i] = i + i / block;
    check::equal("numbered", out, want);
    return check::finish();
}
