// A kernel finds out how much work there is, the next one does it: the count stays on the device.
//
// Plain CUDA reads the count back, which costs a wait, or launches as many blocks as there could be. With `items(...)` the kernel is
// launched for the worst case, and its groups read the count on the device: blocks beyond it are never begun.
#include <cstdint>
#include <vector>

#include "../common/example.h"

constexpr unsigned threads = 256;

__global__ void find_primes(unsigned limit, unsigned *found, unsigned *count)
{
    const unsigned n = blockIdx.x * blockDim.x + threadIdx.x + 2;
    bool is_prime = n < limit;
    for (unsigned d = 2; is_prime && d * d <= n; d++)
        is_prime = n % d != 0;
    if (is_prime)
        found[atomicAdd(count, 1u)] = n;
}

#pragma pt kernel items((*count + threads - 1) / threads)
__global__ void add_up(const unsigned *found, const unsigned *count, unsigned long long *sum)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *count)
        atomicAdd(sum, static_cast<unsigned long long>(found[i]));
}

int main()
{
    const unsigned limit = 200000, blocks = example::blocks_for(limit, threads);
    std::vector<bool> is_composite(limit);
    std::vector<unsigned long long> wanted(1);
    for (unsigned n = 2; n < limit; n++) {
        wanted[0] += is_composite[n] ? 0 : n;
        for (std::uint64_t multiple = 2ull * n; multiple < limit; multiple += n)
            is_composite[multiple] = true;
    }

    const example::device_array<unsigned> found(limit), count(1);
    const example::device_array<unsigned long long> sum(1);
    find_primes<<<blocks, threads>>>(limit, found.get(), count.get());
    add_up<<<blocks, threads>>>(found.get(), count.get(), sum.get());
    example::check(cudaGetLastError());
    return example::finish("filter", example::count_wrong(sum.read(), wanted));
}
