// DESIGN part 4, Who reads the block index: lambdas with __device__, or with both sides, in a kernel's body: called there, handed on,
// behind a return that not all threads take, and with a barrier of the block in them; and of host functions, handed to a kernel.
// expect: handled
// nvcc: --extended-lambda
#include "check.h"

template <class F> __device__ unsigned call(F f) { return f(3u); }

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    auto plus = [&] __device__(unsigned x) { return x + i; };
    auto block = [=] __device__() { return blockIdx.x + gridDim.x; };
    auto both = [=] __host__ __device__(unsigned x) mutable { return x * 2u + n; };
    if (i >= n)
        return;
    out[i] = plus(4u) + block() * 5u + both(i) + call([=] __device__(unsigned x) { return x * blockIdx.x; });
}

#pragma pt kernel
__global__ void turn(unsigned *out, unsigned n)
{
    __shared__ unsigned tile[64];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    auto wait = [&] __device__() { __syncthreads(); };
    if (i >= n)
        return;
    tile[threadIdx.x] = i;
    wait();
    out[i] = tile[threadIdx.x ^ 1u] + blockIdx.x;
}

// Lambdas of host functions that are handed to a kernel: what they call asks for the block by itself, or by a call that is left open.
__device__ unsigned own_block() { return blockIdx.x; }
struct asks {
    __device__ unsigned operator()() const { return blockIdx.x * 3u; }
};

#pragma pt kernel
template <class F> __global__ void apply(unsigned *out, F f)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = f(threadIdx.x);
}

template <class A> static void hand_over(unsigned *out, A a)
{
    apply<<<50, 64>>>(out, [=] __device__(unsigned x) { return x + a(); });
}

int main()
{
    check::begin("extended_lambda");
    const unsigned n = 64 * 50 - 10;
    check::device_array<unsigned> out(n), turned(n);
    fill<<<50, 64>>>(out.get(), n);
    turn<<<50, 64>>>(turned.get(), n);
    std::vector<unsigned> want(n), want_turned(n);
    for (unsigned i = 0; i < n; ++i) {
        want[i] = 4u + i + (i / 64u + 50u) * 5u + i * 2u + n + 3u * (i / 64u);
        want_turned[i] = (i ^ 1u) + i / 64u;
    }
    check::equal("fill", out, want);
    check::equal("turn", turned, want_turned);
    check::device_array<unsigned> by_call(3200), by_value(3200);
    apply<<<50, 64>>>(by_call.get(), [=] __device__(unsigned x) { return x + own_block() * 7u; });
    hand_over(by_value.get(), asks());
    std::vector<unsigned> want_call(3200), want_value(3200);
    for (unsigned i = 0; i < 3200; ++i) {
        want_call[i] = i % 64u + i / 64u * 7u;
        want_value[i] = i % 64u + i / 64u * 3u;
    }
    check::equal("by_call", by_call, want_call);
    check::equal("by_value", by_value, want_value);
    return check::finish();
}
