// DESIGN part 4, C++: parameters changed by the body, const parameters, references and pointers to parameters, arrays in structs.
// expect: handled
#include "check.h"

struct pair { unsigned values[2]; };

__device__ void bump(unsigned &x, unsigned by) { x += by; }
__device__ unsigned through(const unsigned *x) { return *x + 1; }

#pragma pt kernel
__global__ void change(const unsigned *in, unsigned *out, unsigned n, unsigned factor, pair p)
{
    in += blockIdx.x * blockDim.x;
    out += blockIdx.x * blockDim.x;
    n -= blockIdx.x * blockDim.x;
    if (threadIdx.x >= n)
        return;
    unsigned &alias = factor;
    alias *= 3;
    bump(factor, blockIdx.x);
    p.values[threadIdx.x % 2] += 10;
    unsigned *pointer = &p.values[0];
    pointer[1] += blockIdx.x;
    while (n > 1000)
        n /= 2;
    out[threadIdx.x] = in[threadIdx.x] * factor + p.values[0] + p.values[1] + (n > 0);
}

#pragma pt kernel
__global__ void constant(unsigned *const out, const unsigned n, const pair p)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = through(&p.values[threadIdx.x % 2]) + through(&n);
}

int main()
{
    check::begin("parameters_modified");
    const unsigned blocks = 6007, block = 41, n = blocks * block - 20;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + 20), want_constant = want;
    for (unsigned i = 0; i < n; ++i) {
        unsigned b = i / block;
        want[i] = in[i] * (7 * 3 + b) + 1 + 2 + 10 + b + 1;
        want_constant[i] = 5 + i % block % 2 + 1 + n + 1;
    }
    check::device_array<unsigned> d_in(in), out(n + 20);
    change<<<blocks, block>>>(d_in.get(), out.get(), n, 7, pair{ { 1, 2 } });
    CUDA_OK(cudaGetLastError());
    check::equal("change", out, want);
    out.poison();
    constant<<<blocks, block>>>(out.get(), n, pair{ { 5, 6 } });
    CUDA_OK(cudaGetLastError());
    check::equal("constant", out, want_constant);
    return check::finish();
}
