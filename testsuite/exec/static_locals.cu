// DESIGN part 4, C++: static locals of a kernel are one object in every mode (persistent and plain launches of it share them).
// expect: either: a static local of the kernel
#include "check.h"

#pragma pt kernel
__global__ void tickets(unsigned *taken, unsigned *total, unsigned blocks)
{
    static __device__ unsigned next = 0;
    static const unsigned weights[4] = { 1, 3, 5, 7 };
    if (threadIdx.x == 0) {
        unsigned ticket = atomicAdd(&next, 1u);
        if (ticket < blocks)
            atomicAdd(&taken[ticket], 1u);
        atomicAdd(total, weights[blockIdx.x % 4]);
    }
}

int main()
{
    check::begin("static_locals");
    const unsigned blocks = 5107, all = 3 * blocks;
    check::device_array<unsigned> taken(all), total(1);
    taken.zero();
    total.zero();
    tickets<<<blocks, 32>>>(taken.get(), total.get(), all);
    CUDA_OK(cudaGetLastError());
#pragma pt launch mode(nonpt)
    tickets<<<blocks, 32>>>(taken.get(), total.get(), all);
    CUDA_OK(cudaGetLastError());
    void (*pointer)(unsigned *, unsigned *, unsigned) = tickets;
    pointer<<<blocks, 32>>>(taken.get(), total.get(), all);
    CUDA_OK(cudaGetLastError());
    check::equal("taken", taken, std::vector<unsigned>(all, 1));
    unsigned sum = 0;
    for (unsigned b = 0; b < blocks; ++b)
        sum += 1 + b % 4 * 2;
    check::equal("total", total, std::vector<unsigned>(1, 3 * sum));
    return check::finish();
}
