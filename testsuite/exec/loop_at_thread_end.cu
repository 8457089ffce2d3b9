// #pragma pt loop in the destructor of a thread's object: what the loop keeps for the thread, graphs and tiles, is gone by then.
// expect: handled
#include "check.h"

#include <thread>
#include <utility>

enum { BLOCK = 64, BLOCKS = 24, N = BLOCK * BLOCKS, STEPS = 40 };

#pragma pt kernel
__global__ void smooth(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0u && i < n - 1u)
        out[i] = in[i - 1u] + 3u * in[i] + (in[i + 1u] ^ 5u);
}

static void run(unsigned *a, unsigned *b, int steps)
{
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        smooth<<<BLOCKS, BLOCK>>>(a, b, N);
        std::swap(a, b);
    }
}

static void run_kept(unsigned *a, unsigned *b, int steps)
{
#pragma pt loop keep(a)
    for (int i = 0; i < steps; ++i) {
        smooth<<<BLOCKS, BLOCK>>>(a, b, N);
        std::swap(a, b);
    }
}

// Made before the first loop, and so destroyed behind all that the loops have made for the thread.
struct last_one {
    unsigned *a = nullptr, *b = nullptr;
    ~last_one()
    {
        if (!a)
            return;
        run(a, b, STEPS);
        run_kept(a, b, STEPS);
        run(a, b, STEPS);
    }
};
static thread_local last_one at_end;

int main()
{
    check::begin("loop_at_thread_end");
    std::vector<unsigned> in = check::mixed_vector(N), want = in;
    check::device_array<unsigned> a(in), b(in);
    int errors = 0;
    std::thread thread([&] {
        at_end.a = a.get();
        at_end.b = b.get();
        for (int i = 0; i < 3; ++i) { // all ways have been there
            run(a.get(), b.get(), STEPS);
            run_kept(a.get(), b.get(), STEPS);
        }
        errors = cudaDeviceSynchronize() != cudaSuccess;
    });
    thread.join();
    std::vector<unsigned> other = want;
    for (int s = 0; s < 9 * STEPS; ++s) {
        for (int i = 1; i < N - 1; ++i)
            other[i] = want[i - 1] + 3u * want[i] + (want[i + 1] ^ 5u);
        std::swap(want, other);
    }
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    check::value("errors", errors, 0);
    check::equal("out", a, want);
    return check::finish();
}
