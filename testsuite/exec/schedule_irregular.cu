// DESIGN part 3, schedule: work that differs a thousandfold between blocks, periodic patterns too.
// expect: handled
#include "check.h"

__host__ __device__ inline unsigned rounds_of(unsigned block, unsigned pattern)
{
    if (pattern == 0)
        return block % 2 ? 400 : 1;
    if (pattern == 1)
        return block % 1000 == 7 ? 4000 : 3;
    return check::mix(block) % 300;
}

__host__ __device__ inline unsigned work(unsigned x, unsigned rounds)
{
    for (unsigned k = 0; k < rounds; ++k)
        x = x * 1664525u + 1013904223u;
    return x;
}

#pragma pt kernel schedule(auto)
__global__ void automatic(unsigned *out, unsigned pattern)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work(i, rounds_of(blockIdx.x, pattern));
}

#pragma pt kernel schedule(dynamic, 8)
__global__ void chunked(unsigned *out, unsigned pattern)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work(i, rounds_of(blockIdx.x, pattern));
}

#pragma pt kernel schedule(guided)
__global__ void guided(unsigned *out, unsigned pattern)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work(i, rounds_of(blockIdx.x, pattern));
}

int main()
{
    check::begin("schedule_irregular");
    const unsigned blocks = 9001, block = 40;
    check::device_array<unsigned> out(blocks * block);
    for (unsigned pattern = 0; pattern < 3; ++pattern) {
        std::vector<unsigned> want(blocks * block);
        for (unsigned i = 0; i < want.size(); ++i)
            want[i] = work(i, rounds_of(i / block, pattern));
        for (int repeat = 0; repeat < 12; ++repeat) { // auto may measure in its first launches
            out.poison();
            automatic<<<blocks, block>>>(out.get(), pattern);
            CUDA_OK(cudaGetLastError());
            if (repeat == 0 || repeat == 11)
                check::equal("auto", out, want);
        }
        out.poison();
        chunked<<<blocks, block>>>(out.get(), pattern);
        CUDA_OK(cudaGetLastError());
        check::equal("chunked", out, want);
        out.poison();
        guided<<<blocks, block>>>(out.get(), pattern);
        CUDA_OK(cudaGetLastError());
        check::equal("guided", out, want);
    }
    return check::finish();
}
