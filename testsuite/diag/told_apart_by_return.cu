// Kernel templates of one name that only the type which they return tells apart.
template <bool B> struct enabled {};
template <> struct enabled<true> { typedef void type; };

#pragma pt kernel
template <class T> __global__ typename enabled<sizeof(T) == 4>::type k(T *p) { p[blockIdx.x] += 2; }

#pragma pt kernel
template <class T> __global__ typename enabled<sizeof(T) == 8>::type k(T *p) { p[blockIdx.x] += 3; }

// These are told apart by their parameters.
#pragma pt kernel
template <int N> __global__ void of_size(int *p) { p[blockIdx.x] += N; }

#pragma pt kernel
template <class T> __global__ void of_size(T *p) { p[blockIdx.x] += 1; }

void launch(int *p, double *q)
{
    k<<<1, 1>>>(p);
    k<<<1, 1>>>(q);
    of_size<3><<<1, 1>>>(p);
    of_size<<<1, 1>>>(q);
}
