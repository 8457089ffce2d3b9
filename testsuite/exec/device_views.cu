// DESIGN part 2, the host's parse and the device's: text that a device of sm_90 has alone, by way of macros, in front of functions, as the
// argument of a macro, and by a number that is computed with.
// expect: handled
#include "check.h"

#include <nv/target>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define HAS_NUMBER 1
#define PICK(newer, older) (newer)
#define WAIT() __syncthreads()
#else
#define PICK(newer, older) (older)
#define WAIT() ((void)0)
#endif
#ifdef __CUDA_ARCH__
#define DEVICE __CUDA_ARCH__
#else
#define DEVICE 0
#endif

__device__ unsigned number() { return blockIdx.x + 1u; }
__device__ unsigned none() { return 0u; }

#if DEVICE < 900
__device__ unsigned by_version() { return 3u; }
#else
__device__ unsigned by_version() { return blockIdx.x * 7u; }
#endif

template <bool is_new> struct selected {
    static __device__ unsigned get() { return 5u; }
};
template <> struct selected<true> {
    static __device__ unsigned get() { return gridDim.x - blockIdx.x; }
};

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned n)
{
    __shared__ unsigned tile[64];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#ifdef HAS_NUMBER
    unsigned sum = number();
#else
    unsigned sum = 0u;
#endif
    sum += PICK(number(), none()) * 1000u + by_version();
    tile[threadIdx.x] = i;
    WAIT();
    out[i] = sum + selected<(DEVICE >= 900)>::get() + tile[threadIdx.x ^ 1u];
}

__host__ __device__ inline unsigned where() { NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return number();), (return 77u;)) }

#pragma pt kernel
__global__ void by_target(unsigned *out, unsigned n)
{
    __shared__ unsigned tile[64];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    NV_IF_TARGET(NV_PROVIDES_SM_90, (tile[threadIdx.x] = i; __syncthreads(); out[i] = tile[threadIdx.x ^ 1u] + where();), (out[i] = 1u;))
}

int main()
{
    check::begin("device_views");
    const unsigned blocks = 60, n = blocks * 64 - 10;
    check::device_array<unsigned> out(n), target(n);
    fill<<<blocks, 64>>>(out.get(), n);
    by_target<<<blocks, 64>>>(target.get(), n);
    std::vector<unsigned> want(n), want_target(n);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / 64u;
        want[i] = (b + 1u) * 1001u + b * 7u + blocks - b + (i ^ 1u);
        want_target[i] = (i ^ 1u) + b + 1u;
    }
    check::equal("fill", out, want);
    check::equal("by_target", target, want_target);
    check::equal("host", std::vector<unsigned>{where()}, std::vector<unsigned>{77u});
    return check::finish();
}
