// As plain C++ it is no kernel, whatever it says.
#define __global__
#pragma pt kernel
__global__ void kernel(int *o) { *o = 1; }
