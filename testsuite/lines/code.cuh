// A header that is rewritten; see code.cu.
#pragma once

template <class T>
__device__ T scaled(const T *in, T by)
{
    const T x = in[blockIdx.x * blockDim.x + threadIdx.x]; // code
    return x * by;                                         // code
}

#pragma pt kernel
static __global__ void in_header(const float *in, float *out)
{
    const float x = scaled(in, 2.5f);
    out[threadIdx.x] =         // code
        x * x
        + in[2 * threadIdx.x]; // code
}
