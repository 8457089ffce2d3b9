// Dynamic shared memory that is declared in the line behind a function, where what ptcc writes for that function begins.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }
extern __shared__ unsigned stage[];
__device__ unsigned scaled(unsigned x) { return x * (blockIdx.x + 1u); }
extern __shared__ unsigned char bytes[];
#pragma pt kernel
__global__ void turn(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    stage[threadIdx.x] = scaled(out[i] + threadIdx.x);
    __syncthreads();
    out[i] = stage[blockDim.x - 1u - threadIdx.x] * 256u + bytes[4u * threadIdx.x];
}

int main()
{
    check::begin("shared_extern_behind_function");
    const unsigned blocks = 400, threads = 64;
    check::device_array<unsigned> out(blocks * threads);
    fill<<<blocks, threads>>>(out.get());
    turn<<<blocks, threads, threads * sizeof(unsigned)>>>(out.get());
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(blocks * threads);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < threads; ++t)
            want[b * threads + t] = (b + threads - 1u - t) * (b + 1u) * 256u + ((b + t) * (b + 1u)) % 256u;
    check::equal("out", out, want);
    return check::finish();
}
