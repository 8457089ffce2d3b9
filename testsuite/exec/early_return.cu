// DESIGN part 4, Leaving early: a plain guard ends the item, not the thread group.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void scale(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (in[i] % 7 == 0)
        return;
    out[i] = 3 * in[i] + blockIdx.x;
}

int main()
{
    check::begin("early_return");
    const unsigned counts[] = { 1, 127, 128, 129, 100003, 777777 };
    for (unsigned n : counts) {
        std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + 1000);
        for (unsigned i = 0; i < n; ++i)
            if (in[i] % 7 != 0)
                want[i] = 3 * in[i] + i / 128;
        check::device_array<unsigned> d_in(in), out(n + 1000);
        scale<<<(n + 127) / 128, 128>>>(d_in.get(), out.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
