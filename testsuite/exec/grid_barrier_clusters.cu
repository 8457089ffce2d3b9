// Barriers of the grid by thread block clusters: even and odd numbers of groups, blocks that leave early, dynamic shared memory of
// the program's own in front of what a cluster's groups add to.
// expect: handled
// nvcc: -DPT_GRID_BARRIER=clusters
// A plain compilation has no barriers; there the expected values stand for what would be computed.
#include "check.h"

#pragma pt kernel
__global__ void in_phases(unsigned *a, unsigned *own, unsigned n, unsigned times)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned t = 0; t < times; t++) {
        a[i] = own[i] * 3 + t;
        #pragma pt barrier
        own[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void in_one_piece(unsigned *a, unsigned *own, unsigned times)
{
    extern __shared__ unsigned mine[];
    const unsigned threads = blockDim.x, i = blockIdx.x * threads + threadIdx.x, n = gridDim.x * threads;
    typedef unsigned number; // which keeps it in one piece
    number value = own[i];
    for (unsigned t = 0; t < times; t++) {
        mine[threadIdx.x] = value + t;
        a[i] = value * 3 + t;
        #pragma pt barrier arrive
        __syncthreads();
        value += mine[threads - 1 - threadIdx.x];
        #pragma pt barrier wait
        value += a[n - 1 - i];
        #pragma pt barrier
    }
    own[i] = value;
}

// Whole blocks leave, some first of their cluster and some not.
#pragma pt kernel
__global__ void left_early(unsigned *a, unsigned *own, unsigned n, unsigned times)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = own[i];
    for (unsigned t = 0; t < times; t++) {
        typedef unsigned number; // which keeps it in one piece
        if (static_cast<number>(blockIdx.x * 5 % 8) <= t)
            return;
        a[i] = value * 3 + t;
        #pragma pt barrier
        value += a[n - 1 - i];
        own[i] = value;
        #pragma pt barrier
    }
}

struct values {
    std::vector<unsigned> a, own;
};

static values expected(std::vector<unsigned> own, unsigned threads, unsigned times, bool in_block, bool leaves)
{
    const std::size_t n = own.size();
    std::vector<unsigned> a(n), is_in(n, 1u);
    for (unsigned t = 0; t < times; t++) {
        const std::vector<unsigned> before = own;
        for (std::size_t i = 0; i < n; i++) {
            is_in[i] &= !leaves || i / threads * 5 % 8 > t;
            if (is_in[i])
                a[i] = own[i] * 3 + t;
        }
        for (std::size_t i = 0; i < n; i++) {
            if (!is_in[i])
                continue;
            if (in_block)
                own[i] += before[i / threads * threads + threads - 1 - i % threads] + t;
            own[i] += a[n - 1 - i];
        }
    }
    return {a, own};
}

int main()
{
    check::begin("grid_barrier_clusters");
    const unsigned times = 6;
    for (unsigned blocks : {1u, 2u, 6u, 7u, 8u})
        for (unsigned threads : {32u, 64u}) {
            const unsigned n = blocks * threads;
            std::vector<unsigned> begin(n);
            for (unsigned i = 0; i < n; i++)
                begin[i] = i * 2654435761u;
            for (int which = 0; which < 3; which++) {
                const values want = expected(begin, threads, times, which == 1, which == 2);
                check::device_array<unsigned> a(std::vector<unsigned>(n, 0u)), own(begin);
#ifdef __PTCC__
                if (which == 0)
                    in_phases<<<blocks, threads>>>(a.get(), own.get(), n, times);
                else if (which == 1)
                    in_one_piece<<<blocks, threads, threads * sizeof(unsigned)>>>(a.get(), own.get(), times);
                else
                    left_early<<<blocks, threads>>>(a.get(), own.get(), n, times);
                CUDA_OK(cudaGetLastError());
#else
                CUDA_OK(cudaMemcpy(own.get(), want.own.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
                check::equal("own", own, want.own);
            }
        }
    return check::finish();
}
