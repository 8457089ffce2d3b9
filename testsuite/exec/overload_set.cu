// DESIGN part 4, C++: overloaded kernels, float against int: a float call must not convert to the int kernel in silence.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1000 + value + blockIdx.x; }

#pragma pt kernel schedule(dynamic)
__global__ void fill(unsigned *out, float value) { out[blockIdx.x * blockDim.x + threadIdx.x] = 2000 + static_cast<unsigned>(value * 4) + blockIdx.x; }

__global__ void fill(unsigned *out, double value) { out[blockIdx.x * blockDim.x + threadIdx.x] = 3000 + static_cast<unsigned>(value * 8) + blockIdx.x; }

#pragma pt kernel
template <class T> __global__ void fill(unsigned *out, T *) { out[blockIdx.x * blockDim.x + threadIdx.x] = 4000 + sizeof(T) + blockIdx.x; }

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 5000 + blockIdx.x; }

// Pointers that are both const and restrict, of which a function's type keeps neither.
#pragma pt kernel
template <int N> __global__ void scaled(unsigned *__restrict__ const out, unsigned scale) { out[blockIdx.x * blockDim.x + threadIdx.x] = scale * N + blockIdx.x; }

#pragma pt kernel
template <int N> __global__ void scaled(unsigned *const __restrict__ out, unsigned scale, bool twice) { out[blockIdx.x * blockDim.x + threadIdx.x] = scale * N * (twice ? 2 : 1) + blockIdx.x; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned bias)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = bias + i / block;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("overload_set");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    fill<<<blocks, block>>>(out.get(), 7);
    expect("int", out, block, 1007);
    fill<<<blocks, block>>>(out.get(), 2.75f);
    expect("float", out, block, 2011);
    fill<<<blocks, block>>>(out.get(), 2.75);
    expect("double", out, block, 3022);
    fill<<<blocks, block>>>(out.get(), 'a');
    expect("char", out, block, 1097);
    fill<<<blocks, block>>>(out.get(), static_cast<short *>(nullptr));
    expect("pointer", out, block, 4002);
    fill<<<blocks, block>>>(out.get());
    expect("none", out, block, 5000);
    scaled<3><<<blocks, block>>>(out.get(), 7u);
    expect("scaled", out, block, 21);
    scaled<3><<<blocks, block>>>(out.get(), 7u, true);
    expect("scaled twice", out, block, 42);
    void (*chosen)(unsigned *, float) = fill;
    chosen<<<blocks, block>>>(out.get(), 1);
    expect("chosen", out, block, 2004);
    return check::finish();
}
