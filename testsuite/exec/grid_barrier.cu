// #pragma pt barrier: at the top level, in loops and branches of the whole grid, behind early returns, with dynamic shared
// memory; two launches in flight on two streams; a launch that a graph replays.
// expect: handled
#include "check.h"

#ifndef __PTCC__ // the original, for comparison: what the directive means, by hand
#include <cooperative_groups.h>
#define GRID_BARRIER() cooperative_groups::this_grid().sync()
#else
#define GRID_BARRIER() static_cast<void>(0)
#endif

#pragma pt kernel
__global__ void reversed(const unsigned *in, unsigned *middle, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = in[i] * 3;
    GRID_BARRIER();
#pragma pt barrier
    if (i < n)
        out[i] = middle[n - 1 - i];
}

#pragma pt kernel
__global__ void steps(unsigned *a, unsigned *b, unsigned n, unsigned times, bool twice)
{
    extern __shared__ unsigned kept[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i;
    for (unsigned t = 0; t < times; ++t) {
        b[i] = a[i] + a[(i + 1) % n];
        GRID_BARRIER();
#pragma pt barrier
        unsigned *const swapped = a;
        a = b;
        b = swapped;
        if (twice) {
            b[i] = a[n - 1 - i];
            GRID_BARRIER();
            _Pragma("pt barrier")
            a[i] = b[i] + 1;
            GRID_BARRIER();
#pragma pt \
    barrier
        }
    }
    a[i] += kept[threadIdx.x];
}

// The last block has threads that leave, and so has each block: any of them may be the first thread.
#ifdef __PTCC__
#pragma pt kernel
__global__ void left_early(unsigned *a, unsigned *b, unsigned n, unsigned times)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || i % 5 == 0)
        return;
    unsigned value = a[i];
    for (unsigned t = 0; t < times; ++t) {
        b[i] = value + t;
#pragma pt barrier
        const unsigned other = n - 1 - i;
        value += other % 5 ? b[other] : 1;
#pragma pt barrier
        if (value % 7 == 0)
            return;
    }
    a[i] = value;
}
#endif

template <class... P> void launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t bytes, cudaStream_t stream, P... parameters)
{
#ifdef __PTCC__
    kernel<<<grid, block, bytes, stream>>>(parameters...);
    CUDA_OK(cudaGetLastError());
#else
    void *arguments[] = { &parameters... };
    CUDA_OK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, bytes, stream));
#endif
}

static std::vector<unsigned> stepped(std::vector<unsigned> a, unsigned times, bool twice)
{
    const unsigned n = static_cast<unsigned>(a.size());
    std::vector<unsigned> b(n);
    for (unsigned t = 0; t < times; ++t) {
        for (unsigned i = 0; i < n; ++i)
            b[i] = a[i] + a[(i + 1) % n];
        a.swap(b);
        if (twice) {
            b = a;
            for (unsigned i = 0; i < n; ++i)
                a[i] = b[n - 1 - i] + 1;
        }
    }
    for (unsigned i = 0; i < n; ++i)
        a[i] += i;
    return a;
}

static void test_left_early()
{
    const unsigned blocks = 12, block = 48, n = blocks * block - 70, times = 6;
    std::vector<unsigned> a = check::mixed_vector(n), b = check::poisoned_vector<unsigned>(n), value = a;
    check::device_array<unsigned> da(a), db(b);
    std::vector<bool> gone(n);
    for (unsigned i = 0; i < n; ++i)
        gone[i] = i % 5 == 0;
    for (unsigned t = 0; t < times; ++t) {
        for (unsigned i = 0; i < n; ++i)
            if (!gone[i])
                b[i] = value[i] + t;
        for (unsigned i = 0; i < n; ++i)
            if (!gone[i])
                value[i] += (n - 1 - i) % 5 ? b[n - 1 - i] : 1;
        for (unsigned i = 0; i < n; ++i)
            gone[i] = gone[i] || value[i] % 7 == 0;
    }
    for (unsigned i = 0; i < n; ++i)
        if (!gone[i])
            a[i] = value[i];
#ifdef __PTCC__
    left_early<<<blocks, block>>>(da.get(), db.get(), n, times);
    CUDA_OK(cudaGetLastError());
#else // sync() has no meaning for a grid that some threads have left
    CUDA_OK(cudaMemcpy(da.get(), a.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
    check::equal("left early", da, a);
}

int main()
{
    check::begin("grid_barrier");
    const unsigned blocks = 13, block = 64, n = blocks * block - 30;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[n - 1 - i] * 3;
    check::device_array<unsigned> d_in(in), middle(n), out(n);
    for (int again = 0; again < 3; ++again) {
        out.poison();
#ifdef __PTCC__
        reversed<<<blocks, block>>>(d_in.get(), middle.get(), out.get(), n);
        CUDA_OK(cudaGetLastError());
#else
        launch(reversed, dim3(blocks), dim3(block), 0, nullptr, static_cast<const unsigned *>(d_in.get()), middle.get(), out.get(), n);
#endif
        check::equal("reversed", out, want);
    }

    const unsigned threads = 8 * 64, bytes = 64 * sizeof(unsigned);
    cudaStream_t stream[2];
    std::vector<unsigned> first = check::mixed_vector(threads), second = check::poisoned_vector<unsigned>(threads);
    check::device_array<unsigned> a0(first), b0(threads), a1(second), b1(threads);
    for (cudaStream_t &s : stream)
        CUDA_OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    launch(steps, dim3(8), dim3(64), bytes, stream[0], a0.get(), b0.get(), threads, 6u, false);
    launch(steps, dim3(8), dim3(64), bytes, stream[1], a1.get(), b1.get(), threads, 4u, true);
    CUDA_OK(cudaDeviceSynchronize());
    check::equal("steps", a0, stepped(first, 6, false));
    check::equal("steps, two barriers more", a1, stepped(second, 4, true));

    cudaGraph_t graph;
    cudaGraphExec_t instance;
    check::device_array<unsigned> a2(first), b2(threads);
    CUDA_OK(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal));
    launch(steps, dim3(8), dim3(64), bytes, stream[0], a2.get(), b2.get(), threads, 2u, false);
    CUDA_OK(cudaStreamEndCapture(stream[0], &graph));
    CUDA_OK(cudaGraphInstantiate(&instance, graph, 0ull));
    for (int replay = 0; replay < 2; ++replay)
        CUDA_OK(cudaGraphLaunch(instance, stream[0]));
    CUDA_OK(cudaStreamSynchronize(stream[0]));
    check::equal("replayed", a2, stepped(stepped(first, 2, false), 2, false));
    CUDA_OK(cudaGraphExecDestroy(instance));
    CUDA_OK(cudaGraphDestroy(graph));
    for (cudaStream_t &s : stream)
        CUDA_OK(cudaStreamDestroy(s));
    test_left_early();
    return check::finish();
}
