// Arguments reach the parse: without -DWITH_KERNEL there is nothing to do.
#ifdef WITH_KERNEL
#pragma pt kernel
#endif
__global__ void k(int *out) { out[blockIdx.x] = WIDTH; }
void start(int *out) { k<<<1, 1>>>(out); }
