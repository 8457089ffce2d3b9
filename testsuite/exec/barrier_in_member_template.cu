// Static member templates of class templates that wait for the block, called with arguments that a template leaves open, behind an early return.
// expect: handled
#include "check.h"

namespace work {

template <class Meta> struct scheduler {
    template <class Body> __device__ static void schedule(Meta mine, unsigned count, Body body) // hands each thread what the first threads of the block have
    {
        __shared__ Meta all[64];
        all[threadIdx.x] = mine;
        __syncthreads();
        for (unsigned i = 0; i < count; i++)
            body(i, all[i]);
        __syncthreads();
    }

    template <int by, class Body> __device__ static void scaled(Meta mine, unsigned count, Body body) { schedule(Meta(by * mine), count, body); }
};

} // namespace work

#pragma pt kernel
template <class Out> __global__ void sums(Out out, int n, int keep)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || int(threadIdx.x) >= keep)
        return;
    unsigned sum = 0;
    work::scheduler<unsigned>::schedule(i, keep, [&](unsigned, unsigned value) { sum += value; });
    work::scheduler<unsigned>::template scaled<3>(i, keep, [&](unsigned thread, unsigned value) { sum += thread % 2 ? value : 0; });
    out[i] = sum;
}

int main()
{
    check::begin("barrier_in_member_template");
    const unsigned n = 64 * 3001, keep = 50;
    check::device_array<unsigned> out(n);
    out.poison();
    const std::vector<unsigned> before = out.host();
    sums<<<n / 64, 64>>>(out.get(), int(n), int(keep));
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want = before;
    for (unsigned block = 0; block < n / 64; block++) {
        unsigned sum = 0;
        for (unsigned thread = 0; thread < keep; thread++)
            sum += block * 64 + thread + (thread % 2 ? 3 * (block * 64 + thread) : 0);
        for (unsigned thread = 0; thread < keep; thread++)
            want[block * 64 + thread] = sum;
    }
    check::equal("sums", out, want);
    return check::finish();
}
