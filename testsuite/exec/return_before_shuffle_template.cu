// Warp operations on a template's types behind an early return: in the kernel, in a helper, in a generic lambda.
// expect: handled
#include "check.h"

template <class T> __device__ T from_first(T v) { return __shfl_sync(~0u, v, 0); }

#pragma pt kernel
template <class T>
__global__ void fill(T *out, unsigned n)
{
    const auto from_second = [](auto v) { return __shfl_sync(~0u, v, 1); };
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x >= n)
        return;
    T v = static_cast<T>(i);
    v += __shfl_xor_sync(~0u, v, 1);
    v += from_first(v) + from_second(static_cast<T>(threadIdx.x));
    out[i] = v + static_cast<T>(__popc(__match_any_sync(~0u, v)));
}

template <class T> void run(const char *label)
{
    const unsigned blocks = 5107, block = 64, n = 38;
    std::vector<T> want = check::poisoned_vector<T>(blocks * block);
    for (unsigned i = 0; i < want.size(); i++) {
        const unsigned t = i % block, begin = i / block * block + t / 32 * 32;
        if (t < n)
            want[i] = static_cast<T>(i + (i ^ 1u) + begin + begin + 1 + t / 32 * 32 + 1 + 2);
    }
    check::device_array<T> out(want.size());
    fill<<<blocks, block>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal(label, out, want);
}

int main()
{
    check::begin("return_before_shuffle_template");
    run<unsigned>("unsigned");
    run<int>("int");
    run<unsigned long long>("wide");
    return check::finish();
}
