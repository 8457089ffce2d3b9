// #pragma pt loop in each of its ways (PTRT_LOOP): steps that are the same in each loop, that change their arguments, whose loops have
// odd numbers of steps; memory set, copied and stored between them; shared memory that had to be asked for; streams, threads of the
// host, a capture, a device that was reset.
// expect: handled
#include "check.h"

#include <thread>
#include <utility>

#pragma pt kernel
__global__ void mix_neighbours(const unsigned *__restrict__ in, unsigned *__restrict__ out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 3u + in[(i + 33u) % n] + in[(i + n - 77u) % n];
}

// Its argument is another one in each step, and where it reads others have written in the step before.
#pragma pt kernel order(reverse)
__global__ void over(unsigned *a, unsigned width, unsigned k)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= width || x == k || y == k)
        return;
    a[y * width + x] += a[y * width + k] * 3u + a[k * width + x] + gridDim.x + gridDim.y * 10u;
}

// Threads leave before a barrier of their block.
#pragma pt kernel
__global__ void turned(unsigned *a, unsigned n, unsigned bytes)
{
    extern __shared__ unsigned kept[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, words = bytes / sizeof *kept;
    if (i >= n)
        return;
    kept[threadIdx.x] = a[i];
    kept[words - 1u - threadIdx.x] = i;
    __syncthreads();
    const unsigned other = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1u - threadIdx.x;
    a[i] = kept[other] * 5u + kept[words - 1u - other];
}

#pragma pt kernel
__global__ void planes(unsigned *a, dim3 shape, unsigned add)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < shape.x)
        a[(blockIdx.z * gridDim.y + blockIdx.y) * shape.x + x] += add + blockIdx.y + 100u * blockIdx.z;
}

struct pair_of_numbers {
    unsigned first, second;
};

#pragma pt kernel
__global__ void add_stored(unsigned *a, const pair_of_numbers *stored, const unsigned char *bytes, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * stored->first + stored->second + bytes[i % 1001u];
}

static unsigned grid_of(unsigned count, unsigned threads = 64u) { return (count + threads - 1u) / threads; }

static std::vector<unsigned> mixed_by_hand(std::vector<unsigned> a, unsigned steps)
{
    const unsigned n = static_cast<unsigned>(a.size());
    std::vector<unsigned> b(n);
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < n; ++i)
            b[i] = a[i] * 3u + a[(i + 33u) % n] + a[(i + n - 77u) % n];
        std::swap(a, b);
    }
    return a;
}

static void mix(unsigned **a, unsigned **b, unsigned n, unsigned steps, cudaStream_t stream)
{
#pragma pt loop
    for (unsigned t = 0; t < steps; ++t) {
        mix_neighbours<<<grid_of(n), 64, 0, stream>>>(*a, *b, n);
        std::swap(*a, *b);
    }
}

// The same loop again and again: with an odd number of steps its arrays begin the other way round each time.
static void again_and_again(const char *label, unsigned n, unsigned steps, unsigned times, cudaStream_t stream)
{
    const std::vector<unsigned> start = check::mixed_vector(n, steps);
    check::device_array<unsigned> first(start), second(n);
    unsigned *a = first.get(), *b = second.get();
    for (unsigned i = 0; i < times; ++i)
        mix(&a, &b, n, steps, stream);
    CUDA_OK(cudaStreamSynchronize(stream));
    std::vector<unsigned> result(n);
    CUDA_OK(cudaMemcpy(result.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost));
    check::equal(label, result, mixed_by_hand(start, steps * times));
}

static void changing_arguments(unsigned width, unsigned times)
{
    std::vector<unsigned> oracle = check::mixed_vector(width * width, 3);
    check::device_array<unsigned> all(oracle);
    const dim3 block(16, 4), grid(grid_of(width, 16), grid_of(width, 4));
    for (unsigned i = 0; i < times; ++i) {
#pragma pt loop
        for (unsigned k = 0; k < width; ++k)
            over<<<grid, block>>>(all.get(), width, k);
        for (unsigned k = 0; k < width; ++k)
            for (unsigned y = 0; y < width; ++y)
                for (unsigned x = 0; x < width; ++x)
                    if (x != k && y != k)
                        oracle[y * width + x] += oracle[y * width + k] * 3u + oracle[k * width + x] + grid.x + grid.y * 10u;
    }
    check::equal("changing_arguments", all.host(), oracle);
}

