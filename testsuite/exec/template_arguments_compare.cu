// Template arguments that compare or shift, at calls that are given the block: `<` and `>` that are no brackets.
// expect: handled
#include "check.h"

enum { blocks = 37, threads = 32 };

template <int N, bool by_block> __device__ unsigned pick(unsigned x) { return x + (by_block ? blockIdx.x * N : N); }
template <class T> __device__ T twice(T x) { return 2 * x + blockIdx.x; }

#pragma pt kernel
template <int N> __global__ void picks(unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = pick<N, (N > 1)>(i);
    x = pick<N, (N < 8)>(x);
    x = pick<N, N < 2>(x);
    x = pick<(N >> 1), (N >> 8) == 0>(x);
    if (i > 5)
        x = twice(x);
    out[i] = x;
}

int main()
{
    check::begin("template_arguments_compare");
    const unsigned n = blocks * threads - 3;
    check::device_array<unsigned> out(n);
    picks<4><<<blocks, threads>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; i++) {
        const unsigned b = i / threads, x = i + 4 * b + 4 * b + 4 + 2 * b;
        want[i] = i > 5 ? 2 * x + b : x;
    }
    check::equal("picked", out, want);
    return check::finish();
}
