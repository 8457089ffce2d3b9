// DESIGN part 4, C++: a struct of 3 KB by value with a dynamically indexed array, read only and modified by the body; parameters near 4 KB.
// expect: handled
#include "check.h"

struct table { unsigned words[768]; };
struct large { unsigned words[1010]; };

#pragma pt kernel
__global__ void lookup(const unsigned *in, unsigned *out, table t)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = t.words[in[i] % 768];
}

#pragma pt kernel
__global__ void modify(const unsigned *in, unsigned *out, table t)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    t.words[in[i] % 768] += blockIdx.x;
    t.words[(in[i] + 1) % 768] ^= 5;
    out[i] = t.words[in[(i + 1) % (gridDim.x * blockDim.x)] % 768] + t.words[in[i] % 768];
}

#pragma pt kernel
__global__ void nearly_4k(unsigned *out, const large l, unsigned bias)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = l.words[i % 1010] + bias;
}

int main()
{
    check::begin("struct_3k");
    const unsigned blocks = 5101, block = 40, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), values = check::mixed_vector(1010, 9), want(n), want_modified(n), want_large(n);
    table t;
    large l;
    for (unsigned k = 0; k < 768; ++k)
        t.words[k] = values[k];
    for (unsigned k = 0; k < 1010; ++k)
        l.words[k] = values[k];
    for (unsigned i = 0; i < n; ++i) {
        want[i] = t.words[in[i] % 768];
        table own = t;
        own.words[in[i] % 768] += i / block;
        own.words[(in[i] + 1) % 768] ^= 5;
        want_modified[i] = own.words[in[(i + 1) % n] % 768] + own.words[in[i] % 768];
        want_large[i] = l.words[i % 1010] + 3;
    }
    check::device_array<unsigned> d_in(in), out(n);
    lookup<<<blocks, block>>>(d_in.get(), out.get(), t);
    CUDA_OK(cudaGetLastError());
    check::equal("lookup", out, want);
    out.poison();
    modify<<<blocks, block>>>(d_in.get(), out.get(), t);
    CUDA_OK(cudaGetLastError());
    check::equal("modify", out, want_modified);
    out.poison();
    nearly_4k<<<blocks, block>>>(out.get(), l, 3);
    CUDA_OK(cudaGetLastError());
    check::equal("nearly_4k", out, want_large);
    return check::finish();
}
