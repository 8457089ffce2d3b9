// DESIGN part 4, Launches: __managed__ variables and cudaMallocManaged, read by the host between launches.
// expect: handled
#include "check.h"

__managed__ unsigned table[5107];
__managed__ unsigned total = 5;

#pragma pt kernel
__global__ void fill(unsigned *managed, unsigned factor)
{
    unsigned b = blockIdx.x;
    if (threadIdx.x == 0) {
        table[b] = b * factor + total;
        managed[b] = table[b] + 1;
    }
}

int main()
{
    check::begin("managed_memory");
    unsigned *managed = nullptr;
    CUDA_OK(cudaMallocManaged(&managed, sizeof table));
    for (unsigned round = 1; round <= 3; ++round) {
        std::memset(managed, check::poison_byte, sizeof table);
        total = round * 100;
        fill<<<5107, 33>>>(managed, round);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaDeviceSynchronize());
        std::vector<unsigned> want(5107), want_managed(5107);
        for (unsigned b = 0; b < 5107; ++b)
            want[b] = b * round + round * 100, want_managed[b] = want[b] + 1;
        check::equal("table", std::vector<unsigned>(table, table + 5107), want);
        check::equal("managed", std::vector<unsigned>(managed, managed + 5107), want_managed);
    }
    CUDA_OK(cudaFree(managed));
    return check::finish();
}
