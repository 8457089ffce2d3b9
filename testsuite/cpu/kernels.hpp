// Launches, memory and small kernels that the tests of the CPU back end share.
//
// In:  libptcpu. Out: what a test launches, and what it looks at afterwards.
// Invariant: a kernel here does what its name says, by the index of its thread alone.
#ifndef PT_CPU_TEST_KERNELS_HPP
#define PT_CPU_TEST_KERNELS_HPP

#include "check.hpp"

#include <cuda_runtime.h>

#include <vector>

template <class... P, class... A> cudaError_t go(void (*kernel)(P...), dim3 grid, dim3 block, A... arguments)
{
    return pt::cpu::launch(grid, block, 0, nullptr, kernel, arguments...);
}

// Device memory that the host looks at directly, too.
template <class T> struct buffer {
    T *at = nullptr;
    explicit buffer(size_t count) { CHECK_SUCCESS(cudaMallocManaged(&at, count * sizeof(T))); clear(count); }
    void clear(size_t count) { CHECK_SUCCESS(cudaMemset(at, 0, count * sizeof(T))); }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;
    ~buffer() { cudaFree(at); }
};

inline __global__ void fill(unsigned *out, unsigned factor)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor + threadIdx.x;
}

inline __global__ void count(unsigned *counter) { atomicAdd(counter, 1u); }

inline __global__ void nothing() {}

inline std::vector<unsigned> read(const unsigned *from, size_t number)
{
    std::vector<unsigned> values(number);
    CHECK_SUCCESS(cudaMemcpy(values.data(), from, number * sizeof(unsigned), cudaMemcpyDeviceToHost));
    return values;
}

#endif
