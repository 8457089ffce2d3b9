// A range-based for asks begin(), end() and the operators of iterators without a word for them: members and free functions that
// read the block index.
// expect: handled
#include "check.h"

struct strided {
    unsigned i, step;
    __device__ bool operator!=(strided end) const { return i < end.i; }
    __device__ void operator++() { i += step; }
    __device__ unsigned operator*() const { return i; }
};

struct grid_range {
    unsigned n;
    __device__ strided begin() const { return {blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x}; }
    __device__ strided end() const { return {n, 0}; }
};

namespace free_functions {
struct range {
    unsigned n;
};
struct iterator {
    unsigned i;
    __device__ bool operator!=(iterator end) const { return i < end.i; }
    __device__ void operator++() { i += gridDim.x; }
    __device__ unsigned operator*() const { return i; }
};
__device__ iterator begin(const range &) { return {blockIdx.x}; }
__device__ iterator end(const range &r) { return {r.n}; }
} // namespace free_functions

#pragma pt kernel
__global__ void members(unsigned *out, unsigned n)
{
    for (const unsigned i : grid_range{n})
        atomicAdd(&out[i], i + 1);
}

#pragma pt kernel
template <class Range> __global__ void open(unsigned *out, Range range)
{
    for (auto i : range)
        atomicAdd(&out[i], i + 1);
}

int main()
{
    check::begin("idx_range_for");
    const unsigned blocks = 507, block = 32, n = 3 * blocks * block + 7;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; i++)
        want[i] = i + 1;
    check::device_array<unsigned> out(n);
    const auto expect = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.zero();
    };
    out.zero();
    members<<<blocks, block>>>(out.get(), n);
    expect("members");
    open<<<blocks, block>>>(out.get(), grid_range{n});
    expect("open");
    open<<<blocks, 1>>>(out.get(), free_functions::range{n});
    expect("free");
    return check::finish();
}
