// DESIGN part 4, Shared memory: extern shared memory that is declared outside of functions, in namespaces under one name, twice
// in one declaration, twice in all, and named by whatever can name it.
// expect: handled
#include "check.h"

extern __shared__ __align__(16) unsigned words[], *pointers[];

extern __shared__ __align__(16) unsigned words[];

namespace inner {
extern __shared__ volatile unsigned char bytes[];
extern __shared__ volatile unsigned char bytes[];
__device__ unsigned low(unsigned i) { return bytes[4 * i]; }
}

namespace other {
extern __shared__ short bytes[], words[];
__device__ unsigned low(unsigned i) { return bytes[2 * i] & 255; }
}

struct view {
    const unsigned *all;
    __device__ view() : all(words) {}
    __device__ unsigned operator[](unsigned i) const { return words[i] + (all != words); }
};

template <class T> __device__ T *memory() { return reinterpret_cast<T *>(words); }

// A parameter of that name is no mention of it.
__device__ unsigned second_of(const unsigned *words) { return words[1]; }

__device__ unsigned sum(unsigned n)
{
    unsigned all = 0;
    for (const unsigned *p = words; p != &words[n]; p++)
        all += *p;
    return all;
}

#pragma pt kernel
__global__ void name_it(unsigned *out)
{
    unsigned t = threadIdx.x, n = blockDim.x;
    words[t] = blockIdx.x + t;
    __syncthreads();
    using other::bytes;
    if (reinterpret_cast<const void *>(bytes) != words || other::words != bytes || other::low(t) != inner::low(t))
        return;
    auto next = [=](unsigned i) { return words[(i + 1) % n]; };
    unsigned others = view()[t] + memory<unsigned>()[t] + inner::low(t) + inner::bytes[4 * t] + next(t) + second_of(words);
    out[blockIdx.x * n + t] = sum(n) + 3 * others;
}

// The declaration in the function is the one that counts here.
#pragma pt kernel
__global__ void hide_it(unsigned *out)
{
    extern __shared__ unsigned words[];
    words[threadIdx.x] = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        pointers[0] = out + blockIdx.x;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        *pointers[0] = words[threadIdx.x];
}

int main()
{
    check::begin("shared_extern_outside");
    const unsigned block = 96, blocks = 3001;
    std::vector<unsigned> want(block * blocks), want_blocks(blocks);
    for (unsigned b = 0; b < blocks; b++) {
        want_blocks[b] = b;
        for (unsigned t = 0; t < block; t++)
            want[b * block + t] = block * b + block * (block - 1) / 2 +
                                  3 * (2 * (b + t) + 2 * ((b + t) & 255) + b + (t + 1) % block + b + 1);
    }
    check::device_array<unsigned> out(block * blocks), out_blocks(blocks);
    name_it<<<blocks, block, block * sizeof(unsigned)>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("words", out, want);
    hide_it<<<blocks, block, block * sizeof(unsigned)>>>(out_blocks.get());
    CUDA_OK(cudaGetLastError());
    check::equal("hidden", out_blocks, want_blocks);
    return check::finish();
}
