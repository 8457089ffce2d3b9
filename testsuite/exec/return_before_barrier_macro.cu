// DESIGN part 4, Leaving early: both the return and the barrier come out of macros.
// expect: refused: pt-leave-in-macro: the return stands in the body of a macro
#include "check.h"

#define LEAVE_UNLESS(condition) do { if (!(condition)) return; } while (0)
#define EXCHANGE(tile, value, other) (tile[threadIdx.x] = (value), __syncthreads(), tile[other])

enum { BLOCK = 192 };

#pragma pt kernel
__global__ void mirror(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = 7 * t;
    __syncthreads();
    LEAVE_UNLESS(i < n); // refused here
    LEAVE_UNLESS(in[i] % 3 != 0); // refused here
    unsigned x = EXCHANGE(tile, in[i], BLOCK - 1 - t);
    out[i] = x + blockIdx.x;
}

int main()
{
    check::begin("return_before_barrier_macro");
    const unsigned n = 5200 * BLOCK - 77;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + BLOCK);
    for (unsigned i = 0; i < n; ++i) {
        unsigned t = i % BLOCK, other = i - t + BLOCK - 1 - t;
        if (in[i] % 3 == 0)
            continue;
        want[i] = (other < n && in[other] % 3 != 0 ? in[other] : 7 * (BLOCK - 1 - t)) + i / BLOCK;
    }
    check::device_array<unsigned> d_in(in), out(n + BLOCK);
    mirror<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
