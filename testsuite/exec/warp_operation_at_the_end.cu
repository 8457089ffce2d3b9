// DESIGN part 4, Leaving early: warp operations that some lanes pass by to the end of the kernel, named by the masks all the same.
// expect: handled
#include "check.h"

#define FULL 0xffffffffu

__device__ unsigned warp_sum(unsigned value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(FULL, value, offset);
    return value;
}

// Half a warp reduces: the other half has nothing left to do (a block of 16 by 16).
#pragma pt kernel
__global__ void half_warp(const unsigned *in, unsigned *out)
{
    __shared__ unsigned part[16];
    unsigned sum = in[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x];
    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_down_sync(FULL, sum, offset, 16);
    if (threadIdx.x == 0)
        part[threadIdx.y] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        sum = part[threadIdx.x];
        for (int offset = 8; offset > 0; offset /= 2)
            sum += __shfl_down_sync(FULL, sum, offset, 16);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

// A condition inside a condition, and a mask that is right as it stands.
#pragma pt kernel
__global__ void quarter_warp(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (i < n) {
        unsigned v = in[i];
        if (lane < 16)
            v = __shfl_sync(0xffffu, v, 3);
        if (lane >= 24) {
            v = __shfl_sync(0xff000000u, v, 27);
            out[i] = v;
        }
    }
}

#pragma pt kernel
__global__ void rows(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < n) {
        const unsigned sum = warp_sum(in[row * 32 + threadIdx.x % 32]);
        if (threadIdx.x % 32 == 0)
            out[row] = sum;
    }
}

template <class F> static std::vector<unsigned> each(std::size_t count, F value)
{
    std::vector<unsigned> all(count);
    for (std::size_t i = 0; i < count; ++i)
        all[i] = value(static_cast<unsigned>(i));
    return all;
}

int main()
{
    check::begin("warp_operation_at_the_end");
    enum { blocks = 3011 };
    const std::vector<unsigned> host = check::mixed_vector(blocks * 256);
    check::device_array<unsigned> in(host), out(blocks * 64);

    half_warp<<<blocks, dim3(16, 16)>>>(in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(blocks * 64);
    for (unsigned b = 0; b < blocks; ++b) {
        want[b] = 0;
        for (unsigned t = 0; t < 256; ++t)
            want[b] += host[b * 256 + t];
    }
    check::equal("half_warp", out, want);

    check::device_array<unsigned> of_quarters(blocks * 64);
    quarter_warp<<<blocks, 64>>>(in.get(), of_quarters.get(), blocks * 64 - 32);
    CUDA_OK(cudaGetLastError());
    want = check::poisoned_vector<unsigned>(blocks * 64);
    for (unsigned i = 0; i < blocks * 64 - 32; ++i)
        if (i % 32 >= 24)
            want[i] = host[i / 32 * 32 + 27];
    check::equal("quarter_warp", of_quarters, want);

    check::device_array<unsigned> of_rows(blocks);
    rows<<<(blocks + 7) / 8 + 1000, 256>>>(in.get(), of_rows.get(), blocks);
    CUDA_OK(cudaGetLastError());
    want = each(blocks, [&](unsigned row) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 32; ++k)
            sum += host[row * 32 + k];
        return sum;
    });
    check::equal("rows", of_rows, want);
    return check::finish();
}
