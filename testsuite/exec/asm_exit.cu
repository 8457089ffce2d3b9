// DESIGN part 4, Launches: `exit` in inline assembly would end the thread group: refused.
// expect: refused: pt-exit: exit in inline assembly
#include "check.h"

#pragma pt kernel
__global__ void leaving(unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        asm volatile("exit;"); // refused here
    out[i] = i * 2;
}

int main()
{
    check::begin("asm_exit");
    const unsigned n = 5107 * 32 - 7;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n + 32);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i * 2;
    check::device_array<unsigned> out(n + 32);
    leaving<<<5107, 32>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
