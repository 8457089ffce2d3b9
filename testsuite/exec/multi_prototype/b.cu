// The definitions.
#include "k.cuh"

__global__ void annotated(unsigned *out, unsigned factor) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * factor + threadIdx.x; }

#pragma pt kernel schedule(dynamic)
__global__ void defined_elsewhere(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * 5 + threadIdx.x; }

__global__ void plain(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * 6 + threadIdx.x; }

#pragma pt kernel
__global__ void shapes::inside(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * 7 + threadIdx.x; }

void launch_in_b(unsigned *out, unsigned blocks) { annotated<<<blocks, 32>>>(out, 8); }
