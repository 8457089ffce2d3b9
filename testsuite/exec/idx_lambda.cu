// DESIGN part 4, Who reads the block index: captureless, capturing, nested, generic and immediately called lambdas.
// expect: handled
#include "check.h"

template <class F> __device__ unsigned call(F f) { return f(); }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned factor = 3;
    auto captureless = [] { return blockIdx.x; };
    auto by_value = [=] { return factor * blockIdx.x; };
    auto by_reference = [&] { factor += 1; return gridDim.x * factor; };
    auto explicit_capture = [factor](unsigned x) { return x + factor + blockIdx.x; };
    auto generic = [](auto x) { return x + gridDim.x; };
    auto nested = [] { return [] { return blockIdx.x * 2; }() + 1; };
    unsigned i = [] { return blockIdx.x * blockDim.x + threadIdx.x; }();
    unsigned (*pointer)() = [] { return 77u; };
    out[i] = captureless() + by_value() + by_reference() + explicit_capture(5) + generic(9u) + nested() + call(captureless)
        + call([] { return blockIdx.x + 4; }) + pointer();
}

int main()
{
    check::begin("idx_lambda");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned b = i / block;
        want[i] = b + 3 * b + blocks * 4 + 5 + 3 + b + 9 + blocks + b * 2 + 1 + b + b + 4 + 77;
    }
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
