// DESIGN part 4, Leaving early: coalesced groups that are made behind a return are of the threads that are there, in kernels, helpers and templates.
// expect: handled
// needs: c++17
#include "check.h"
#include <algorithm>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned next_of(unsigned *counter)
{
    auto group = cg::coalesced_threads();
    unsigned first = 0;
    if (group.thread_rank() == 0)
        first = atomicAdd(counter, group.size());
    return group.shfl(first, 0) + group.thread_rank();
}

// Where an element comes to lie is left to chance; which ones do, and how many, is not.
#pragma pt kernel
__global__ void filter(const unsigned *in, unsigned *out, unsigned *count, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (in[i] % 3 == 0)
        out[next_of(count)] = in[i];
}

// Who is in a group is left to chance, but not that all of them are of one block.
#pragma pt kernel schedule(dynamic, 1)
template <class T> __global__ void sums(const T *in, T *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || threadIdx.x % 32 < 16)
        return;
    cg::coalesced_group staying(cg::coalesced_threads());
    T all = 0;
    for (unsigned lane = 0; lane < staying.size(); lane++)
        all += staying.shfl(in[i], lane);
    staying.sync();
    if (staying.thread_rank() == 0)
        atomicAdd(&out[blockIdx.x], all);
}

int main()
{
    check::begin("cg_coalesced_behind_return");
    const unsigned blocks = 5003, threads = 96, n = blocks * threads - 37;
    std::vector<unsigned> in = check::mixed_vector(n), kept;
    std::copy_if(in.begin(), in.end(), std::back_inserter(kept), [](unsigned x) { return x % 3 == 0; });
    std::sort(kept.begin(), kept.end());
    check::device_array<unsigned> d_in(in), out(n), count(std::vector<unsigned>(1, 0u));
    filter<<<blocks, threads>>>(d_in.get(), out.get(), count.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("count", count, std::vector<unsigned>(1, unsigned(kept.size())));
    std::vector<unsigned> got = out.host();
    got.resize(kept.size());
    std::sort(got.begin(), got.end());
    check::value("kept", got == kept, 1);

    std::vector<unsigned> want(blocks);
    for (unsigned i = 0; i < n; ++i)
        want[i / threads] += i % threads % 32 < 16 ? 0 : in[i];
    check::device_array<unsigned> sum(std::vector<unsigned>(blocks, 0u));
    sums<<<blocks, threads>>>(d_in.get(), sum.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("sums", sum, want);
    return check::finish();
}
