// state in shared memory: static, dynamic, of the file; filled by a block of statements that is done once a group; with barriers in
// the blocks, with threads that leave before a barrier, with shared memory of the blocks besides.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void histogram(const unsigned *in, unsigned *out, unsigned n)
{
    #pragma pt state
    __shared__ unsigned bins[256];
    #pragma pt state
    {
        for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
            bins[k] = 0;
        __syncthreads();
    }
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] & 255], 1u);
    #pragma pt finish
    {
        __syncthreads();
        for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
            if (bins[k])
                atomicAdd(&out[k], bins[k]);
    }
}

extern __shared__ unsigned all_of_file[];

// A table that is loaded once a group, and memory that each block writes anew behind it.
#pragma pt kernel schedule(guided)
__global__ void smooth(const unsigned *in, unsigned *out, const unsigned *weights, unsigned count, unsigned n)
{
    #pragma pt state
    extern __shared__ unsigned table[];
    #pragma pt state
    { if (threadIdx.x < count) table[threadIdx.x] = weights[threadIdx.x]; __syncthreads(); }
    unsigned *const mine = table + count;
    const unsigned first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    mine[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < count; k++)
        sum += table[k] * mine[(threadIdx.x + k) % blockDim.x];
    if (i < n)
        out[i] = sum;
}

// No finish: threads may return, here before a barrier of the others.
#pragma pt kernel schedule(dynamic, 3)
__global__ void leaves(unsigned *out, unsigned n)
{
    #pragma pt state
    unsigned seen = 0;
    __shared__ unsigned part[64];
    seen++;
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x >= 40 && blockIdx.x % 3 == 1)
        return;
    if (i >= n)
        return;
    part[threadIdx.x] = i + (seen == 0);
    __syncthreads();
    out[i] = part[(threadIdx.x + 7) % (blockIdx.x % 3 == 1 ? 40 : 64)];
}

// A barrier that some threads pass by, in front of finish.
#pragma pt kernel
__global__ void passes_by(unsigned *out)
{
    #pragma pt state
    __shared__ unsigned sum;
    #pragma pt state
    { if (threadIdx.x == 0) sum = 0; __syncthreads(); }
    if (threadIdx.x < 32 + blockIdx.x % 2 * 32) {
        __shared__ unsigned part[64];
        part[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0)
            atomicAdd(&sum, part[31]);
    }
    #pragma pt finish
    { if (threadIdx.x == 0) atomicAdd(out, sum); }
}

#pragma pt kernel
__global__ void of_file(unsigned *out, unsigned rounds)
{
    #pragma pt state
    { all_of_file[threadIdx.x] = rounds; all_of_file[threadIdx.x + blockDim.x] = 0; __syncthreads(); }
    all_of_file[threadIdx.x + blockDim.x] += all_of_file[threadIdx.x];
    #pragma pt finish
    { atomicAdd(&out[threadIdx.x], all_of_file[threadIdx.x + blockDim.x]); }
}

int main()
{
    check::begin("state_shared");
    const unsigned blocks = 2003, threads = 128, n = blocks * threads - 77;
    const std::vector<unsigned> in = check::mixed_vector(blocks * threads);
    check::device_array<unsigned> d_in(in), out(blocks * threads), bins(256), weights(in), sum(1);

    std::vector<unsigned> want(256);
    for (unsigned i = 0; i < n; i++)
        want[in[i] & 255]++;
    for (int again = 0; again < 3; again++) {
        bins.zero();
        histogram<<<blocks, threads>>>(d_in.get(), bins.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("histogram", bins, want);
    }

    const unsigned count = 9;
    std::vector<unsigned> smoothed = check::poisoned_vector<unsigned>(blocks * threads);
    for (unsigned i = 0; i < n; i++) {
        smoothed[i] = 0;
        for (unsigned k = 0; k < count; k++) {
            const unsigned at = i / threads * threads + (i % threads + k) % threads;
            smoothed[i] += in[k] * (at < n ? in[at] : 0);
        }
    }
    smooth<<<blocks, threads, (count + threads) * sizeof(unsigned)>>>(d_in.get(), out.get(), weights.get(), count, n);
    CUDA_OK(cudaGetLastError());
    check::equal("smooth", out, smoothed);

    out.poison();
    std::vector<unsigned> left = check::poisoned_vector<unsigned>(blocks * threads);
    const unsigned some = 64 * 1500;
    for (unsigned i = 0; i < some; i++) {
        const unsigned block = i / 64, thread = i % 64;
        if (block % 3 != 1 || thread < 40)
            left[i] = block * 64 + (thread + 7) % (block % 3 == 1 ? 40 : 64);
    }
    leaves<<<1501, 64>>>(out.get(), some);
    CUDA_OK(cudaGetLastError());
    check::equal("leaves", out, left);

    sum.zero();
    passes_by<<<blocks, 96>>>(sum.get());
    CUDA_OK(cudaGetLastError());
    check::equal("passes by", sum, { 31 * blocks });

    bins.zero();
    of_file<<<blocks, 256, 512 * sizeof(unsigned)>>>(bins.get(), 11);
    CUDA_OK(cudaGetLastError());
    check::equal("of file", bins, std::vector<unsigned>(256, 11 * blocks));
    return check::finish();
}
