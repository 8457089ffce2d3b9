// DESIGN part 4, C++: a parameter that is volatile and changed by the body begins anew for each item.
// expect: handled
// until: c++17, which is the last that lets a parameter be volatile
#include "check.h"

#pragma pt kernel
__global__ void change(unsigned *const out, const unsigned n, unsigned volatile v)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i % 5 + v;
    v = v + 1 + blockIdx.x;
}

int main()
{
    check::begin("parameters_volatile");
    const unsigned blocks = 6007, block = 41, n = blocks * block - 20;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n + 20);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i % 5 + 8;
    check::device_array<unsigned> out(n + 20);
    change<<<blocks, block>>>(out.get(), n, 8);
    CUDA_OK(cudaGetLastError());
    check::equal("change", out, want);
    return check::finish();
}
