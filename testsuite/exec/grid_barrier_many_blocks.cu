// #pragma pt barrier in kernels that split into phases: more blocks than can run at once, each group works on several.
// expect: handled
#include "check.h"

#define ROUNDS 4

// A guard, a local that is computed again, pointers that are swapped for the whole grid, a loop that is left early.
#pragma pt kernel
template <class T> __global__ void smooth(T *a, T *b, unsigned width, unsigned height, unsigned times, unsigned enough)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y, at = y * width + x;
    if (x >= width || y >= height)
        return;
    for (unsigned t = 0; t < times; t++) {
        const unsigned right = x + 1 < width ? 1 : 0;
        T sum = a[at] * 3 + a[at + right];
        if (y > 0)
            sum += a[at - width];
        b[at] = sum;
#pragma pt barrier
        T *const swapped = a;
        a = b;
        b = swapped;
        if (t == enough)
            break;
    }
    b[at] = a[at] + 1;
}

// Branches for the whole grid, a loop that ends at its end, a block in the order of its own, returns behind the last barrier.
#pragma pt kernel order(reverse)
__global__ void branches(unsigned *a, unsigned *b, unsigned n, int mode)
{
    const unsigned i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned round = 0;
    {
        if (threadIdx.x == 0)
            a[i] = i * 3;
#pragma pt barrier
    }
    if (mode == 1) {
        if (threadIdx.x == 0)
            b[i] = a[n - 1 - i];
#pragma pt barrier
        if (threadIdx.x == 0)
            a[i] = b[n - 1 - i] + 1;
#pragma pt barrier
    } else if (mode == 2) {
#pragma pt barrier
        if (threadIdx.x == 0)
            b[i] = a[(i + 1) % n];
    } else {
        do {
            for (unsigned k = 0; k < 2; k++) {
                if (k == 1)
                    continue;
                if (threadIdx.x == 0)
                    b[i] = a[(i + round) % n];
            }
            _Pragma("pt barrier")
            ++round;
            if (threadIdx.x == 0)
                a[i] += b[(i + 7) % n];
#pragma pt barrier
        } while (round < ROUNDS);
    }
    if (threadIdx.x != 0)
        return;
    b[i] += 1;
}

static std::vector<unsigned> smoothed(std::vector<unsigned> a, unsigned width, unsigned height, unsigned times, unsigned enough)
{
    std::vector<unsigned> b(a.size());
    for (unsigned t = 0; t < times; t++) {
        for (unsigned y = 0; y < height; y++)
            for (unsigned x = 0; x < width; x++) {
                const unsigned at = y * width + x;
                b[at] = a[at] * 3 + a[at + (x + 1 < width)] + (y > 0 ? a[at - width] : 0);
            }
        a.swap(b);
        if (t == enough)
            break;
    }
    for (unsigned &value : a)
        value += 1;
    return a;
}

static void branched(std::vector<unsigned> &a, std::vector<unsigned> &b, int mode)
{
    const unsigned n = static_cast<unsigned>(a.size());
    for (unsigned i = 0; i < n; i++)
        a[i] = i * 3;
    if (mode == 1) {
        for (unsigned i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
        for (unsigned i = 0; i < n; i++)
            a[i] = b[n - 1 - i] + 1;
    } else if (mode == 2) {
        for (unsigned i = 0; i < n; i++)
            b[i] = a[(i + 1) % n];
    } else {
        for (unsigned round = 0; round < ROUNDS; round++) {
            for (unsigned i = 0; i < n; i++)
                b[i] = a[(i + round) % n];
            for (unsigned i = 0; i < n; i++)
                a[i] += b[(i + 7) % n];
        }
    }
    for (unsigned &value : b)
        value += 1;
}

int main()
{
    check::begin("grid_barrier_many_blocks");
    const unsigned width = 700, height = 150;
    const dim3 block(8, 4), grid((width + 7) / 8, (height + 3) / 4);
    const std::vector<unsigned> start = check::mixed_vector(width * height);
    for (unsigned times : {3u, 4u}) { // the result lies in the second array, then in the first
        const std::vector<unsigned> want = smoothed(start, width, height, times, 100);
        check::device_array<unsigned> a(start), b(width * height);
        check::device_array<unsigned> &result = times % 2 ? a : b;
        BARRIER_LAUNCH((smooth<unsigned><<<grid, block>>>(a.get(), b.get(), width, height, times, 100u)), result, want);
        check::equal(times % 2 ? "smooth, odd" : "smooth, even", result, want);
    }
    const std::vector<unsigned> want = smoothed(start, width, height, 5, 1);
    check::device_array<unsigned> a(start), b(width * height);
    BARRIER_LAUNCH((smooth<unsigned><<<grid, block>>>(a.get(), b.get(), width, height, 5u, 1u)), b, want);
    check::equal("smooth, left", b, want);

    const dim3 blocks(37, 11, 5);
    const unsigned n = 37 * 11 * 5;
    for (int mode = 1; mode <= 3; mode++) {
        std::vector<unsigned> want_a(n), want_b(n);
        branched(want_a, want_b, mode);
        check::device_array<unsigned> of_a(n), of_b(n);
        BARRIER_LAUNCH((branches<<<blocks, 32>>>(of_a.get(), of_b.get(), n, mode)), of_a, want_a);
#ifndef __PTCC__
        CUDA_OK(cudaMemcpy(of_b.get(), want_b.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
        check::equal("branches, a", of_a, want_a);
        check::equal("branches, b", of_b, want_b);
    }
    return check::finish();
}
