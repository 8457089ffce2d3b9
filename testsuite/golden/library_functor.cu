// A library calls a functor that reads the block index: the kernel publishes it, whether the library's text is there or only its names.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct add_block {
    __device__ int operator()(int value) const { return value + blockIdx.x; }
};

#pragma pt kernel
__global__ void fill(const int *in, int *out)
{
    const int *first = in + (blockIdx.x * blockDim.x + threadIdx.x) * 3;
    thrust::transform(thrust::seq, first, first + 3, out + (first - in), add_block());
}
