// Barriers that some threads never come to, since a switch, && or ?: leads them by: they go on to the kernel's end.
// expect: handled
#include "check.h"

enum { block = 96 };

__device__ void meet(unsigned *s, unsigned v)
{
    s[threadIdx.x] = v;
    threadIdx.x < 64 ? __syncthreads() : (void)0;
}

#pragma pt kernel
__global__ void by_switch(unsigned *out)
{
    __shared__ unsigned s[block];
    switch (threadIdx.x / 32) {
    case 0:
    case 1:
        s[threadIdx.x] = threadIdx.x + blockIdx.x;
        __syncthreads();
        out[blockIdx.x * block + threadIdx.x] = s[63 - threadIdx.x];
        break;
    default: out[blockIdx.x * block + threadIdx.x] = 7;
    }
}

#pragma pt kernel
__global__ void by_and(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    s[threadIdx.x] = threadIdx.x + blockIdx.x;
    const bool first = threadIdx.x < 64 && (__syncthreads(), n > 0);
    out[blockIdx.x * block + threadIdx.x] = first ? s[63 - threadIdx.x] : 7;
}

#pragma pt kernel
__global__ void by_helper(unsigned *out)
{
    __shared__ unsigned s[block];
    meet(s, threadIdx.x + blockIdx.x);
    out[blockIdx.x * block + threadIdx.x] = threadIdx.x < 64 ? s[63 - threadIdx.x] : 7;
}

// All threads of the block go one way.
#pragma pt kernel
__global__ void by_all(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    s[threadIdx.x] = threadIdx.x + blockIdx.x;
    n > 3 && blockIdx.x < gridDim.x && (__syncthreads(), true);
    switch (n) {
    case 5: __syncthreads(); break;
    default: break;
    }
    out[blockIdx.x * block + threadIdx.x] = threadIdx.x < 64 ? s[63 - threadIdx.x] : 7;
}

int main()
{
    check::begin("barrier_behind_operators");
    const unsigned blocks = 1507;
    std::vector<unsigned> want(blocks * block);
    for (unsigned i = 0; i < want.size(); i++)
        want[i] = i % block < 64 ? 63 - i % block + i / block : 7;
    check::device_array<unsigned> out(want.size());
    const auto expect = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.poison();
    };
    by_switch<<<blocks, block>>>(out.get());
    expect("switch");
    by_and<<<blocks, block>>>(out.get(), 1);
    expect("and");
    by_helper<<<blocks, block>>>(out.get());
    expect("helper");
    by_all<<<blocks, block>>>(out.get(), 5);
    expect("all");
    return check::finish();
}
