// DESIGN part 4, Launches: clock(), clock64(), %globaltimer and __nanosleep: time moves forward within an item.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void timed(unsigned *out)
{
    long long begin = clock64();
    clock_t small = clock();
    unsigned long long start, end;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    unsigned x = blockIdx.x;
    for (unsigned k = 0; k < 200; ++k)
        x = check::mix(x);
    __nanosleep(100);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    out[blockIdx.x] = x + (clock64() > begin) + (clock() != small) + (end >= start);
}

int main()
{
    check::begin("device_clock");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0; b < blocks; ++b) {
        unsigned x = b;
        for (unsigned k = 0; k < 200; ++k)
            x = check::mix(x);
        want[b] = x + 3;
    }
    check::device_array<unsigned> out(blocks);
    timed<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
