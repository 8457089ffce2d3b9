// Templates of kernels that are static: what is made of them is, too.
template <class T> static __global__ void k(T *p);
#pragma pt kernel
template <class T> __global__ void k(T *p) { p[blockIdx.x] = 1; }
#pragma pt kernel
template <> __global__ void k<int>(int *p) { p[blockIdx.x] = 2; }
void *addr() { return (void *)&k<float>; }
void run_a(float *p, int *q) { k<<<4, 1>>>(p); k<<<4,1>>>(q); void (*f)(float*) = k<float>; f<<<2, 2>>>(p); }
