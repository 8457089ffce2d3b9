// As leave_inside_by_numbers, by constants and macros that other numbers make: 32 by whatever way is a warp.
#define LOG_WARP 5
#define WARP (1u << LOG_WARP)
#define TWO_WARPS (2 * (WARP + 16 - 16))
#define OPEN 16 + 16
#define WITH(lanes) (lanes)
#define HALF (WARP / 2)
#if defined(SMALL)
#define LOG_OTHER 4
#else
#define LOG_OTHER 5
#endif
#define OTHER (1 << LOG_OTHER)
constexpr int log_warp = 3 + 2, warp_size = 1 << log_warp, lanes = 32;
enum { first_of_them, enumerated = 4 * 8, next_one };
struct either {
    static constexpr int shift = 5;
};
namespace small {
constexpr int shift = 4;
}
constexpr int shifted = 1 << either::shift;
constexpr int more = 96 % 64, mixed = 16 + 16 * 2;
const unsigned char narrow = 320;
constexpr bool flag = 7;
constexpr int tenth = narrow / 10;
constexpr int counted = 25 + flag;
constexpr int factor = 16;
constexpr int exact = 0x1p5 + 31;
constexpr int in_braces{16};
constexpr int twice_in_braces = 2 * in_braces;
template <int factor> struct scaled {
    static constexpr int scaled_lanes = 2 * factor;
};
enum { zero, half_of_them };
namespace other_number { constexpr int half_of_them = 16; }
constexpr int both_halves = 2 * half_of_them;

#pragma pt kernel
__global__ void whole(int *out, int n)
{
    if (n == 3) {
        if (threadIdx.x / WARP == 0)
            return;
    }
    if (n == 4) {
        if (threadIdx.x / TWO_WARPS == 0)
            return;
    }
    if (n == 5) {
        if (threadIdx.x >> LOG_WARP == 0)
            return;
    }
    if (n == 6) {
        if (threadIdx.x / warp_size == 0)
            return;
    }
    if (n == 7) {
        if (threadIdx.x >> log_warp == 0)
            return;
    }
    if (n == 8) {
        if (threadIdx.x / enumerated == 0)
            return;
    }
    if (n == 9) {
        if (threadIdx.x / more == 0)
            return;
    }
    if (n == 10) {
        if (threadIdx.x < WARP)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_open_macro(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / OPEN == 16)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_called_macro(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / WITH(16) == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_half(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / HALF == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_either_macro(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / OTHER == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_either_constant(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / shifted == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_product_in_a_sum(int *out, int n) // 48, and no 64
{
    if (n > 3) {
        if (threadIdx.x / mixed == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_small_shift(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x >> LOG_OTHER == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_wrapped_number(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / tenth == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_bool(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / counted == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_scaled(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / scaled<4>::scaled_lanes == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_braces(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / twice_in_braces == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_enumerator(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / both_halves == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_binary_exponent(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / exact == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}
