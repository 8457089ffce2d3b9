// The program's own things that are called uint3 or dim3: types in a namespace, variables, parameters.
// expect: handled
#include "check.h"

namespace mine {

struct uint3 {
    unsigned long long x;
};
struct dim3 {
    unsigned y;
};

__device__ unsigned where() { return blockIdx.x * gridDim.y; }

#pragma pt kernel
__global__ void of_types(unsigned *out, uint3 a, dim3 b)
{
    __shared__ unsigned shared;
    if (threadIdx.x == 0)
        shared = static_cast<unsigned>(a.x) + b.y;
    __syncthreads();
    uint3 own = {where() + shared};
    if (threadIdx.x == 0)
        out[blockIdx.x] = static_cast<unsigned>(own.x);
}

#pragma pt kernel
__global__ void at_barriers(unsigned *out, uint3 a)
{
    const unsigned i = blockIdx.x;
    out[i] = i;
    #pragma pt barrier
    if (i % 2 == 0)
        out[i] += static_cast<unsigned>(a.x) + gridDim.y;
}

} // namespace mine

namespace numbers {

static unsigned uint3 = 7;
enum { dim3 = 2 };

#pragma pt kernel
__global__ void of_values(unsigned *out, unsigned by)
{
    out[blockIdx.x] = blockIdx.x * by + mine::where() + dim3;
}

void start(unsigned *out, unsigned blocks) { of_values<<<blocks, 1>>>(out, uint3); }

} // namespace numbers

#pragma pt kernel
__global__ void of_parameters(unsigned *out, unsigned uint3, unsigned dim3)
{
    out[blockIdx.x] = blockIdx.x * uint3 + gridDim.x * dim3;
}

int main()
{
    check::begin("own_index_types");
    const unsigned blocks = 107, together = 23; // as many as any device holds at once
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(blocks);
    check::device_array<unsigned> out(blocks);
    const auto expect = [&](const char *label, unsigned count, unsigned by, unsigned more, unsigned for_even) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < count; i++)
            want[i] = i * by + more + (i % 2 == 0 ? for_even : 0);
        check::equal(label, out, want);
        out.poison();
    };
    mine::at_barriers<<<together, 1>>>(out.get(), mine::uint3{3});
    expect("barriers", together, 1, 0, 4);
    mine::of_types<<<blocks, 32>>>(out.get(), mine::uint3{3}, mine::dim3{4});
    expect("types", blocks, 1, 7, 0);
    numbers::start(out.get(), blocks);
    expect("values", blocks, 8, 2, 0);
    of_parameters<<<blocks, 1>>>(out.get(), 5, 6);
    expect("parameters", blocks, 5, 6 * blocks, 0);
    return check::finish();
}
