// Histogram of bytes: each block counts its part in shared memory, then adds its counts to the result.
//
// Atomics and barriers mean in the persistent kernel what they mean here: blocks are many, and each begins with empty
// bins, whichever thread group processes it.
#include <cstdint>
#include <vector>

#include "../common/example.h"

constexpr unsigned bins = 256, threads = 256, bytes_per_block = 16 * threads;

#pragma pt kernel
__global__ void histogram(const std::uint8_t *in, unsigned size, unsigned *counts)
{
    __shared__ unsigned block_counts[bins];
    for (unsigned i = threadIdx.x; i < bins; i += blockDim.x)
        block_counts[i] = 0;
    __syncthreads();

    const unsigned begin = blockIdx.x * bytes_per_block;
    const unsigned end = begin + bytes_per_block < size ? begin + bytes_per_block : size;
    for (unsigned i = begin + threadIdx.x; i < end; i += blockDim.x)
        atomicAdd(&block_counts[in[i]], 1u);
    __syncthreads();

    for (unsigned i = threadIdx.x; i < bins; i += blockDim.x)
        if (block_counts[i] != 0)
            atomicAdd(&counts[i], block_counts[i]);
}

int main()
{
    const unsigned size = (1u << 24) + 12345;
    std::vector<std::uint8_t> in(size);
    std::vector<unsigned> wanted(bins);
    for (unsigned i = 0; i < size; i++) {
        const unsigned random = i * 2654435761u >> 16;
        in[i] = static_cast<std::uint8_t>((random & 0xff) * (random >> 8 & 0xff) >> 8); // small values are frequent
        wanted[in[i]]++;
    }
    const example::device_array<std::uint8_t> device_in(in);
    const example::device_array<unsigned> counts(bins);

    histogram<<<example::blocks_for(size, bytes_per_block), threads>>>(device_in.get(), size, counts.get());
    example::check(cudaGetLastError());
    return example::finish("histogram", example::count_wrong(counts.read(), wanted));
}
