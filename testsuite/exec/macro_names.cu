// Macros of the program that bear names one would give to launches, queues and indices.
// expect: handled
#include "check.h"

#define launch(kernel, ...) kernel<<<blocks, group>>>(__VA_ARGS__)
#define config 5
#define kernel __global__ void
#define item threadIdx.x
#define block blockIdx.x
#define group 64
#define queue(a) a
#define min(a, b) ((b) < (a) ? (b) : (a))
#define max(a, b) ((a) < (b) ? (b) : (a))
#define index(i) [i]
#define grid gridDim
#define alive 1
#define order 2
#define slot 3
#define items 4
#define begin first
#define end last
#define size length

__device__ unsigned where() { return block * group; }

#pragma pt kernel schedule(dynamic) groups(config)
__global__ void fill(unsigned *out, unsigned n)
{
    __shared__ unsigned s[group];
    if (item >= n)
        return;
    s index(item) = where() + item;
    __syncthreads();
    out index(where() + item) = queue(s index(n - 1 - item)) + min(order, slot) + max(items, alive) + grid.x;
}

#pragma pt kernel order(tile(alive, config))
kernel turn(unsigned *out) // a kernel whose words come out of a macro
{
    const unsigned turned = __shfl_sync(~0u, block, 0);
    if (item == 0)
        out index(block) = turned;
}

#undef begin
int main()
{
    check::begin("macro_names");
    const unsigned blocks = 5107, n = 40;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(blocks * group), turned(blocks);
    for (unsigned i = 0; i < blocks * group; i++)
        if (i % group < n)
            want[i] = i / group * group + n - 1 - i % group + 2 + 4 + blocks;
    check::device_array<unsigned> out(blocks * group), other(blocks);
    launch(fill, out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("fill", out, want);
    #pragma pt launch mode(groups(config))
    fill<<<blocks, group>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("groups", out, want);
    turn<<<blocks, 32>>>(other.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        turned[i] = i;
    check::equal("turn", other, turned);
    return check::finish();
}
