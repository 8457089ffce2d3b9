// Kernels that load by __ldg what the step before wrote: in a loop, and in a block whose launches become one. There it is a plain load.
// expect: handled
#include "check.h"

#include <utility>

enum { count = 5000, threads = 96, blocks = (count + threads - 1) / threads, steps = 40 };

#pragma pt kernel
__global__ void spread(const unsigned *__restrict__ from, unsigned *__restrict__ to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 3u * __ldg(from + (i + 1) % n) + __ldg(&from[(i + n / 2) % n]);
}
#pragma pt kernel
template <class T> __global__ void fold(const T *__restrict__ from, T *__restrict__ to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = __ldg(&from[n - 1 - i]) ^ (__ldg(&from[i]) >> 3);
}
#pragma pt kernel
template <class T> __global__ void increase(const T *__restrict__ from, T *__restrict__ to, T by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = __ldg(&from[i]) * 5u + by;
}

int main()
{
    check::begin("loop_ldg");
    std::vector<unsigned> from = check::mixed_vector(count), to = from;
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
    #pragma pt loop
    for (int t = 0; t < steps; ++t) {
        spread<<<blocks, threads>>>(a, b, count);
        fold<unsigned><<<blocks, threads>>>(b, a, count);
    }
    CUDA_OK(cudaGetLastError());
    for (int t = 0; t < steps; ++t) {
        for (int i = 0; i < count; ++i)
            to[i] = 3u * from[(i + 1) % count] + from[(i + count / 2) % count];
        for (int i = 0; i < count; ++i)
            from[i] = to[count - 1 - i] ^ (to[i] >> 3);
    }
    check::equal("loop", first, from);
    #pragma pt fuse
    {
        increase<unsigned><<<blocks, threads>>>(a, b, 7u, count);
        increase<unsigned><<<blocks, threads>>>(b, a, 9u, count);
        increase<unsigned><<<blocks, threads>>>(a, b, 11u, count);
    }
    CUDA_OK(cudaGetLastError());
    for (int i = 0; i < count; ++i)
        from[i] = (to[i] = from[i] * 5u + 7u) * 5u + 9u;
    for (int i = 0; i < count; ++i)
        to[i] = from[i] * 5u + 11u;
    check::equal("block, there", first, from);
    check::equal("block, and back", second, to);
    return check::finish();
}
