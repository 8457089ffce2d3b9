// Functions that a library has in other words for the device, met by no name or only through others.
#pragma once

namespace half_seen {
struct place {
    __host__ __device__ operator int() const
    {
#ifdef __CUDA_ARCH__
        return blockIdx.x;
#else
        return 0;
#endif
    }
};

struct number {
    float value;
    __host__ __device__ operator float() const { return value; }
};

__host__ __device__ inline int inner()
{
#ifdef __CUDA_ARCH__
    return gridDim.x;
#else
    return 1;
#endif
}

__host__ __device__ inline int outer() { return inner(); }
} // namespace half_seen
