// Using-declarations beside which what stands for the function cannot be written: of a macro, and of a base that may have one or not.
#pragma pt kernel
__global__ void fill(int *out) { out[blockIdx.x] = 1; }
namespace inner {
#pragma pt kernel
__global__ void fill(int *out) { out[blockIdx.x] = 2; }
}
#define BRING using inner::fill
template <class Base> struct made : Base {
    using Base::index;
    __device__ int index(float) const { return 3; }
};
struct asks {
    __device__ int index(int) const { return blockIdx.x; }
};
#pragma pt kernel
__global__ void put(int *out) { out[0] = made<asks>().index(1); }
void start(int *out)
{
    BRING;
    fill<<<1, 1>>>(out);
}
