// A file without any directive.
#include "k.cuh"

__global__ void plain_kernel(unsigned *out) { out[place().at(threadIdx.x)] = combine(blockIdx.x) + 1; }

void run_plain(unsigned *out, unsigned blocks) { plain_kernel<<<blocks, 40>>>(out); }
