// DESIGN part 4, Leaving early: goto to the end of the body, past the barriers, leaves as a return does.
// expect: refused: pt-goto: goto past a barrier
#include "check.h"

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void jump(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, x;
    tile[t] = t;
    __syncthreads();
    if (i >= n || in[i] % 3 == 0)
        goto done; // refused here
    x = tile[(t + 1) % BLOCK];
    __syncthreads();
    tile[t] = in[i] + x;
    __syncthreads();
    out[i] = tile[(t + 7) % BLOCK];
done:;
}

int main()
{
    check::begin("goto_past_barrier");
    const unsigned n = 5900 * BLOCK - 5;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + BLOCK);
    for (unsigned i = 0; i < n; ++i) {
        unsigned o = (i % BLOCK + 7) % BLOCK, j = i / BLOCK * BLOCK + o;
        if (in[i] % 3 != 0)
            want[i] = j < n && in[j] % 3 != 0 ? in[j] + (o + 1) % BLOCK : o;
    }
    check::device_array<unsigned> d_in(in), out(n + BLOCK);
    jump<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
