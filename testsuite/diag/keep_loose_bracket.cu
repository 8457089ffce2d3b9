// A bracket in text that is skipped has no partner.
#include <utility>
#ifdef ONE
}
#endif
__constant__ int R;
#pragma pt kernel
__global__ void k(const float *a, float *b, int n) { int i = blockIdx.x*blockDim.x+threadIdx.x; if (i < n) b[i] = a[i] * R; }
void h(float *a, float *b, int n) {
#pragma pt loop keep(a)
for (int t = 0; t < 9; t++) { k<<<n/64,64>>>(a, b, n); std::swap(a, b); }
#pragma pt fuse
{ k<<<n/64,64>>>(a, b, n); k<<<n/64,64>>>(b, a, n); }
}
