// A pack of const parameters, whose kernel has no address for g++.
#pragma pt kernel
template <class... V> __global__ void sum(int *p, const V... v) { p[blockIdx.x] = sizeof...(v); }
#pragma pt kernel
template <class... V> __global__ void behind(int *p, V const... v) { p[blockIdx.x] = sizeof...(v); }
#pragma pt kernel
template <class... V> __global__ void of_pointers(int *p, const V *... v) { p[blockIdx.x] = sizeof...(v); }
void f(int *p) { sum<<<4, 4>>>(p, 1, 2); behind<<<4, 4>>>(p, 1, 2); of_pointers<<<4, 4>>>(p, p); }
