// A lambda for the device in a function of the host, which a kernel calls: what a library does there is looked at.
#include <acts.cuh>

#pragma pt kernel
template <class F> __global__ void apply(unsigned *out, F f)
{
    out[blockIdx.x] = f(3u);
}

void host(unsigned *out)
{
    apply<<<4, 1>>>(out, [=] __device__(unsigned x) { return x + acts::where(); });
    apply<<<4, 1>>>(out, [=] __device__(unsigned x) { return x + acts::behind_where(); });
    apply<<<4, 1>>>(out, [=] __device__(unsigned x) { return acts::is_set(nullptr) ? x : blockIdx.x; });
}
