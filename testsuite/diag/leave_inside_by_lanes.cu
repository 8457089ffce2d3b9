// A return inside of a loop, in front of an operation that names all lanes: whole warps come to it where all lanes have one value, whatever way
// that takes. A change by some lanes alone, an offset that is no multiple of 32, a member, a function, another constant of the name part them.
#include <cooperative_groups.h>

constexpr int lanes = 32, width = 32, span = 32;
constexpr float one = 1, wide = 32;
struct pair {
    int warp, lane;
};
__device__ int counter;
__device__ int by_default(int x = threadIdx.x) { return x % 2; }
__device__ int by_counter() { return atomicAdd(&counter, 1) % 2; }
__device__ int by_other() { return by_default(); }
template <int N> __device__ int by_template() { return threadIdx.x % N; }
__device__ void set(bool &c) { c = threadIdx.x % 2; }
struct number {
    int v = threadIdx.x;
    __device__ int get() const { return v; }
};
struct made {
    int v;
    __device__ made(int x) : v(x + threadIdx.x) {}
};
__device__ int rounded(int x) { return x > 3 ? x - 3 : x; }
__device__ unsigned thread() { return threadIdx.x + threadIdx.y * blockDim.x; }
#define OTHER by_default()
#ifndef ROW
#define ROW 32
#endif
#ifndef COLUMN
#define COLUMN 32
#endif
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

