// DESIGN part 4, C++: static locals of a kernel are one object in every mode (persistent and plain launches of it share them).
// expect: handled
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

// One for each instantiation; a pointer to const is not constant itself.
#pragma pt kernel
template <class T, unsigned Factor = 3> __global__ void typed(T *out, T *calls)
{
    if (blockIdx.x % 5 == 4)
        return;
    static __device__ T count = Factor;
    static __device__ const T *last = nullptr;
    static constexpr T weight = 2;
    const bool counts_on = atomicAdd(&count, T(1)) >= Factor;
    if (threadIdx.x == 0)
        out[blockIdx.x] = static_cast<T>(blockIdx.x) * weight;
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        last = out;
        *calls = counts_on && last == out ? weight : T(0);
    }
}

// A helper that is told the block: its local is shared by kernels with and without a directive.
__device__ unsigned numbered(unsigned step)
{
    static __device__ unsigned calls = 0;
    return atomicAdd(&calls, step) < ~0u ? blockIdx.x : 0u;
}

#pragma pt kernel
__global__ void by_helper(unsigned *out)
{
    static __shared__ unsigned part[32];
    part[threadIdx.x] = numbered(1);
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = part[31 - threadIdx.x];
}

// The object's address is that of the one object, whoever asks.
#pragma pt kernel
__global__ void address(unsigned long long *out, unsigned long long *names)
{
    static __device__ unsigned place;
    const char *name = __func__;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = reinterpret_cast<unsigned long long>(&place);
        names[blockIdx.x] = static_cast<unsigned long long>(name[0] == 'a' && name[7] == 0);
    }
}

template <class T> void start_typed()
{
    const unsigned blocks = 4111;
    check::device_array<T> out(blocks), calls(1);
    std::vector<T> want(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b % 5 == 4 ? check::poisoned<T>() : static_cast<T>(2 * b);
    for (int plain = 0; plain < 2; ++plain) {
        out.poison();
        if (plain) {
#pragma pt launch mode(nonpt)
            typed<T><<<blocks, 1>>>(out.get(), calls.get());
        } else {
            typed<T><<<blocks, 1>>>(out.get(), calls.get());
        }
        CUDA_OK(cudaGetLastError());
        check::equal("typed", out, want);
        check::equal("calls", calls, std::vector<T>(1, T(2)));
    }
}

static void start_address()
{
    const unsigned blocks = 4111;
    check::device_array<unsigned long long> first(blocks), second(blocks), names(blocks);
    address<<<blocks, 32>>>(first.get(), names.get());
    CUDA_OK(cudaGetLastError());
#pragma pt launch mode(nonpt)
    address<<<blocks, 32>>>(second.get(), names.get());
    CUDA_OK(cudaGetLastError());
    const std::vector<unsigned long long> places = first.host();
    const std::vector<unsigned long long> others = second.host();
    check::value("one_address", places == std::vector<unsigned long long>(blocks, places[0]) && places == others, 1);
    check::equal("names", names, std::vector<unsigned long long>(blocks, 1));
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
    start_typed<unsigned>();
    start_typed<int>();
    check::device_array<unsigned> indices(blocks * 32);
    std::vector<unsigned> want(blocks * 32);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 32;
    by_helper<<<blocks, 32>>>(indices.get());
    CUDA_OK(cudaGetLastError());
    check::equal("by_helper", indices, want);
    start_address();
    return check::finish();
}