static void shared_memory(unsigned bytes, unsigned steps)
{
    const unsigned n = 1000;
    std::vector<unsigned> oracle = check::mixed_vector(n, 5);
    check::device_array<unsigned> all(oracle);
    CUDA_OK(cudaFuncSetAttribute(turned, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
#pragma pt loop
    for (unsigned t = 0; t < steps; ++t)
        turned<<<grid_of(n), 64, bytes>>>(all.get(), n, bytes);
    for (unsigned t = 0; t < steps; ++t)
        for (unsigned block = 0; block < n; block += 64) {
            const unsigned count = block + 64 < n ? 64 : n - block;
            std::vector<unsigned> before(oracle.begin() + block, oracle.begin() + block + count);
            for (unsigned i = 0; i < count; ++i)
                oracle[block + i] = before[count - 1 - i] * 5u + (block + count - 1 - i);
        }
    check::equal("shared_memory", all.host(), oracle);
}

// Kernels with blocks of one shape, in grids of three dimensions and of one, and memory between them.
static void with_memory(unsigned steps)
{
    const unsigned n = 7 * 5 * 90, bytes = 70001;
    std::vector<unsigned> oracle = check::mixed_vector(n, 9);
    std::vector<unsigned char> more(bytes);
    check::device_array<unsigned> all(oracle);
    check::device_array<unsigned char> set(bytes), copied(bytes);
    check::device_array<pair_of_numbers> stored(1);
    CUDA_OK(cudaMemset(set.get(), 1, bytes));
    CUDA_OK(cudaMemset(copied.get(), 2, bytes));
#pragma pt loop
    for (unsigned t = 0; t < steps; ++t) {
        const pair_of_numbers now = {t * 2u + 3u, t + 11u};
        CUDA_OK(cudaMemcpyAsync(stored.get(), &now, sizeof now, cudaMemcpyHostToDevice));
        CUDA_OK(cudaMemsetAsync(set.get() + t % 3u, static_cast<int>(t % 7u), bytes - 2u - t));
        CUDA_OK(cudaMemcpyAsync(copied.get() + 1, set.get() + t % 2u, bytes - 10u, cudaMemcpyDeviceToDevice));
        planes<<<dim3(2, 5, 7), 64>>>(all.get(), dim3(90), t);
        add_stored<<<grid_of(n), 64>>>(all.get(), stored.get(), copied.get() + t % 5u, n);
    }
    std::vector<unsigned char> by_set(bytes, 1), by_copy(bytes, 2);
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < bytes - 2u - t; ++i)
            by_set[t % 3u + i] = static_cast<unsigned char>(t % 7u);
        for (unsigned i = 0; i < bytes - 10u; ++i)
            by_copy[1 + i] = by_set[t % 2u + i];
        for (unsigned i = 0; i < n; ++i)
            oracle[i] = (oracle[i] + t + i / 90u % 5u + 100u * (i / 450u)) * (t * 2u + 3u) + t + 11u + by_copy[t % 5u + i % 1001u];
    }
    check::equal("with_memory", all.host(), oracle);
    check::equal("copied", copied.host(), by_copy);
}

// What a loop does within a capture of the program's is part of that capture.
static void captured(unsigned n, unsigned steps)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    const std::vector<unsigned> start = check::mixed_vector(n, 21);
    check::device_array<unsigned> first(start), second(n);
    unsigned *a = first.get(), *b = second.get();
    CUDA_OK(cudaStreamCreate(&stream));
    CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    mix(&a, &b, n, steps, stream);
    CUDA_OK(cudaStreamEndCapture(stream, &graph));
    CUDA_OK(cudaGraphInstantiate(&instance, graph, 0ull));
    for (int i = 0; i < 2; ++i)
        CUDA_OK(cudaGraphLaunch(instance, stream));
    CUDA_OK(cudaStreamSynchronize(stream));
    std::vector<unsigned> result(n);
    CUDA_OK(cudaMemcpy(result.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost));
    check::equal("captured", result, mixed_by_hand(start, steps * 2u));
    CUDA_OK(cudaGraphExecDestroy(instance));
    CUDA_OK(cudaGraphDestroy(graph));
    CUDA_OK(cudaStreamDestroy(stream));
}

// Loops of two threads of the host, each on its own stream, both at once.
static void of_thread(unsigned seed, std::vector<unsigned> *result)
{
    cudaStream_t stream;
    const unsigned n = 900;
    CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const std::vector<unsigned> start = check::mixed_vector(n, seed);
    check::device_array<unsigned> first(start), second(n);
    unsigned *a = first.get(), *b = second.get();
    for (int i = 0; i < 3; ++i)
        mix(&a, &b, n, 45u, stream);
    CUDA_OK(cudaStreamSynchronize(stream));
    result->resize(n);
    CUDA_OK(cudaMemcpy(result->data(), a, n * sizeof *a, cudaMemcpyDeviceToHost));
    CUDA_OK(cudaStreamDestroy(stream));
}

static void in_threads()
{
    std::vector<unsigned> results[2];
    std::thread others[2];
    for (unsigned i = 0; i < 2; ++i)
        others[i] = std::thread(of_thread, 31u + i, &results[i]);
    for (std::thread &other : others)
        other.join();
    for (unsigned i = 0; i < 2; ++i)
        check::equal(i ? "thread_1" : "thread_0", results[i], mixed_by_hand(check::mixed_vector(900, 31u + i), 135u));
}

int main()
{
    check::begin("loop_ways");
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    again_and_again("even", 1000, 50, 4, 0);
    again_and_again("odd", 1000, 25, 7, stream);
    again_and_again("few_steps", 500, 3, 20, stream);
    again_and_again("one_step", 500, 1, 3, 0);
    again_and_again("many_blocks", 20000, 130, 2, stream);
    again_and_again("few_blocks_again", 1000, 130, 2, stream);
    changing_arguments(50, 3);
    shared_memory(1024, 20);
    shared_memory(60000, 20);
    with_memory(40);
    captured(700, 40);
    in_threads();
    CUDA_OK(cudaStreamDestroy(stream));
    CUDA_OK(cudaDeviceReset());
    again_and_again("after_reset", 1000, 50, 4, 0);
    return check::finish();
}
