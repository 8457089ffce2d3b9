// Which masks name all lanes: those that are not known to be of some. `? :` is not followed, so that all are refused but the last ones.
#include <cstdint>
#include <limits>
namespace warp {
constexpr unsigned full_mask = 0xffffffffu, alias = full_mask;
struct all {
    static constexpr unsigned lanes = 0xffffffffu;
};
template <int N> struct traits {
    static constexpr unsigned mask = N == 32 ? 0xffffffffu : (1u << N) - 1;
};
constexpr unsigned every() { return 0xffffffffu; }
constexpr unsigned given(0xffffffffu);
} // namespace warp
#define ALL UINT32_MAX
#define INVERTED (~(unsigned)0)
#define SHUFFLE(mask, v) __shfl_down_sync(mask, v, 1)
#define BELOW 0xffffu

#pragma pt kernel
__global__ void qualified(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::full_mask, v[0], 1) : 0; }
#pragma pt kernel
__global__ void member(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::all::lanes, v[0], 1) : 0; }
#pragma pt kernel
__global__ void of_template(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::traits<32>::mask, v[0], 1) : 0; }
#pragma pt kernel
__global__ void of_library(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(UINT32_MAX, v[0], 1) : 0; }
#pragma pt kernel
__global__ void by_macro(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(ALL, v[0], 1) : 0; }
#pragma pt kernel
__global__ void inverted(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(INVERTED, v[0], 1) : 0; }
#pragma pt kernel
__global__ void cast(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync((uint32_t)0xffffffff, v[0], 1) : 0; }
#pragma pt kernel
__global__ void limit(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(std::numeric_limits<unsigned>::max(), v[0], 1) : 0; }
#pragma pt kernel
__global__ void function(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::every(), v[0], 1) : 0; }
#pragma pt kernel
__global__ void shifted(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync((1ull << 32) - 1, v[0], 1) : 0; }
#pragma pt kernel
__global__ void parentheses(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::given, v[0], 1) : 0; }
#pragma pt kernel
__global__ void alias(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(warp::alias, v[0], 1) : 0; }
#pragma pt kernel
__global__ void octal(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(037777777777, v[0], 1) : 0; }
#pragma pt kernel
__global__ void in_binary(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(0b11111111'11111111'11111111'11111111u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void two_halves(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(0xffffu | 0xffff0000u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void shifted_half(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(((1u << 16) - 1) | 0xffff0000u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void of_macro(int *v) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? SHUFFLE(~0u, v[0]) : 0; }
#pragma pt kernel
__global__ void from_launch(int *v, unsigned mask) { v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(mask, v[0], 1) : 0; }
#pragma pt kernel
__global__ void of_both(int *v, int n)
{
    unsigned mask = __ballot_sync(~0u, threadIdx.x % 32 < 16);
    if (n > 3)
        mask = warp::full_mask;
    v[threadIdx.x] = threadIdx.x % 32 < 16 ? __shfl_down_sync(mask, v[0], 1) : 0;
}

// Of some, each.
struct half {
    unsigned own;
    __device__ half() : own(0xffffu) {}
};
__device__ unsigned below(int n) { return 0xffffffffu >> (32 - n); }
__device__ int handed_on(unsigned mask, int v) { return __shfl_down_sync(mask, v, 1); }
#pragma pt kernel
__global__ void of_some(int *v)
{
    const int lane = threadIdx.x % 32;
    const unsigned voted = __ballot_sync(~0u, lane < 16), copy = voted, cut = 0xffffffffu & ~(1u << 31);
    const half h;
    v[0] = lane < 16 ? __shfl_down_sync(voted, v[0], 1) : 0;
    v[1] = lane < 16 ? __shfl_down_sync(copy, v[0], 1) : 0;
    v[2] = lane < 16 ? __shfl_down_sync(__activemask(), v[0], 1) : 0;
    v[3] = lane < 16 ? __shfl_down_sync(BELOW, v[0], 1) : 0;
    v[4] = lane < 16 ? __shfl_down_sync((1u << 16) - 1, v[0], 1) : 0;
    v[5] = lane < 16 ? __shfl_down_sync(below(16), v[0], 1) : 0;
    v[6] = lane < 31 ? __shfl_down_sync(cut, v[0], 1) : 0;
    v[7] = lane < 16 ? handed_on(voted, v[0]) : 0;
    v[8] = lane < 16 ? __shfl_down_sync(h.own, v[0], 1) : 0;
    v[9] = lane < 16 ? SHUFFLE(voted, v[0]) : 0;
    v[10] = lane < 16 ? __shfl_down_sync(177777, v[0], 1) : 0;
    v[11] = lane < 16 ? __shfl_down_sync(~0xffff0000u, v[0], 1) : 0;
}
