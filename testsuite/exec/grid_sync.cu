// DESIGN part 4, Launches: cg::this_grid().sync() in a cooperative launch: software blocks cannot all be resident, refused.
// expect: refused: this_grid().sync()
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

#pragma pt kernel
__global__ void two_phases(unsigned *a, unsigned *b, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i * 3;
    cooperative_groups::this_grid().sync(); // refused here
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[n - 1 - i] + 1;
}

int main()
{
    check::begin("grid_sync");
    unsigned n = 100003;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (n - 1 - i) * 3 + 1;
    check::device_array<unsigned> a(n), b(n);
    unsigned *pa = a.get(), *pb = b.get();
    void *arguments[] = { &pa, &pb, &n };
    CUDA_OK(cudaLaunchCooperativeKernel(two_phases, dim3(60), dim3(128), arguments, 0, nullptr));
    check::equal("b", b, want);
    return check::finish();
}
