// DESIGN part 4, Who reads the block index: helper templates that are only declared and live in their full specialisations.
// expect: handled
#include "check.h"

template <class T> __device__ T scaled(T value);
template <> __device__ unsigned scaled<unsigned>(unsigned value) { return value * 2; }
template <> __device__ int scaled<int>(int value) { return value * 3; }

template <int Dimension> __device__ unsigned block_of();
template <> __device__ unsigned block_of<0>() { return blockIdx.x; }
template <> __device__ unsigned block_of<1>() { return blockIdx.y; }

template <class T> struct reader { static __device__ unsigned blocks(T); };
template <> __device__ unsigned reader<int>::blocks(int add) { return gridDim.x + add; }

#pragma pt kernel
template <class T> __global__ void fill(T *out)
{
    const unsigned block = block_of<1>() * gridDim.x + block_of<0>();
    out[block * blockDim.x + threadIdx.x] = scaled<T>(static_cast<T>(block)) + static_cast<T>(reader<int>::blocks(1));
}

template <class T> static void run(const char *label, T factor)
{
    const dim3 grid(61, 47);
    const unsigned block = 33, n = grid.x * grid.y * block;
    std::vector<T> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = static_cast<T>(i / block) * factor + static_cast<T>(grid.x + 1);
    check::device_array<T> out(n);
    fill<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal(label, out, want);
}

int main()
{
    check::begin("idx_helper_specialised_only");
    run<unsigned>("unsigned", 2);
    run<int>("int", 3);
    return check::finish();
}
