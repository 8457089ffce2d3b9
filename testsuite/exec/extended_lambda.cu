// DESIGN part 4, Who reads the block index: lambdas with __device__, or with both sides, in a kernel's body: called there, handed on,
// behind a return that not all threads take, and with a barrier of the block in them.
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
    return check::finish();
}
