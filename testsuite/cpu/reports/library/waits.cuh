// What a library does that waits for the whole block; not the program's own, for ptcc.
#pragma once
#pragma GCC system_header

namespace library {
__device__ inline unsigned block_sum(unsigned value)
{
    __shared__ unsigned sum;
    __syncthreads();
    sum = 0;
    __syncthreads();
    atomicAdd(&sum, value);
    __syncthreads();
    return sum;
}
} // namespace library
