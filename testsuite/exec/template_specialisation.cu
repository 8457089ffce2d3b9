// DESIGN part 4, C++: explicit specialisations of an annotated kernel with other bodies, declared before use, annotated or not.
// expect: handled
#include "check.h"

#pragma pt kernel
template <class T>
__global__ void fill(T *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<T>(blockIdx.x + 1);
}

#pragma pt kernel
template <>
__global__ void fill<unsigned short>(unsigned short *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<unsigned short>(blockIdx.x * 2);
}

template <>
__global__ void fill(unsigned char *out) // not annotated: must still be what <unsigned char> runs
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<unsigned char>(blockIdx.x * 3);
}

// Specialised in front of the template's own definition, which may be the last of all.
#pragma pt kernel
template <class T, int N = int{4}> __global__ void later(T *out);
template <> __global__ void later<unsigned short>(unsigned short *out) { out[blockIdx.x] = static_cast<unsigned short>(blockIdx.x * 5); }
template <class T, int N> __global__ void later(T *out) { out[blockIdx.x] = static_cast<T>(blockIdx.x * N); }

template <class T> void run_later(unsigned factor)
{
    const unsigned blocks = 5107;
    std::vector<T> want(blocks);
    for (unsigned i = 0; i < blocks; ++i)
        want[i] = static_cast<T>(i * factor);
    check::device_array<T> out(blocks);
    later<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("later", out, want);
}

template <class T> void run(unsigned factor, unsigned bias)
{
    const unsigned blocks = 5107, block = 31;
    std::vector<T> want(blocks * block);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = static_cast<T>(i / block * factor + bias);
    check::device_array<T> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("deduced", out, want);
    out.poison();
    fill<T><<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("explicit", out, want);
}

int main()
{
    check::begin("template_specialisation");
    run<unsigned>(1, 1);
    run<unsigned short>(2, 0);
    run<unsigned char>(3, 0);
    run_later<unsigned>(4);
    run_later<unsigned short>(5);
    return check::finish();
}
