// items(expression): the device knows how many blocks there are. None, few, fewer than groups, all, more than launched, more
// than a grid can have, negative; in one and two dimensions, with shared memory, with threads that leave before a barrier.
// expect: handled
// A plain compilation knows no items(...), so that the kernels ask for themselves there.
#include "check.h"

#ifdef __PTCC__
#define LEAVES_IF(condition)
#else
#define LEAVES_IF(condition) \
    if (condition)           \
        return;
#endif

#pragma pt kernel
__global__ void produce(unsigned *count, unsigned *list, unsigned modulus, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && check::mix(i) % modulus == 0)
        list[atomicAdd(count, 1)] = i;
}

#pragma pt kernel items((*count + 63) / 64)
__global__ void consume(const unsigned *count, const unsigned *list, unsigned *out)
{
    LEAVES_IF(blockIdx.x >= (*count + 63) / 64)
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0)
        atomicAdd(&out[0], 1);
    if (i < *count)
        atomicAdd(&out[1 + list[i]], i + gridDim.x - i);
}

#pragma pt kernel items(blocks)
template <class T, class Count> __global__ void sums(T *out, Count blocks)
{
    LEAVES_IF(blocks < 0 || blockIdx.y * gridDim.x + blockIdx.x >= static_cast<unsigned long long>(blocks))
    __shared__ T part[64];
    if (threadIdx.x >= 50 && blockIdx.x % 3 == 1)
        return;
    part[threadIdx.x] = static_cast<T>(blockIdx.y * gridDim.x + blockIdx.x + threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] += part[0] + part[49];
}

// A static local, which the plain and the persistent kernel share.
#pragma pt kernel items(2 * half) schedule(static)
__global__ void numbered(unsigned *out, short half)
{
    LEAVES_IF(static_cast<int>(blockIdx.x) >= 2 * half)
    static __device__ unsigned calls;
    if (threadIdx.x == 0)
        out[blockIdx.x] += 1 + 0 * atomicAdd(&calls, 1u);
}

static void producer_and_consumer()
{
    const unsigned n = 100000, launched = (n + 63) / 64;
    check::device_array<unsigned> count(1), list(n), out(1 + n);
    for (unsigned modulus : { 1u, 2u, 57u, 5003u, 200003u }) {
        std::vector<unsigned> expected(1 + n);
        unsigned found = 0;
        for (unsigned i = 0; i < n; ++i)
            if (check::mix(i) % modulus == 0) {
                expected[1 + i] = 2 * launched;
                found++;
            }
        expected[0] = 2 * ((found + 63) / 64);
        count.zero();
        out.zero();
        produce<<<(n + 127) / 128, 128>>>(count.get(), list.get(), modulus, n);
        consume<<<launched, 64>>>(count.get(), list.get(), out.get());
        consume<<<launched, 64>>>(count.get(), list.get(), out.get());
        CUDA_OK(cudaGetLastError());
        check::equal(modulus == 1 ? "all" : "some", out, expected);
    }
}

template <class T, class Count> static void numbers(const char *name, const std::vector<Count> &counts)
{
    const dim3 grid(101, 37);
    for (Count blocks : counts) {
        check::device_array<T> out(grid.x * grid.y);
        out.zero();
        std::vector<T> expected(grid.x * grid.y);
        for (unsigned b = 0; b < grid.x * grid.y; ++b)
            expected[b] = blocks > 0 && b < static_cast<unsigned long long>(blocks) ? static_cast<T>(2 * b + 49) : T(0);
        sums<T><<<grid, 64>>>(out.get(), blocks);
        CUDA_OK(cudaGetLastError());
        check::equal(name, out, expected);
    }
}

int main()
{
    check::begin("items");
    producer_and_consumer();
    numbers<unsigned, int>("int", { -1, 0, 1, 5, 3736, 3737, 3738, 2147483647 });
    numbers<int, unsigned long long>("unsigned", { 0, 300, 3736, 1ull << 31, 1ull << 63, ~0ull });
    numbers<unsigned, long long>("long", { -(1ll << 62), 2000, 1ll << 40 });
    check::device_array<unsigned> out(5000);
    for (short half : { short(-3), short(0), short(1), short(999) }) {
        std::vector<unsigned> expected(5000);
        for (int b = 0; b < 2 * half; ++b)
            expected[b] = 1;
        out.zero();
        numbered<<<5000, 32>>>(out.get(), half);
        CUDA_OK(cudaGetLastError());
        check::equal("short", out, expected);
    }
    return check::finish();
}
