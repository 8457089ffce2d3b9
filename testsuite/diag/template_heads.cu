// Headers of templates: `<` in brackets compares; in text that is skipped, one may have no end.
#pragma pt kernel
__global__ void k(int *a) { a[blockIdx.x] = 1; }
template <int n, bool is_small = (n < 4)> struct chooser { int x[n]; };
#if 0
template <
#endif
