// A macro that would have no name, where nobody reads it.
#if 0
#define <index> blockIdx.x
#define 1 threadIdx.x
#endif
#pragma pt kernel
__global__ void k(int *o) { o[blockIdx.x] = 1; }
void f(int *o) { k<<<4, 64>>>(o); }
