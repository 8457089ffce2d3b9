// For the CPU every kernel has a stub, annotated or not.
template <class T> concept wide = sizeof(T) == 8;

template <class T> __global__ void k(T *p) { p[blockIdx.x] += 2; }
template <class T> requires wide<T> __global__ void k(T *p) { p[blockIdx.x] += 3; }

void launch(int *p, double *q)
{
    k<<<1, 1>>>(p);
    k<<<1, 1>>>(q);
}
