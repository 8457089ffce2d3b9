// A library's header, which -isystem brings in.
#pragma once

namespace foreign {
struct place {
    __device__ unsigned operator()(unsigned x) const { return x + blockIdx.x; }
};
template <class F> __device__ unsigned apply(F f, unsigned x) { return f(x); }

struct number {
    unsigned value;
};
__device__ inline unsigned operator+(number a, unsigned b) { return a.value + b + blockIdx.x; }

struct made_here {
    unsigned value;
    __device__ made_here() : value(blockIdx.x) {}
};

struct block {
    __device__ unsigned sum(unsigned v) const
    {
        __shared__ unsigned total;
        if (threadIdx.x == 0)
            total = 0;
        __syncthreads();
        atomicAdd(&total, v);
        __syncthreads();
        return total;
    }
};
}
