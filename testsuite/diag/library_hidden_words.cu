// A library need not write __device__ in the header that has the functions.
#include <hidden_words.cuh>

#pragma pt kernel
__global__ void by_function(unsigned *out) { out[blockIdx.x] = words_place(); }
