// A library's function that only an initialiser of a member calls.
#include <initialiser_calls.cuh>

#pragma pt kernel
__global__ void k(unsigned *out) { out[blockIdx.x] = begins::member{}.value; }
