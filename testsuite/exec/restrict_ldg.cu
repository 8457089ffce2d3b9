// DESIGN part 4, C++: __restrict__ and __ldg; data changed between launches by another kernel must be seen by the next.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void smooth(const unsigned *__restrict__ in, unsigned *__restrict__ out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned left = __ldg(&in[i == 0 ? n - 1 : i - 1]), right = in[i + 1 == n ? 0 : i + 1];
    out[i] = left * 3 + __ldcg(in + i) + right;
}

int main()
{
    check::begin("restrict_ldg");
    const unsigned n = 6001 * 128 - 77;
    std::vector<unsigned> a = check::mixed_vector(n), b(n);
    check::device_array<unsigned> d_a(a), d_b(n);
    for (int round = 0; round < 6; ++round) {
        smooth<<<6001, 128>>>(d_a.get(), d_b.get(), n);
        CUDA_OK(cudaGetLastError());
        smooth<<<6001, 128>>>(d_b.get(), d_a.get(), n);
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < n; ++i)
            b[i] = a[i == 0 ? n - 1 : i - 1] * 3 + a[i] + a[i + 1 == n ? 0 : i + 1];
        for (unsigned i = 0; i < n; ++i)
            a[i] = b[i == 0 ? n - 1 : i - 1] * 3 + b[i] + b[i + 1 == n ? 0 : i + 1];
    }
    check::equal("a", d_a, a);
    check::equal("b", d_b, b);
    return check::finish();
}
