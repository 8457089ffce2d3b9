// #pragma pt loop: pointer swaps, grids of several sizes, several kernels, memory set and copied on the way, the read-back that
// ends the loop, error checks and synchronisations, break and return, more steps than one launch takes.
// expect: handled
#include "check.h"

#include <utility>

#pragma pt kernel
__global__ void add_neighbour(const unsigned *__restrict__ in, unsigned *__restrict__ out, unsigned n, unsigned t)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = in[i] * 5u + in[(i + 1u) % n] + t;
}

// Threads leave before a barrier; static and dynamic shared memory.
#pragma pt kernel
__global__ void reversed_blocks(unsigned *a, unsigned n)
{
    __shared__ unsigned kept[64];
    extern __shared__ unsigned more[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    kept[threadIdx.x] = a[i];
    more[threadIdx.x] = i;
    __syncthreads();
    const unsigned other = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1u - threadIdx.x;
    a[i] = kept[other] + more[other];
}

struct factors {
    unsigned short small;
    unsigned long long large;
};

template <class T, int times> __device__ T scaled(T value) { return value * times; }

#pragma pt kernel
template <class T, int times> __global__ void scale(T *a, factors f, dim3 shape)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x < shape.x)
        a[(z * gridDim.y + y) * shape.x + x] = scaled<T, times>(a[(z * gridDim.y + y) * shape.x + x]) + f.small + T(f.large >> 32);
}

#pragma pt kernel
__global__ void count_odd(const unsigned *a, unsigned n, unsigned *count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 2u)
        atomicAdd(count, 1u);
}

#pragma pt kernel
__global__ void halve(unsigned *a, unsigned n, unsigned *again)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > 1u) {
        a[i] /= 2u;
        atomicExch(again, 1u);
    }
}

constexpr unsigned n = 1000;
static unsigned grid_of(unsigned count) { return (count + 63u) / 64u; }

static std::vector<unsigned> neighbours(std::vector<unsigned> a, unsigned steps)
{
    std::vector<unsigned> b(a.size());
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < n; ++i)
            b[i] = a[i] * 5u + a[(i + 1u) % n] + t;
        std::swap(a, b);
    }
    return a;
}

static void swaps(unsigned steps)
{
    const std::vector<unsigned> start = check::mixed_vector(n);
    check::device_array<unsigned> first(start), second(n);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop
    for (unsigned t = 0; t < steps; ++t) {
        add_neighbour<<<grid_of(n), 64>>>(a, b, n, t);
        CUDA_OK(cudaGetLastError());
        std::swap(a, b);
    }
    std::vector<unsigned> result(n);
    CUDA_OK(cudaMemcpy(result.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost));
    check::equal("swaps", result, neighbours(start, steps));
}

// Grids of all shapes, three kernels, a stream, synchronisations that nobody can tell from later ones.
static void kernels(cudaStream_t stream)
{
    std::vector<unsigned> oracle = check::mixed_vector(n, 7);
    check::device_array<unsigned> all(oracle), other(n);
    unsigned *a = all.get(), *b = other.get();
    int t = 0;
#pragma pt loop
    while (t < 9) {
        const unsigned count = n - 100u * static_cast<unsigned>(t);
        reversed_blocks<<<grid_of(count), 64, 64 * sizeof(unsigned), stream>>>(a, count);
        CUDA_OK(cudaStreamSynchronize(stream));
        if (t % 3 == 2)
            scale<unsigned, 3><<<dim3(2, 3, 2), 64, 0, stream>>>(a, factors{5, 1ull << 33}, dim3(70));
        for (int again = 0; again < 2; ++again) {
            add_neighbour<<<grid_of(n), 64, 0, stream>>>(a, b, n, static_cast<unsigned>(again));
            std::swap(a, b);
        }
        ++t;
        if (t == 8)
            break;
    }
    for (int u = 0; u < 8; ++u) {
        const unsigned count = n - 100u * static_cast<unsigned>(u);
        std::vector<unsigned> next = oracle;
        for (unsigned i = 0; i < count; ++i) {
            const unsigned begin = i / 64u * 64u, size = std::min(64u, count - begin), j = begin + size - 1u - (i - begin);
            next[i] = oracle[j] + j;
        }
        if (u % 3 == 2)
            for (unsigned i = 0; i < 70u * 6u; ++i)
                next[i] = next[i] * 3u + 5u + 2u;
        oracle = neighbours(next, 2);
    }
    std::vector<unsigned> result(n);
    CUDA_OK(cudaMemcpyAsync(result.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost, stream));
    CUDA_OK(cudaStreamSynchronize(stream));
    check::equal("kernels", result, oracle);
    check::value("steps", t, 8);
}

