// DESIGN part 4, Who reads the block index: operators, conversions and constructors that a template calls, for types that it
// knows nothing of; they are declared behind it, so that nothing in its text tells of them.
// expect: handled
#include "check.h"

template <class T> __device__ T added(T a, T b) { return a + b; }
template <class T> __device__ void increased(T &a)
{
    a += a;
    ++a;
    a = -a;
}
template <class T> __device__ unsigned as_number(T a) { return a; }
template <class T> __device__ bool as_answer(T a) { return a ? true : false; }
template <class T> __device__ unsigned element(T a, unsigned i) { return a[i]; }
template <class T> __device__ unsigned made(unsigned x)
{
    T value(x);
    return value.x;
}
template <class T> struct holder {
    T value;
    __device__ unsigned twice() const { return (value * value).x; }
};

struct number {
    unsigned x;
};
__device__ number operator+(number a, number b) { return number{a.x + b.x + blockIdx.x}; }
__device__ number operator*(number a, number b) { return number{a.x * b.x + blockIdx.x}; }
__device__ number operator-(number a) { return number{a.x ^ blockIdx.x}; }
__device__ number &operator+=(number &a, number b)
{
    a.x += b.x + blockIdx.x;
    return a;
}
__device__ number &operator++(number &a)
{
    a.x += gridDim.x;
    return a;
}

struct position {
    unsigned x;
    __device__ explicit position(unsigned of) : x(of + blockIdx.x) {}
    __device__ operator unsigned() const { return x + blockIdx.x; }
};
struct parity {
    __device__ explicit operator bool() const { return blockIdx.x % 2; }
    __device__ unsigned operator[](unsigned i) const { return blockIdx.x * i; }
};

#pragma pt kernel
__global__ void operators(number *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    number v = added(out[i], out[i]);
    increased(v);
    out[i] = v;
}

#pragma pt kernel
__global__ void conversions(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = as_number(position(i)) * 2 + as_answer(parity()) + element(parity(), 5) + made<position>(7);
}

#pragma pt kernel
__global__ void members(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = holder<number>{{i}}.twice();
}

#pragma pt kernel
template <class T> __global__ void in_the_kernel(T *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = out[i] + out[i];
}

int main()
{
    check::begin("idx_operator_in_template");
    const unsigned blocks = 5003, block = 32, n = blocks * block;
    std::vector<number> in(n);
    std::vector<unsigned> before = check::mixed_vector(n), want(n), got(n);
    for (unsigned i = 0; i < n; ++i)
        in[i].x = before[i];
    check::device_array<number> numbers(in);
    check::device_array<unsigned> out(n);
    const auto compare = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaMemcpy(got.data(), numbers.get(), n * sizeof(unsigned), cudaMemcpyDeviceToHost));
        check::equal(label, got, want);
    };
    operators<<<blocks, block>>>(numbers.get());
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / block, sum = before[i] * 2 + b;
        want[i] = (sum * 2 + b + blocks) ^ b;
    }
    compare("operators");
    in_the_kernel<<<blocks, block>>>(numbers.get());
    for (unsigned i = 0; i < n; ++i)
        want[i] = want[i] * 2 + i / block;
    compare("in the kernel");
    conversions<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / block;
        want[i] = (i + 2 * b) * 2 + b % 2 + b * 5 + 7 + b;
    }
    check::equal("conversions", out, want);
    members<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = i * i + i / block;
    check::equal("members", out, want);
    return check::finish();
}
