// Dynamic shared memory that is aligned to more than the queue's own, behind static memory whose end is not: the queue's place must
// lie behind all of it, wherever it begins.
// expect: handled
#include "check.h"

constexpr unsigned threads = 64, blocks = 3001;

// Its queue is the first that the compiler meets in this file.
#pragma pt kernel
__global__ void adds_one(unsigned *out)
{
    out[blockIdx.x * threads + threadIdx.x] += 1;
}

#pragma pt kernel
__global__ void mirrors(const unsigned *in, unsigned *out)
{
    __shared__ unsigned turn;
    extern __shared__ __align__(128) unsigned words[];
    const unsigned at = blockIdx.x * threads;
    if (threadIdx.x == 0)
        turn = in[at] % threads;
    words[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < 20; k++) { // long enough for the next number to be drawn meanwhile
        const unsigned w = words[(threadIdx.x + turn) % threads];
        __syncthreads();
        words[threadIdx.x] = w + k;
        __syncthreads();
    }
    out[at + threadIdx.x] = words[threads - 1 - threadIdx.x];
}

int main()
{
    check::begin("shared_extern_aligned");
    std::vector<unsigned> in(blocks * threads), expected(in.size());
    for (unsigned i = 0; i < in.size(); i++)
        in[i] = check::mix(i);
    for (unsigned b = 0; b < blocks; b++) {
        const unsigned *const block = &in[b * threads], turn = block[0] % threads;
        for (unsigned t = 0; t < threads; t++)
            expected[b * threads + threads - 1 - t] = block[(t + 20 * turn) % threads] + 190;
    }
    check::device_array<unsigned> device_in(in), out(in.size());
    for (int times = 0; times < 3; times++) {
        out.poison();
        mirrors<<<blocks, threads, threads * sizeof(unsigned)>>>(device_in.get(), out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("mirrors", out, expected);
    }
    adds_one<<<blocks, threads>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned &x : expected)
        x++;
    check::equal("adds one", out, expected);
    return check::finish();
}
