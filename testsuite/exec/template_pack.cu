// DESIGN part 4, C++: parameter packs of types and values in kernels, expanded in parameters and body.
// expect: handled
#include "check.h"

__host__ __device__ inline unsigned sum() { return 0; }
template <class T, class... Rest> __host__ __device__ unsigned sum(T first, Rest... rest) { return static_cast<unsigned>(first) + sum(rest...); }

#pragma pt kernel
template <class... T>
__global__ void add_all(unsigned *out, T... values)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum(values...) + sizeof...(T) + blockIdx.x;
}

#pragma pt kernel
template <unsigned... N>
__global__ void constants(unsigned *out)
{
    const unsigned list[] = { N..., 0 };
    out[blockIdx.x * blockDim.x + threadIdx.x] = list[blockIdx.x % (sizeof...(N) + 1)];
}

#pragma pt kernel
template <class First, class... Rest>
__global__ void pointers(First *out, const Rest *... in)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sum(in[i]...) * (blockIdx.x + 1);
}

// Overloads that the same arguments fit, of which one has a pack.
#pragma pt kernel
template <class T>
__global__ void overloaded(unsigned *out, T value)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value + blockIdx.x;
}

#pragma pt kernel
template <class T, class... Rest>
__global__ void overloaded(unsigned *out, T value, Rest... rest)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value * (sum(rest...) + blockIdx.x);
}

#pragma pt kernel
template <class... T>
__global__ void overloaded(unsigned *out, unsigned long long first, T... values)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<unsigned>(first) - sum(values...) - blockIdx.x;
}

int main()
{
    check::begin("template_pack");
    const unsigned blocks = 5131, block = 20, n = blocks * block;
    check::device_array<unsigned> out(n);
    std::vector<unsigned> a = check::mixed_vector(n), want(n);
    std::vector<unsigned short> b(n);
    for (unsigned i = 0; i < n; ++i)
        b[i] = static_cast<unsigned short>(a[i] >> 3);
    check::device_array<unsigned> d_a(a);
    check::device_array<unsigned short> d_b(b);
    add_all<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block;
    check::equal("empty", out, want);
    add_all<<<blocks, block>>>(out.get(), 1, 2u, 'a', static_cast<short>(4), 5ll);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 12 + 97 + 5 + i / block;
    check::equal("five", out, want);
    constants<3, 9, 27><<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = (i / block % 4 == 0 ? 3u : i / block % 4 == 1 ? 9u : i / block % 4 == 2 ? 27u : 0u);
    check::equal("values", out, want);
    pointers<<<blocks, block>>>(out.get(), d_a.get(), d_b.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = (a[i] + b[i]) * (i / block + 1);
    check::equal("pointers", out, want);
    overloaded<<<blocks, block>>>(out.get(), 7u);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 7 + i / block;
    check::equal("without_pack", out, want);
    overloaded<<<blocks, block>>>(out.get(), 7u, 2, 3u);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 7 * (5 + i / block);
    check::equal("with_pack", out, want);
    overloaded<<<blocks, block>>>(out.get(), 70ull, 2);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 70 - 2 - i / block;
    check::equal("all_pack", out, want);
    return check::finish();
}
