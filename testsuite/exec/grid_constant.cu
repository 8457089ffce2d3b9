// DESIGN part 4, C++: __grid_constant__ parameters, their address handed to functions, indexed dynamically.
// expect: handled
#include "check.h"

struct table { unsigned words[64]; };

__device__ __noinline__ unsigned lookup(const table *t, unsigned i) { return t->words[i % 64]; }
__device__ unsigned by_reference(const table &t, unsigned i) { return t.words[(i + 1) % 64]; }

#pragma pt kernel
__global__ void read(const unsigned *in, unsigned *out, const __grid_constant__ table t, __grid_constant__ const unsigned bias)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned *address = &bias;
    out[i] = lookup(&t, in[i]) + by_reference(t, in[i]) + *address + blockIdx.x;
}

#pragma pt kernel
template <class T>
__global__ void read_any(unsigned *out, const __grid_constant__ T t)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = lookup(&t, blockIdx.x);
}

int main()
{
    check::begin("grid_constant");
    const unsigned blocks = 5207, block = 42, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), values = check::mixed_vector(64, 3), want(n), want_any(n);
    table t;
    for (unsigned k = 0; k < 64; ++k)
        t.words[k] = values[k];
    for (unsigned i = 0; i < n; ++i) {
        want[i] = values[in[i] % 64] + values[(in[i] + 1) % 64] + 6 + i / block;
        want_any[i] = values[i / block % 64];
    }
    check::device_array<unsigned> d_in(in), out(n);
    read<<<blocks, block>>>(d_in.get(), out.get(), t, 6);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    out.poison();
    read_any<<<blocks, block>>>(out.get(), t);
    CUDA_OK(cudaGetLastError());
    check::equal("any", out, want_any);
    return check::finish();
}
