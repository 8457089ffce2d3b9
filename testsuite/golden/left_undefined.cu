// One of the overloads that a template may call is declared and never defined: nothing that is compiled in one piece can call it.
template <class T> struct vec { T x, y; };
namespace maths {
template <class T> __device__ T fma(const T &a, const T &b); // for documentation
template <class T> __device__ vec<T> fma(const vec<T> &a, const vec<T> &b) { return {a.x * b.x, a.y * b.y}; }
}
template <class T> __device__ vec<T> operator*(const vec<T> &a, const vec<T> &b) { return maths::fma(a, b); }

#pragma pt kernel
__global__ void multiply(const vec<float> *a, vec<float> *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i] * a[i + 1];
}
