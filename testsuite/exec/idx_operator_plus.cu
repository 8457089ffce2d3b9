// DESIGN part 4, Who reads the block index: overloaded operators, as members and free, unary, compound and comparison.
// expect: handled
#include "check.h"

struct tagged {
    unsigned value;
    __device__ tagged &operator+=(unsigned x) { value += x + blockIdx.x; return *this; }
    __device__ tagged operator-() const { return tagged{ ~value ^ blockIdx.y }; }
    __device__ tagged &operator++() { value += gridDim.x; return *this; }
};
__device__ tagged operator+(tagged a, tagged b) { return tagged{ a.value + b.value + blockIdx.x * gridDim.y }; }
__device__ bool operator<(const tagged &a, unsigned limit) { return a.value % 128 + blockIdx.x % 2 < limit; }

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    tagged a = { in[i] }, b = { threadIdx.x };
    a += 3;
    ++b;
    tagged c = a + -b;
    out[i] = c < 64 ? c.value : 1;
}

int main()
{
    check::begin("idx_operator_plus");
    const dim3 grid(71, 83);
    const unsigned block = 48, n = grid.x * grid.y * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned x = i / block % grid.x, y = i / block / grid.x;
        unsigned c = in[i] + 3 + x + (~(i % block + grid.x) ^ y) + x * grid.y;
        want[i] = c % 128 + x % 2 < 64 ? c : 1;
    }
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<grid, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
