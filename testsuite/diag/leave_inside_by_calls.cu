// A return inside of an if, in front of an operation that names all lanes: whole warps come to it where all lanes have one value, whatever way
// that takes. Functions, operators and constructors that ask for the thread, or may, part them, called by whatever way.
#include <cooperative_groups.h>

__device__ int counter;
__device__ int by_default(int x = threadIdx.x) { return x % 2; }
__device__ int by_counter() { return atomicAdd(&counter, 1) % 2; }
__device__ int by_other() { return by_default(); }
template <int N> __device__ int by_template() { return threadIdx.x % N; }
struct number {
    int v = threadIdx.x;
    __device__ int get() const { return v; }
};
struct made {
    int v;
    __device__ made(int x) : v(x + threadIdx.x) {}
};
struct me {
    int lane;
    __device__ me() : lane(threadIdx.x) {}
    __device__ operator int() const { return lane; }
};
struct bits {
    const int *p;
    __device__ int operator[](int i) const { return p[0] * ((threadIdx.x >> i) & 1); }
};
struct values {
    const int *p;
    __device__ int operator[](int i) const { return p[i]; }
};
__constant__ values kept;
__device__ int operator""_lane(unsigned long long x) { return (threadIdx.x >> x) & 1; }
__device__ int rounded(int x) { return x > 3 ? x - 3 : x; }
#define OTHER by_default()

#pragma pt kernel
__global__ void by_argument_of_its_own(int *out, int n)
{
    const int c = by_default();
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_atomic(int *out, int n)
{
    const int c = by_counter();
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_function_of_function(int *out, int n)
{
    const int c = by_other();
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_template_function(int *out, int n)
{
    const int c = by_template<2>();
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_first_value(int *out, int n)
{
    const int c = number().get();
    if (n > 3) {
        if (c % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_constructor(int *out, int n)
{
    const made m(3);
    if (n > 3) {
        if (m.v % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_macro(int *out, int n)
{
    const int c = OTHER;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_object_in_braces(int *out, int n)
{
    const int j = me{};
    if (n > 3) {
        if (j % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_operator(int *out, int n)
{
    const bits b = {out};
    if (n > 3) {
        if (b[0])
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_literal(int *out, int n)
{
    const int c = 0_lane;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_tile_of_tile(int *out, int n)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()));
    if (n > 3) {
        if (tile.meta_group_rank() < 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_read_past_cache(int *out, int n)
{
    const bool c = __ldcg(&out[blockIdx.x]);
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

// ---- whole warps ----

#pragma pt kernel
__global__ void by_pure_function(int *out, int n)
{
    const int c = rounded(n + threadIdx.x / 32);
    if (n > 3) {
        if (c % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_pure_operator(int *out, int n)
{
    if (n > 3) {
        if (kept[blockIdx.x])
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_tile(int *out, int n)
{
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    if (n > 3) {
        if (tile.meta_group_rank() < 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}