// Memory that is set, copied and stored between the launches; the count of one launch is read back for the next.
static void memory()
{
    const std::vector<unsigned> start = check::mixed_vector(n, 11);
    check::device_array<unsigned> all(start), other(n), count(5);
    unsigned *a = all.get(), *b = other.get(), *const device_count = count.get();
    std::vector<unsigned> counts, expected, oracle = start;
    unsigned last = 0;
#pragma pt loop
    for (unsigned t = 0; t < 6; ++t) {
        CUDA_OK(cudaMemset(device_count, 0, sizeof(unsigned)));
        const unsigned extra[4] = {t, last, 3u, 4u};
        CUDA_OK(cudaMemcpy(device_count + 1, extra, sizeof extra, cudaMemcpyHostToDevice));
        count_odd<<<grid_of(n), 64>>>(a, n, device_count);
        CUDA_OK(cudaMemcpyAsync(b, a, n * sizeof *a, cudaMemcpyDeviceToDevice));
        add_neighbour<<<grid_of(n - 3u), 64>>>(b, a, n - 3u, t + last);
        CUDA_OK(::cudaMemcpy(&last, device_count, sizeof last, cudaMemcpyDeviceToHost));
        counts.push_back(last);
    }
    last = 0;
    for (unsigned t = 0; t < 6; ++t) {
        unsigned odd = 0;
        for (unsigned value : oracle)
            odd += value % 2u;
        std::vector<unsigned> next = oracle;
        for (unsigned i = 0; i < n - 3u; ++i)
            next[i] = oracle[i] * 5u + oracle[(i + 1u) % (n - 3u)] + t + last;
        oracle = next;
        last = odd;
        expected.push_back(odd);
    }
    check::equal("memory", all.host(), oracle);
    check::equal("counts", counts, expected);
    check::equal("stored", count.host(), std::vector<unsigned>({expected.back(), 5u, expected[4], 3u, 4u}));
}

// The read-back ends the loop, from inside a function.
static int halvings(unsigned *a, unsigned *again)
{
    int rounds = 0;
#pragma pt loop
    do {
        unsigned flag = 0;
        CUDA_OK(cudaMemcpy(again, &flag, sizeof flag, cudaMemcpyHostToDevice));
        halve<<<grid_of(n), 64>>>(a, n, again);
        ++rounds;
        CUDA_OK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
        if (!flag)
            return rounds;
    } while (rounds < 100);
    return -1;
}

// The host reads managed memory behind each synchronisation, which so is not put off.
__managed__ unsigned seen;

static void managed()
{
    check::device_array<unsigned> all(check::mixed_vector(n, 3));
    std::vector<unsigned> counts;
    unsigned *all_seen = nullptr;
    CUDA_OK(cudaGetSymbolAddress(reinterpret_cast<void **>(&all_seen), seen));
    seen = 0;
#pragma pt loop
    for (int t = 0; t < 3; ++t) {
        count_odd<<<grid_of(n), 64>>>(all.get(), n, all_seen);
        CUDA_OK(cudaDeviceSynchronize());
        counts.push_back(seen);
    }
    check::equal("managed", counts, std::vector<unsigned>({counts[0], 2u * counts[0], 3u * counts[0]}));
    check::value("some", counts[0] > 0u, 1);
}

// An invalid launch sets the same error, in its turn.
static void invalid()
{
    check::device_array<unsigned> first(check::mixed_vector(n)), second(n);
    add_neighbour<<<grid_of(n), 2048>>>(first.get(), second.get(), n, 0);
    const int error = static_cast<int>(cudaGetLastError());
    int errors = 0;
#pragma pt loop
    for (unsigned t = 0; t < 4; ++t) {
        add_neighbour<<<grid_of(n), t == 2 ? 2048 : 64>>>(first.get(), second.get(), n, t);
        errors = errors * 1000 + static_cast<int>(cudaGetLastError());
    }
    check::value("error", error != 0, 1);
    check::value("errors", errors, error * 1000);
}

int main()
{
    check::begin("loop");
    for (unsigned steps : {0u, 1u, 2u, 31u, 33u, 200u, 4500u})
        swaps(steps);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    kernels(0);
    kernels(stream);
    memory();
    {
        check::device_array<unsigned> all(check::mixed_vector(n)), again(1);
        check::value("rounds", halvings(all.get(), again.get()), 32);
        check::equal("halved", all.host(), std::vector<unsigned>(n, 1u));
    }
    managed();
    invalid();
    CUDA_OK(cudaStreamDestroy(stream));
    return check::finish();
}
