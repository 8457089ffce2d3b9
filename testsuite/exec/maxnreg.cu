// DESIGN part 4, C++: __maxnreg__ (leaves nothing in older clang's AST).
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void __maxnreg__(32) narrow(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned state[8];
    for (unsigned k = 0; k < 8; ++k)
        state[k] = in[(i + k) % n];
    for (unsigned round = 0; round < 4; ++round)
        for (unsigned k = 0; k < 8; ++k)
            state[k] = check::mix(state[k] + state[(k + 3) % 8]);
    unsigned sum = 0;
    for (unsigned k = 0; k < 8; ++k)
        sum += state[k];
    out[i] = sum;
}

int main()
{
    check::begin("maxnreg");
    const unsigned n = 5100 * 128 + 5;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + 128);
    for (unsigned i = 0; i < n; ++i) {
        unsigned state[8], sum = 0;
        for (unsigned k = 0; k < 8; ++k)
            state[k] = in[(i + k) % n];
        for (unsigned round = 0; round < 4; ++round)
            for (unsigned k = 0; k < 8; ++k)
                state[k] = check::mix(state[k] + state[(k + 3) % 8]);
        for (unsigned k = 0; k < 8; ++k)
            sum += state[k];
        want[i] = sum;
    }
    check::device_array<unsigned> d_in(in), out(n + 128);
    narrow<<<(n + 127) / 128, 128>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
