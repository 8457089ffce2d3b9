// Loops that wait for another block by what a library gives: loads of CUB's, fences and waits of libcu++'s, assembly that may not be kept.
#include <cub/cub.cuh>
#include <cuda/atomic>

#pragma pt kernel order(reverse)
__global__ void by_thread_load(int *state, int *out)
{
    while (blockIdx.x > 0 && cub::ThreadLoad<cub::LOAD_VOLATILE>(state + blockIdx.x - 1) == 0)
        ;
    out[blockIdx.x] = 1;
}
template <class T> struct loader {
    __device__ static T get(const T *p) { return cub::ThreadLoad<cub::LOAD_CV>(p); }
};
#pragma pt kernel order(reverse)
__global__ void by_load_in_template(int *state, int *out)
{
    while (blockIdx.x > 0 && loader<int>::get(state + blockIdx.x - 1) == 0)
        ;
    out[blockIdx.x] = 1;
}
#pragma pt kernel schedule(steal)
__global__ void by_iterator(int *state, int *out)
{
    cub::CacheModifiedInputIterator<cub::LOAD_CG, int> it(state);
    while (blockIdx.x > 0 && it[blockIdx.x - 1] == 0)
        ;
    out[blockIdx.x] = 1;
}
#pragma pt kernel order(reverse)
__global__ void by_free_wait(cuda::std::atomic<int> *state, int *out)
{
    if (blockIdx.x > 0)
        cuda::std::atomic_wait(state + blockIdx.x - 1, 0);
    out[blockIdx.x] = 1;
}
#pragma pt kernel order(reverse)
__global__ void by_fence(int *state, int *out)
{
    while (blockIdx.x > 0 && state[blockIdx.x - 1] == 0)
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    out[blockIdx.x] = 1;
}
#pragma pt kernel order(reverse)
__global__ void by_assembly(int *state, int *out)
{
    int seen = 0;
    while (blockIdx.x > 0 && seen == 0)
        asm volatile("ld.global.s32 %0, [%1];" : "=r"(seen) : "l"(state + blockIdx.x - 1) : "memory");
    out[blockIdx.x] = seen;
}

// No other block is waited for.
#pragma pt kernel order(reverse)
__global__ void by_cached_load(const int *in, int *out)
{
    int i = blockIdx.x;
    while (cub::ThreadLoad<cub::LOAD_LDG>(in + i) == 0)
        i = (i + 1) % 1024;
    cub::CacheModifiedInputIterator<cub::LOAD_DEFAULT, int> it(const_cast<int *>(in));
    while (it[i] == 0)
        i = (i + 1) % 1024;
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(i) : "l"(in + i) : "memory");
    out[blockIdx.x] = i;
}
