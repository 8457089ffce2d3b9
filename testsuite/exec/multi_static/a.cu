// DESIGN part 4, Launches: another file's kernel is dealt out statically, and what is said of it here draws tickets for it.
// expect: handled
// nvcc: -rdc=true
#include "../check.h"

#pragma pt kernel schedule(dynamic, 3)
__global__ void add_one(unsigned *out);

#pragma pt kernel schedule(guided)
template <int N> __global__ void add(unsigned *out);
extern template __global__ void add<5>(unsigned *out);

int main()
{
    check::begin("multi_static");
    const dim3 grid(73, 7, 10);
    check::device_array<unsigned> out(grid.x * grid.y * grid.z);
    out.zero();
    add_one<<<grid, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("add_one", out, std::vector<unsigned>(out.size(), 1u));
    add<5><<<grid, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("add", out, std::vector<unsigned>(out.size(), 6u));
    check::launched("add_one", 1);
    check::launched("add", 1);
    return check::finish();
}
