// DESIGN part 4, Several files: headers that must change, by each form of #include, and text that comes in more than once.
// expect: handled
// nvcc: -I{case}
#include "../check.h"
#define FUNCTOR_HEADER "by_macro.cuh"
#include FUNCTOR_HEADER
#include <by_path.cuh>
#include /* a comment */ "once.cuh" // and another
#include <once.cuh>
namespace twice {
#define FACTOR 3
#include "again.cuh"
}
namespace thrice {
#undef FACTOR
#define FACTOR 5
#include "again.cuh"
}

template <class Function> __device__ unsigned apply(Function f, unsigned x) { return f(x); }

#pragma pt kernel
template <class Function> __global__ void fill(unsigned *out, Function f)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = apply(f, i);
}

#pragma pt kernel
__global__ void count(unsigned *counts) { counts[blockIdx.x]++; }

int main()
{
    check::begin("multi_include_forms");
    const unsigned blocks = 5107, block = 40, n = blocks * block;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n);
    const auto expect = [&](const char *label, unsigned factor) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < n; ++i)
            want[i] = i + i / block * factor;
        check::equal(label, out, want);
        out.poison();
    };
    fill<<<blocks, block>>>(out.get(), by_macro());
    expect("by a macro", 1);
    fill<<<blocks, block>>>(out.get(), by_path());
    expect("by a path", 2);
    fill<<<blocks, block>>>(out.get(), once());
    expect("once", 4);
    fill<<<blocks, block>>>(out.get(), twice::again());
    expect("with one macro", 3);
    fill<<<blocks, block>>>(out.get(), thrice::again());
    expect("with another", 5);
    check::device_array<unsigned> counts(blocks);
    CUDA_OK(cudaMemset(counts.get(), 0, blocks * sizeof(unsigned)));
    // A launch that stands in a file of its own, and is there twice.
#include "step.inc"
#include "step.inc"
    CUDA_OK(cudaGetLastError());
    check::equal("steps", counts, std::vector<unsigned>(blocks, 2));
    return check::finish();
}
