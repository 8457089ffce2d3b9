// DESIGN part 4, C++: launches before the definition: prototypes (annotated or not, with other parameter names, none, default arguments).
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void annotated_here(unsigned *target, unsigned);
__global__ void annotated_later(unsigned *, unsigned factor = 3);
#pragma pt kernel schedule(static)
__global__ void annotated_twice(unsigned *out, unsigned factor);
#pragma pt kernel
template <class T> __global__ void templated(T *out, T factor = 6);
namespace inner { __global__ void elsewhere(unsigned *out); }

static void launch_all(check::device_array<unsigned> &out, unsigned blocks, unsigned block)
{
    auto expect = [&](const char *label, unsigned factor) {
        CUDA_OK(cudaGetLastError());
        std::vector<unsigned> want(out.size());
        for (unsigned i = 0; i < want.size(); ++i)
            want[i] = i / block * factor;
        check::equal(label, out, want);
        out.poison();
    };
    annotated_here<<<blocks, block>>>(out.get(), 2);
    expect("here", 2);
    annotated_later<<<blocks, block>>>(out.get());
    expect("later_default", 3);
    annotated_later<<<blocks, block>>>(out.get(), 4);
    expect("later", 4);
    annotated_twice<<<blocks, block>>>(out.get(), 5);
    expect("twice", 5);
    templated<<<blocks, block>>>(out.get());
    expect("templated_default", 6);
    templated<unsigned><<<blocks, block>>>(out.get(), 7);
    expect("templated", 7);
    inner::elsewhere<<<blocks, block>>>(out.get());
    expect("namespace", 8);
}

int main()
{
    check::begin("forward_declaration");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    launch_all(out, blocks, block);
    return check::finish();
}

__global__ void annotated_here(unsigned *out, unsigned factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

#pragma pt kernel
__global__ void annotated_later(unsigned *out, unsigned scale) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * scale; }

#pragma pt kernel schedule(static)
__global__ void annotated_twice(unsigned *out, unsigned factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

template <class T> __global__ void templated(T *out, T factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

#pragma pt kernel
__global__ void inner::elsewhere(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 8; }
