// A configuration that calls something comes before the arguments; one that only computes is written as any other.
__host__ int blocks_of(int n, int of) { return (n + of - 1) / of; }
#define DIV_UP(n, of) (((n) + (of)-1) / (of))
int next_count();

namespace kernels {
#pragma pt kernel
template <class T> __global__ void fill(T *out, int n)
{
    out[blockIdx.x] = n;
}
} // namespace kernels

void launch(int *out, int n, int g)
{
    kernels::fill<<<blocks_of(n, 64), 64>>>(out, n);
    kernels::fill<<<DIV_UP(n, 64), dim3(64)>>>(out, int(n));
    kernels::fill<<<next_count(), 64>>>(out, 3);
    kernels::fill<int><<<next_count(),
                         64>>>(nullptr, 3);
    kernels::fill<<<g++, 64>>>(out, g);
}
