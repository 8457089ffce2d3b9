// An object of a class whose members begin as a sum: whoever makes one may come to the operator.
struct waiting {
    int n;
};
__device__ waiting operator+(waiting a, waiting b)
{
    __syncthreads();
    return waiting{a.n + b.n};
}
template <class T> struct sums {
    T a, b;
    T sum = a + b;
    int sizes[2 * sizeof(T)];
};
#pragma pt kernel
template <class T> __global__ void makes(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    sums<T> all{p[0], p[1]};
    p[2] = all.a;
}
