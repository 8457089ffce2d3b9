// Warp operations in lambdas: the lanes that come to them are those that come to where the lambda is called.
template <class F> __device__ void when(bool c, F f) { if (c) f(); }
template <class F> __device__ void repeat(int n, F f) { for (int r = 0; r < n; r++) f(r); }
template <class F> __device__ void twice(F f) { for (int r = 0; r < 2; r++) f(r); }
template <int N, class F> __device__ void unroll(F &&f) { if constexpr (N > 0) { unroll<N - 1>(f); f(N - 1); } }
template <class F, class... A> __device__ void apply(F &&f, A... a) { f(a...); }
template <class F> __device__ void hands_on(bool c, F &&f) { when(c, f); }
template <class F> __device__ void when_all(bool c, F f) { if (c) f(); } // no caller asks for the lane
template <class F> __device__ void hands_on_all(bool c, F &&f) { when_all(c, f); }
template <class F> struct keeper {
    F f;
    __device__ void operator()() const { f(0); }
};
template <class F> __device__ keeper<F> keep(F f) { return keeper<F>{f}; }

#pragma pt kernel
__global__ void by_callee(int *v)
{
    const int lane = threadIdx.x % 32;
    when(lane < 16, [&] { v[lane] = __shfl_down_sync(~0u, v[0], 1); });
}
#pragma pt kernel
__global__ void by_loop_of_callee(int *v)
{
    const int lane = threadIdx.x % 32;
    repeat(lane / 8, [&](int r) { v[lane] = __shfl_down_sync(~0u, v[r], 1); });
}
#pragma pt kernel
__global__ void by_two_hands(int *v)
{
    const int lane = threadIdx.x % 32;
    auto down = [&] { v[lane] = __shfl_down_sync(~0u, v[0], 1); };
    hands_on(lane < 16, down);
}
#pragma pt kernel
__global__ void by_operator(int *v)
{
    const int lane = threadIdx.x % 32;
    auto down = [&] { return v[lane] = __shfl_down_sync(~0u, v[0], 1); };
    v[lane] = lane < 16 ? down() : 0;
}
#pragma pt kernel
__global__ void by_else(int *v)
{
    const int lane = threadIdx.x % 32;
    auto step = [&] { if (lane >= 16) v[lane]++; else v[lane] = __shfl_down_sync(~0u, v[0], 1); };
    step();
}
#pragma pt kernel
__global__ void by_do(int *v)
{
    const int lane = threadIdx.x % 32;
    auto steps = [&] { int r = lane / 8; do v[lane] = __shfl_down_sync(~0u, v[0], 1); while (r-- > 0); };
    steps();
}
#pragma pt kernel
__global__ void by_break_behind(int *v)
{
    const int lane = threadIdx.x % 32;
    auto steps = [&] { for (int r = 0; r < 3; r++) { v[lane] = __shfl_down_sync(~0u, v[0], 1); if (lane < r) break; } };
    steps();
}
#pragma pt kernel
__global__ void by_other_lambda(int *v)
{
    const int lane = threadIdx.x % 32;
    auto down = [&] { v[lane] = __shfl_down_sync(~0u, v[0], 1); };
    auto outer = [&] { if (lane < 16) down(); };
    outer();
}
#pragma pt kernel
__global__ void is_kept(int *v)
{
    const auto k = keep([=](int r) { v[threadIdx.x] = __shfl_down_sync(~0u, v[r], 1); });
    if (threadIdx.x % 32 < 16)
        k();
}
#pragma pt kernel
__global__ void by_generic_lambda(int *v)
{
    const int lane = threadIdx.x % 32;
    auto run = [&](auto f) { if (lane < 16) f(); };
    run([&] { v[lane] = __shfl_down_sync(~0u, v[0], 1); });
}

// All lanes come.
__device__ auto made(int *v) { return [v](int o) { v[threadIdx.x] = __shfl_xor_sync(~0u, v[threadIdx.x], o); }; }
#pragma pt kernel
__global__ void together(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int v = in[i];
    auto sum = [&](int o) { v += __shfl_xor_sync(~0u, v, o); };
    sum(1);
    twice(sum);
    twice([&](int r) { v += __shfl_xor_sync(~0u, v, r + 1); });
    unroll<3>([&](int r) { v += __shfl_xor_sync(~0u, v, r + 1); });
    apply([&](int r) { v += __shfl_xor_sync(~0u, v, r + 1); }, 2);
    when_all(n > 3, [&] { v += __shfl_xor_sync(~0u, v, 1); });
    hands_on_all(blockIdx.x > 3, [&] { v += __shfl_xor_sync(~0u, v, 1); });
    auto outer = [&] { for (int o = 16; o; o /= 2) sum(o); };
    outer();
    [&] { sum(4); }();
    const auto from = made(out);
    from(2);
    if (lane < 16) // followed
        sum(8);
    out[i] = v;
}
