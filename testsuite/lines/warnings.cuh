// A header that is rewritten; see warnings.cu.
#pragma once

template <class T>
__device__ T shifted(T x)
{
    int in_header_helper; // said: "in_header_helper" was declared but never referenced
    return x + blockIdx.x;
}

#pragma pt kernel
static __global__ void in_header(int *out, int n)
{
    const int i = shifted(threadIdx.x);
    int in_header_body; // said: "in_header_body" was declared but never referenced
    out[i] = n;
}
