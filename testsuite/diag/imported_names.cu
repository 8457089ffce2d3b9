// A name that a using-declaration imports is no value that a call by a pointer may come to; a missing body is told of once.
#include <cmath>
namespace own {
template <class T> __device__ T fma(T a, T b, T c);
using std::fma;
using std::floor;
template <class T> __device__ T each(T (*f)(T), T x) { return f(x); }
template <class T> __device__ T twice(T x) { return x + x; }
} // namespace own

#pragma pt kernel
__global__ void calls_by_pointer(float *a) { a[blockIdx.x] = own::each<float>(own::twice<float>, a[0]); }

#pragma pt kernel
template <class T> __global__ void calls_often(T *a)
{
    a[blockIdx.x] = own::fma(a[0], a[1], a[2]) + own::fma(a[1], a[2], a[3]);
}
