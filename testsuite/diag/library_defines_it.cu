// The program declares a library's function and an overload beside it: the library has its body.
namespace half_seen {
__host__ __device__ inline int inner();
__device__ inline int inner(float) { return 1; }
}
#include <half_seen.cuh>

#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] = half_seen::inner(); }
