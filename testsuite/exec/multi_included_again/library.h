#ifndef LIBRARY_H
#define LIBRARY_H
__device__ unsigned library_value();
void library_fill(unsigned *out, unsigned blocks);
#endif
#ifdef LIBRARY_IMPLEMENTATION
__device__ unsigned library_value() { return blockIdx.x * 3 + 1; }
#pragma pt kernel schedule(dynamic)
__global__ void library_kernel(unsigned *out) { out[blockIdx.x] = library_value(); }
void library_fill(unsigned *out, unsigned blocks) { library_kernel<<<blocks, 1>>>(out); }
#endif
