// The kernel that main.cu launches and square.cu defines.
#ifndef SQUARE_CUH
#define SQUARE_CUH

#pragma pt kernel
__global__ void square(int *out, int n);

#endif
