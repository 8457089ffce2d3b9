// DESIGN part 4, Warps: threadIdx.x / 32, or threadIdx.y, is not the same in all lanes of a warp where a row of the block is no whole number of
// warps. A kernel that takes it for that is launched as written there, also in a loop; and as itself for other blocks.
// expect: handled
#include "check.h"

// Some lanes of a warp return where rows end in it; a vote does not count those that have left.
#pragma pt kernel
__global__ void by_rows(unsigned *out, unsigned mode)
{
    const unsigned at = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (mode > 1) {
        if (threadIdx.x / 32 > 0)
            return;
    }
    out[at] += __popc(__ballot_sync(~0u, true));
}

// The number of the row itself.
#pragma pt kernel
__global__ void of_first_rows(unsigned *out, unsigned mode)
{
    const unsigned row = threadIdx.y, at = (blockIdx.x * blockDim.y + row) * blockDim.x + threadIdx.x;
    if (mode > 1) {
        if (row >= mode / 2)
            return;
    }
    out[at] += __popc(__ballot_sync(~0u, true));
}

__device__ unsigned lanes_here() { return __popc(__ballot_sync(~0u, true)); }

// In a function, where the last thing that a kernel does is not known.
__device__ void of_first_row(unsigned *out, unsigned at)
{
    if (threadIdx.y == 0)
        out[at] += lanes_here();
}

#pragma pt kernel
__global__ void by_function(unsigned *out)
{
    of_first_row(out, (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}

// What asks for a thread's number in its whole block does so rightly in any.
#pragma pt kernel
__global__ void by_number(unsigned *out, unsigned mode)
{
    const unsigned number = threadIdx.y * blockDim.x + threadIdx.x, at = blockIdx.x * blockDim.y * blockDim.x + number;
    if (mode > 1) {
        if (number / 32 > 0)
            return;
    }
    out[at] += __popc(__ballot_sync(~0u, true));
}

int main()
{
    check::begin("rows_of_part_warps");
    for (unsigned columns : {32u, 48u, 64u}) {
        const dim3 block(columns, 2);
        const unsigned threads = columns * 2, blocks = 1500, count = blocks * threads;
        std::vector<unsigned> want(count);
        check::device_array<unsigned> out(count);
        out.zero();
        const auto compare = [&](const char *name, auto takes_part, unsigned times) {
            CUDA_OK(cudaGetLastError());
            for (unsigned i = 0; i < count; ++i) {
                const unsigned t = i % threads;
                unsigned there = 0;
                for (unsigned k = t / 32 * 32; k < t / 32 * 32 + 32 && k < threads; ++k)
                    there += takes_part(k);
                want[i] = takes_part(t) ? there * times : 0;
            }
            check::equal(name, out, want);
            out.zero();
        };
        by_rows<<<blocks, block>>>(out.get(), 2);
        compare("by_rows", [&](unsigned t) { return t % columns / 32 == 0; }, 1);
        of_first_rows<<<blocks, block>>>(out.get(), 2);
        compare("of_first_rows", [&](unsigned t) { return t / columns == 0; }, 1);
        by_function<<<blocks, block>>>(out.get());
        compare("by_function", [&](unsigned t) { return t / columns == 0; }, 1);
        by_number<<<blocks, block>>>(out.get(), 2);
        compare("by_number", [&](unsigned t) { return t / 32 == 0; }, 1);
#pragma pt loop
        for (int i = 0; i < 5; ++i) {
            by_rows<<<blocks, block>>>(out.get(), 2);
            by_rows<<<blocks, block>>>(out.get(), 2);
        }
        compare("in a loop", [&](unsigned t) { return t % columns / 32 == 0; }, 10);
    }
    return check::finish();
}
