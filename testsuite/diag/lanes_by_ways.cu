// Ways in which the thread's index comes into a condition that keeps lanes from an operation of all, where an item does not follow it.
class context {
    int lane_;
public:
    int also = threadIdx.x % 32;
    __device__ context() : lane_(threadIdx.x % 32) {}
    __device__ int lane() const { return lane_; }
    __device__ operator int() const { return lane_; }
};
struct place { int lane, warp; };
__device__ int lane_of() { return threadIdx.x % 32; }
__device__ int lane_of_that() { return lane_of(); }
__device__ void find(int &lane) { lane = threadIdx.x % 32; }

#pragma pt kernel
__global__ void member_function(int *v) { const context w; v[threadIdx.x] = w.lane() < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void first_value(int *v) { const context w; v[threadIdx.x] = w.also < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void conversion(int *v) { const context w; v[threadIdx.x] = w < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void member(int *v) { place c; c.lane = threadIdx.x % 32; v[threadIdx.x] = c.lane < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void binding(int *v) { auto [lane, warp] = place{int(threadIdx.x % 32), 0}; v[threadIdx.x] = lane < 20 + warp ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void array(int *v) { int at[2]; at[0] = threadIdx.x % 32; v[threadIdx.x] = at[0] < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void helper_of_helper(int *v) { v[threadIdx.x] = lane_of_that() < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void reference(int *v) { int lane; find(lane); v[threadIdx.x] = lane < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void pointer(int *v) { int lane, *p = &lane; *p = threadIdx.x % 32; v[threadIdx.x] = lane < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void lambda(int *v) { auto lane = [] { return threadIdx.x % 32; }; v[threadIdx.x] = lane() < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void under_condition(int *v) { bool mine = false; if (threadIdx.x % 32 < 20) mine = true; v[threadIdx.x] = mine ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void counted(int *v) { int n = 0; for (int i = 0; i < threadIdx.x % 32; i++) n++; v[threadIdx.x] = n < 20 ? __shfl_down_sync(~0u, v[0], 1) : 0; }
#pragma pt kernel
__global__ void in_a_switch(int *v)
{
    const context w;
    switch (w.lane()) {
    case 0: v[threadIdx.x] = __shfl_down_sync(~0u, v[0], 1); break;
    default: break;
    }
}
#pragma pt kernel
__global__ void left_by_continue(int *v)
{
    const context w;
    for (int r = 0; r < 3; r++) {
        if (w.lane() >= 16)
            continue;
        v[threadIdx.x] = __shfl_down_sync(~0u, v[0], 1);
    }
}
struct first_half {
    int lane;
    __device__ int operator()(int v) const
    {
        if (lane < 16)
            v += __shfl_down_sync(~0u, v, 1, 16);
        return v;
    }
};
#pragma pt kernel
__global__ void functor(int *v) { v[threadIdx.x] = first_half{int(threadIdx.x % 32)}(v[0]); }

// The same in all lanes.
#define VOTED(p) __any_sync(~0u, p)
#define FOUND(i) VOTED(v[i] == threadIdx.x)
#pragma pt kernel
__global__ void by_macro(int *v)
{
    for (int r = 0; r < 3; r++) {
        if (FOUND(r))
            continue;
        v[threadIdx.x] = __shfl_down_sync(~0u, v[0], 1);
    }
}
enum class mode { one, two };
struct width {
    int n;
    __host__ __device__ constexpr width(int v) : n(v) {}
};
template <int N> __device__ int reduced(int v, int top)
{
    switch (top) {
    case 1: v += __shfl_xor_sync(~0u, v, 1); break;
    default: v += __shfl_xor_sync(~0u, v, 2);
    }
    return v;
}
#pragma pt kernel
template <mode Mode, int N> __global__ void one_value(int *v, int top)
{
    constexpr bool two = Mode != mode::one && width(N).n > 2;
    const int chosen = top + (two ? 1 : 0);
    v[threadIdx.x] = reduced<N>(v[0], chosen);
#if !defined(SOME_FLAG) && OTHER_FLAG < 3
    v[threadIdx.x] += __shfl_xor_sync(~0u, v[1], 3);
#else
    v[threadIdx.x] += 1;
#endif
}
template __global__ void one_value<mode::two, 3>(int *, int);
