// DESIGN part 4, Launches: __trap() in a kernel ends the launch with the same error.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void trapping(const unsigned *in, unsigned *out, unsigned limit)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] >= limit)
        __trap();
    out[i] = in[i] + 1;
}

int main()
{
    check::begin("device_trap");
    const unsigned blocks = 5107, n = blocks * 32;
    std::vector<unsigned> in(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        in[i] = i, want[i] = i + 1;
    check::device_array<unsigned> d_in(in), out(n);
    trapping<<<blocks, 32>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    trapping<<<blocks, 32>>>(d_in.get(), out.get(), n - 1);
    check::error("launched", cudaGetLastError(), cudaSuccess);
    check::error("ended", cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    check::error("sticky", cudaGetLastError(), cudaErrorLaunchFailure);
    trapping<<<blocks, 32>>>(d_in.get(), out.get(), n);
    check::error("later", cudaGetLastError(), cudaErrorLaunchFailure);
    std::printf("%s %s%s\n", check::current().name.c_str(), check::current().failures ? "FAILED" : "ok", check::current().checksums.c_str());
    std::fflush(stdout);
    _Exit(check::current().failures ? 1 : 0); // the context is gone: nothing can be freed
}
