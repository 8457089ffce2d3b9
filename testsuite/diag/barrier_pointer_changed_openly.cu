// A pointer to what is constant, which an operator that a template leaves open may lead elsewhere.
#pragma pt kernel
template <class T> __global__ void changes(int *a, T t)
{
    const int *p = a;
    t >> p;
#pragma pt barrier
    a[blockIdx.x] = *p;
}

struct source {
    int by;
};
__device__ source operator>>(source from, const int *&place)
{
    place += from.by + threadIdx.x;
    return from;
}

void f(int *a, source s) { changes<<<4, 64>>>(a, s); }
