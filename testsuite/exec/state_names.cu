// Names and clauses around state and finish: an order and a count that a state hides, a parameter called blockIdx, ::blockIdx,
// __func__, assert, macros that make the pragma's statement, a kernel declared in advance and one that is a friend, items(...).
// expect: handled
#include <cassert>

#include "check.h"

#ifdef __PTCC__
#define LEAVES_UNLESS(condition)
#else
#define LEAVES_UNLESS(condition) if (condition)
#endif

namespace order {

__device__ uint3 backwards(unsigned item, dim3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }

} // namespace order

__device__ uint3 backwards(unsigned item, dim3 grid) { return order::backwards(item, grid); }
enum { width = 2 };

#pragma pt kernel order(backwards)
__global__ void hidden_order(unsigned *out)
{
    #pragma pt state
    unsigned backwards = 0, pt_queue = 1;
    backwards += blockIdx.x * pt_queue;
    #pragma pt finish
    { if (threadIdx.x == 0) atomicAdd(out, backwards); }
}

#pragma pt kernel order(tile(width, 3))
__global__ void hidden_tile(unsigned *out)
{
    #pragma pt state
    unsigned width = 0;
    width += blockIdx.x + 100 * blockIdx.y;
    #pragma pt finish
    { if (threadIdx.x == 0) atomicAdd(out, width); }
}

__device__ unsigned limit;

#pragma pt kernel items(limit)
__global__ void hidden_count(unsigned *out)
{
    #pragma pt state
    unsigned limit = 0, groups = 1;
    LEAVES_UNLESS(blockIdx.x < ::limit) limit += blockIdx.x + 1;
    #pragma pt finish
    {
        if (threadIdx.x == 0) {
            atomicAdd(&out[0], limit);
            atomicMax(&out[1], groups);
        }
    }
}

#define STATE(type, name) type name = {}
#define COUNT_UP(x) (x)++

__global__ void of_macros(unsigned *, unsigned);

#pragma pt kernel
__global__ void of_macros(unsigned *out, unsigned blockIdx)
{
    #pragma pt state
    STATE(unsigned, count);
    #pragma pt state
    bool is_named = false;
    COUNT_UP(count);
    assert(count > 0);
    is_named |= __func__[0] == 'o' && ::blockIdx.x < ::gridDim.x;
    #pragma pt finish
    {
        assert(__func__[3] == 'm');
        if (threadIdx.x == 0 && is_named)
            atomicAdd(out, count * blockIdx);
    }
}

class keeper {
    friend __global__ void befriended(unsigned *, keeper);
    unsigned step = 3;
};

#pragma pt kernel
__global__ void befriended(unsigned *out, keeper k)
{
    #pragma pt state
    unsigned sum = k.step;
    sum += k.step;
    auto lambda = [&] { return blockIdx.x + gridDim.x; };
    auto copies = [sum] (unsigned x) { return x + sum + blockIdx.x - blockIdx.x; };
    sum = copies(lambda() * 0);
    #pragma pt finish
    { if (threadIdx.x == 0) atomicAdd(out, sum - k.step); }
}

// State alone, finish alone, and all in one line.
#pragma pt kernel
__global__ void alone(unsigned *out)
{
    if (threadIdx.x == 0)
        atomicAdd(out, blockIdx.x);
    #pragma pt finish
    { if (threadIdx.x == 1) atomicMax(out + 1, 7); }
}

#pragma pt kernel
__global__ void one_line(unsigned *out) { _Pragma("pt state") unsigned s = 0; s++; _Pragma("pt finish") { if (threadIdx.x == 0) atomicAdd(out, s); } }

#pragma pt kernel
__global__ void with_conditions(unsigned *out)
{
#ifdef NOT_THERE
    #pragma pt state
    nothing at all;
#else
    #pragma pt state
    unsigned s = 0;
#endif
#if __CUDA_ARCH__ >= 300
    s += 2;
#else
    s += 2;
#endif
    #pragma pt finish
    {
#ifndef NOT_THERE
        if (threadIdx.x == 0) atomicAdd(out, s);
#endif
    }
}

static void expect(const char *name, const check::device_array<unsigned> &out, unsigned first, unsigned second = 0)
{
    CUDA_OK(cudaGetLastError());
    check::equal(name, out, { first, second });
}

int main()
{
    check::begin("state_names");
    const unsigned blocks = 1201;
    check::device_array<unsigned> out(2);
    const auto fresh = [&] { out.zero(); return out.get(); };
    hidden_order<<<blocks, 32>>>(fresh());
    expect("order", out, blocks * (blocks - 1) / 2);
    hidden_tile<<<dim3(41, 17), 32>>>(fresh());
    expect("tile", out, 17 * 41 * 40 / 2 + 100 * 41 * 17 * 16 / 2);
    for (unsigned some : { 0u, 1u, 700u, 1201u, 5000u }) {
        CUDA_OK(cudaMemcpyToSymbol(limit, &some, sizeof some));
        hidden_count<<<blocks, 32>>>(fresh());
        const unsigned counted = some < blocks ? some : blocks;
        expect("count", out, counted * (counted + 1) / 2, 1);
    }
    of_macros<<<blocks, 32>>>(fresh(), 5);
    expect("macros", out, 5 * blocks);
    befriended<<<blocks, 32>>>(fresh(), keeper());
    expect("friend", out, 3 * blocks);
    alone<<<blocks, 32>>>(fresh());
    expect("alone", out, blocks * (blocks - 1) / 2, 7);
    one_line<<<blocks, 32>>>(fresh());
    expect("one line", out, blocks);
    with_conditions<<<blocks, 32>>>(fresh());
    expect("conditions", out, 2 * blocks);
    return check::finish();
}
