// DESIGN part 4, C++: __launch_bounds__ with one, two and three arguments, at several places, also from macros and template parameters.
// expect: handled
#include "check.h"

#define BOUNDS __launch_bounds__(128, 4)
#define BLOCK 128

#pragma pt kernel
__global__ void __launch_bounds__(BLOCK) one(unsigned *out) { out[blockIdx.x * BLOCK + threadIdx.x] = blockIdx.x * 3 + threadIdx.x; }

#pragma pt kernel
__launch_bounds__(BLOCK, 2) __global__ void two(unsigned *out) { out[blockIdx.x * BLOCK + threadIdx.x] = blockIdx.x * 5 + threadIdx.x; }

#pragma pt kernel
__global__ void
__launch_bounds__(BLOCK, 2, 1)
three(unsigned *out)
{
    out[blockIdx.x * BLOCK + threadIdx.x] = blockIdx.x * 7 + threadIdx.x;
}

#pragma pt kernel
static BOUNDS __global__ void by_macro(unsigned *out) { out[blockIdx.x * BLOCK + threadIdx.x] = blockIdx.x * 9 + threadIdx.x; }

#pragma pt kernel
template <int THREADS, int RESIDENT>
__global__ void __launch_bounds__(THREADS, RESIDENT) dependent(unsigned *out)
{
    out[blockIdx.x * THREADS + threadIdx.x] = blockIdx.x * 11 + threadIdx.x;
}

static std::vector<unsigned> reference(unsigned blocks, unsigned factor)
{
    std::vector<unsigned> want(blocks * BLOCK);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / BLOCK * factor + i % BLOCK;
    return want;
}

int main()
{
    check::begin("launch_bounds");
    const unsigned blocks = 5555;
    check::device_array<unsigned> out(blocks * BLOCK);
    one<<<blocks, BLOCK>>>(out.get());
    check::equal("one", out, reference(blocks, 3));
    out.poison();
    two<<<blocks, BLOCK>>>(out.get());
    check::equal("two", out, reference(blocks, 5));
    out.poison();
    three<<<blocks, BLOCK>>>(out.get());
    check::equal("three", out, reference(blocks, 7));
    out.poison();
    by_macro<<<blocks, BLOCK>>>(out.get());
    check::equal("by_macro", out, reference(blocks, 9));
    out.poison();
    dependent<BLOCK, 3><<<blocks, BLOCK>>>(out.get());
    check::equal("dependent", out, reference(blocks, 11));
    out.poison();
    one<<<blocks, 2 * BLOCK>>>(out.get()); // more threads than the bound: the launch fails
    check::error("above", cudaGetLastError(), cudaErrorInvalidValue);
    check::equal("nothing", out, check::poisoned_vector<unsigned>(blocks * BLOCK));
    return check::finish();
}
