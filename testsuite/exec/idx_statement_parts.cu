// Functions that read the block index, called where libclang shows nothing: in what a lambda captures, in what a switch or a
// range-based for does first (also out of a macro), by the default initialiser of a member and of a bit-field.
// expect: handled
#include "check.h"

__device__ unsigned position(unsigned bias) { return blockIdx.x * blockDim.x + bias; }
__device__ unsigned block() { return blockIdx.x; }
__device__ unsigned of_macro() { return blockIdx.x + 1; }
__device__ unsigned of_macros_argument() { return blockIdx.x + 2; }
__device__ unsigned of_member() { return blockIdx.x + 3; }
__device__ unsigned of_bits() { return blockIdx.x % 16; }

struct counted {
    unsigned n;
    __device__ counted(unsigned bias) : n(blockIdx.x + bias) {}
};

struct initialised {
    unsigned member = of_member();
#if __cplusplus >= 202002L
    unsigned bits : 4 = of_bits();
#else
    unsigned bits = of_bits();
#endif
};

#define CAPTURE(value) [captured = of_macro() + (value)] { return captured; }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const auto at = [p = position(threadIdx.x)](unsigned bias) { return p + bias; };
    const auto first = [b = blockIdx.x, grid{gridDim.x}] { return b + grid; };
    unsigned sum = first() + CAPTURE(of_macros_argument())();
#if __cplusplus >= 201703L
    switch (unsigned b = block(); b % 2) {
    case 0: sum += b; break;
    default: sum += 2 * b; break;
    }
    switch (counted c(5); c.n % 2) {
    case 0: sum += 1; break;
    default: sum += 3; break;
    }
#else
    sum += blockIdx.x % 2 ? 2 * blockIdx.x + 1 : blockIdx.x + 3;
#endif
    const unsigned numbers[] = {1, 2, 3};
#if __cplusplus >= 202002L
    for (unsigned b = block(); unsigned n : numbers)
        sum += n * b;
#else
    for (unsigned n : numbers)
        sum += n * blockIdx.x;
#endif
    const initialised i;
    out[at(0)] = sum + i.member + i.bits;
}

int main()
{
    check::begin("idx_statement_parts");
    const unsigned blocks = 5600, block = 40;
    std::vector<unsigned> want(blocks * block);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = b + blocks + 2 * b + 3 + (b % 2 ? 2 * b + 1 : b + 3) + 6 * b + b + 3 + b % 16;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
