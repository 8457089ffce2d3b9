// DESIGN part 4, C++: static kernels, extern "C" in both forms and extern.
// expect: handled
#include "check.h"

#pragma pt kernel
static __global__ void internal(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 2; }

#pragma pt kernel
extern "C" __global__ void c_one(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 3; }

// A declaration in there has C's linkage, too: the same variable may not have another one elsewhere.
#pragma pt kernel
extern "C" __global__ void c_shared(unsigned *out)
{
    extern __shared__ unsigned staged[];
    staged[threadIdx.x] = blockIdx.x * 6;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
}

extern "C" {
#pragma pt kernel
__global__ void c_two(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 4; }

#pragma pt kernel
static __global__ void c_three(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 5; }
}

#pragma pt kernel
extern __global__ void declared_extern(unsigned *out);
__global__ void declared_extern(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 7; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("linkage");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    internal<<<blocks, block>>>(out.get());
    expect("static", out, block, 2);
    c_one<<<blocks, block>>>(out.get());
    expect("extern_c", out, block, 3);
    c_shared<<<blocks, block, block * sizeof(unsigned)>>>(out.get());
    expect("extern_c_shared", out, block, 6);
    c_two<<<blocks, block>>>(out.get());
    expect("extern_c_block", out, block, 4);
    c_three<<<blocks, block>>>(out.get());
    expect("extern_c_static", out, block, 5);
    declared_extern<<<blocks, block>>>(out.get());
    expect("extern", out, block, 7);
    return check::finish();
}