#pragma pt kernel
__global__ void by_if(int *out, int n)
{
    bool c = false; if (threadIdx.x % 2) c = true;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_else(int *out, int n)
{
    bool c = true; if (threadIdx.x % 2) n++; else c = false;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_choice(int *out, int n)
{
    bool c = false; threadIdx.x % 2 ? c = true : c = false;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_and(int *out, int n)
{
    bool c = false; threadIdx.x % 2 && (c = true);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_switch(int *out, int n)
{
    int c = 0; switch (threadIdx.x % 3) { case 1: c = 1; break; default: c = 2; }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c == 1)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_switch_of_block(int *out, int n)
{
    int c = 0; switch (threadIdx.x % 3) { case 1: { c = 1; break; } default: { c = 2; } }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c == 1)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_count(int *out, int n)
{
    int c = 0; for (int i = 0; i < threadIdx.x; i++) c++;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c > 5)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_continue(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; i++) { if (threadIdx.x % 2) continue; c += 2; }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c > 5)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_break(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; i++) { if (i > threadIdx.x) break; c += 2; }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c > 5)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_goto(int *out, int n)
{
    int c = 0; if (threadIdx.x % 2) goto behind; c = 1; behind: c = c;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_reference(int *out, int n)
{
    bool c = false; bool &r = c; if (threadIdx.x % 2) r = true;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_pointer(int *out, int n)
{
    bool c = false; bool *r = &c; *r = threadIdx.x % 2;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_argument(int *out, int n)
{
    bool c = false; set(c);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_shift(int *out, int n)
{
    unsigned c = 1024; c >>= threadIdx.x;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_head(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; c = threadIdx.x) i++;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_comma(int *out, int n)
{
    bool c = false; int m = 0; threadIdx.x % 2 && (m++, c = true);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_break_of_switch(int *out, int n)
{
    int c = 0; switch (n) { case 1: { if (threadIdx.x % 2) break; c = 1; } }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_parentheses(int *out, int n)
{
    const int *p(out + threadIdx.x);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (*p)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_offset(int *out, int n)
{
    const int warp = (blockIdx.x * 100 + threadIdx.x) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_product(int *out, int n)
{
    const int warp = 4 * threadIdx.x / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_difference(int *out, int n)
{
    const int warp = (blockDim.x - threadIdx.x) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_compared_sum(int *out, int n)
{
    const bool c = n + threadIdx.x < 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_narrow_type(int *out, int n)
{
    const int warp = (char)(threadIdx.x * 8) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_variable(int *out, int n)
{
    const int t = threadIdx.x + 16; const int warp = t / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_narrow_variable(int *out, int n)
{
    const signed char t = threadIdx.x; const int warp = t / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_fraction(int *out, int n)
{
    const float warp = threadIdx.x / 32.0f;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp > 1.5f)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_wide_rows(int *out, int n)
{
    const int warp = (threadIdx.y * 48 + threadIdx.x) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_member(int *out, int n)
{
    const pair p = {(int)threadIdx.x / 32, (int)threadIdx.x % 32};
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (p.lane % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_array(int *out, int n)
{
    int a[2] = {(int)threadIdx.x % 2, 0};
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (a[0])
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_argument_of_its_own(int *out, int n)
{
    const int c = by_default();
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_atomic(int *out, int n)
{
    const int c = by_counter();
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_function_of_function(int *out, int n)
{
    const int c = by_other();
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_template_function(int *out, int n)
{
    const int c = by_template<2>();
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_first_value(int *out, int n)
{
    const int c = number().get();
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_constructor(int *out, int n)
{
    const made m(3);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (m.v % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_macro(int *out, int n)
{
    const int c = OTHER;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_hidden_constant(int *out, int n)
{
    constexpr int lanes = 16; const int warp = threadIdx.x / lanes;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_shifted_bound(int *out, int n)
{
    const bool c = threadIdx.x < 64 >> 2;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_negative_offset(int *out, int n)
{
    const int i = (int)threadIdx.x + n * 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (i / 32 == 0)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_fractional_offset(int *out, int n)
{
    const float scale = 0.5f; const int i = threadIdx.x + scale * 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (i / 32 == 0)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_constant_of_fractions(int *out, int n)
{
    const bool c = threadIdx.x / wide >= 0.5f;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_constant_in_braces(int *out, int n)
{
    const int span{16}; const bool c = threadIdx.x < span;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_hidden_warp_size(int *out, int n)
{
    int warpSize = 16; const bool c = threadIdx.x < warpSize;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_hidden_shape(int *out, int n)
{
    const dim3 blockDim(48); const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_object_in_braces(int *out, int n)
{
    const int j = me{};
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (j % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_operator(int *out, int n)
{
    const bits b = {out};
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (b[0])
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_literal(int *out, int n)
{
    const int c = 0_lane;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_tile_of_tile(int *out, int n)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()));
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (tile.meta_group_rank() < 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_volatile_read(int *out, int n)
{
    const bool c = *(volatile int *)&out[blockIdx.x];
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_volatile_pointer(int *out, int n)
{
    volatile int *const stop = out;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (*stop)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_read_past_cache(int *out, int n)
{
    const bool c = __ldcg(&out[blockIdx.x]);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_macro_of_a_flag(int *out, int n)
{
    const int warp = threadIdx.x / ROW;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_range(int *out, int n)
{
    const int few[] = {(int)threadIdx.x, 2}; int c = 0; for (int x : few) c = x;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_assembly(int *out, int n)
{
    int y; asm("mov.u32 %0, %%laneid;" : "=r"(y));
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (y % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

// ---- whole warps ----

#pragma pt kernel
__global__ void by_warp(int *out, int n)
{
    const int warp = threadIdx.x / width;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_warp_size(int *out, int n)
{
    const int warp = threadIdx.x / warpSize;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_grid(int *out, int n)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_thread(int *out, int n)
{
    const unsigned t = threadIdx.x + blockDim.x * blockIdx.x, warp = t >> 5;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_rows(int *out, int n)
{
    const int warp = thread() / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_cubes(int *out, int n)
{
    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; const int warp = t / 32;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_half(int *out, int n)
{
    const bool c = threadIdx.x < 64;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_branch_of_all(int *out, int n)
{
    bool c = false; if (n > 3) c = true;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_loop_of_all(int *out, int n)
{
    int c = 0; for (int i = threadIdx.x / 32; i < n; i += 4) { if (i == 5) continue; c += i; }
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c > 5)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_sum(int *out, int n)
{
    int c = 0; c += n; c++; c >>= 1;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_pure_function(int *out, int n)
{
    const int c = rounded(n + threadIdx.x / 32);
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (c % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_pure_operator(int *out, int n)
{
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (kept[blockIdx.x])
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_tile(int *out, int n)
{
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (tile.meta_group_rank() < 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_macro_of_its_own(int *out, int n)
{
    const int warp = threadIdx.x / COLUMN;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp % 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_cast(int *out, int n)
{
    const int warp = static_cast<int>(threadIdx.x) / 32, other = (int)threadIdx.x >> 5;
    for (int round = 0; round < 3; round++) {
        if (round == n) {
            if (warp + other > 2)
                return;
        }
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}

#pragma pt kernel
__global__ void by_many_steps(const int *length, int *out, int n)
{
    int a1 = length[blockIdx.x], a2 = a1 - n;
    int a3 = max(a2, 0);
    int a4 = a3 * n;
    int a5 = a4 * n;
    int a6 = a5 * n;
    int a7 = a6 * n;
    int a8 = a7 * n;
    for (int round = 0; round < n; round++) {
        if (a8 < 0)
            continue;
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}
