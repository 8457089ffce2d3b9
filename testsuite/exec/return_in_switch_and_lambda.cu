// DESIGN part 4, Leaving early: returns in a switch and a while end the item; a return in a lambda or a local function object ends only that.
// expect: handled
#include "check.h"

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void many_returns(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, v = in[i];
    auto clamp = [](unsigned x) { if (x > 1000) return 1000u; return x; };
    auto store = [&](unsigned x) { if (x == 0) return; tile[t] = x; };
    struct half { __device__ unsigned operator()(unsigned x) const { if (x % 2) return x; return x / 2; } };
    tile[t] = 1;
    store(clamp(v % 2000));
    __syncthreads();
    unsigned x = half()(tile[(t + 3) % BLOCK]);
    switch (v % 5) {
    case 0:
        out[i] = x;
        return;
    case 1:
        out[i] = x + 1;
        break;
    default:
        while (true) {
            if (v % 2 == 0) {
                out[i] = x + 2;
                return;
            }
            ++v;
        }
    }
    out[i] += 10;
}

int main()
{
    check::begin("return_in_switch_and_lambda");
    const unsigned blocks = 5200, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned s = in[i / BLOCK * BLOCK + (i + 3) % BLOCK] % 2000;
        s = s > 1000 ? 1000 : s == 0 ? 1 : s;
        unsigned x = s % 2 ? s : s / 2;
        want[i] = in[i] % 5 == 0 ? x : in[i] % 5 == 1 ? x + 11 : x + 2;
    }
    check::device_array<unsigned> d_in(in), out(n);
    many_returns<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
