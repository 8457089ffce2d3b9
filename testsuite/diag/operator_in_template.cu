template <class T> __device__ T add(T a, T b) { return a + b; }
template <class T> __device__ T neg(T a) { return -a; }
template <class T> __device__ void inc(T &a) { a += a; ++a; }
struct V { unsigned x; };
__device__ V operator+(V a, V b) { return V{a.x + b.x + (__syncthreads(), 0)}; }
__device__ V operator-(V a) { return V{a.x + (__syncthreads(), 0)}; }
__device__ V &operator+=(V &a, V b) { a.x += b.x + (__syncthreads(), 0); return a; }
__device__ V &operator++(V &a) { a.x += (__syncthreads(), 1); return a; }

#pragma pt kernel
__global__ void k(V *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    V v = add(out[i], out[i]);
    inc(v);
    out[i] = neg(v);
}
int main() { k<<<10,32>>>(nullptr, 3); }
