// state and finish in templates: what a block may do with a parameter whose type is open. Operators are in sight.
#include <cuda_fp16.h>

template <class T> struct arrays {
    const T *in;
    T *out, scale;
    __device__ T get(int i) { return in[i]; }
};

// All right: it is only read.
#pragma pt kernel
template <class T> __global__ void reads(const T *in, T *out, int n, T scale)
{
    #pragma pt state
    T sum = T();
    int i = threadIdx.x;
    if (i < n && in[i] < scale)
        sum += in[i] * scale - (-scale + T(2) * scale);
    #pragma pt finish
    { out[0] = sum * scale; }
}

#pragma pt kernel
template <class T> __global__ void reads_members(arrays<T> p, int n)
{
    #pragma pt state
    T sum = T();
    int i = threadIdx.x;
    if (i < n)
        sum += p.in[i] * p.scale;
    #pragma pt finish
    { p.out[0] = sum + p.scale; }
}

#pragma pt kernel
template <class T> __global__ void changes(T *out, T n, T m, T k)
{
    #pragma pt state
    T sum = T();
    sum += out[0] * (n += 1);
    sum = sum + out[1] * m++;
    sum -= k = sum;
    #pragma pt finish
    { out[0] = sum + n + m + k; }
}

#pragma pt kernel
template <class T> __global__ void calls(arrays<T> p, T n, T m)
{
    #pragma pt state
    T sum = T();
    sum += p.get(1) * use(n);
    T &other = m;
    #pragma pt finish
    { p.out[0] = sum + n + m; }
}

#pragma pt kernel
template <class T> __global__ void streams(T in, T *out, T n)
{
    #pragma pt state
    T sum = T();
    sum += (in >> n) * 2;
    #pragma pt finish
    { out[0] = sum + n; }
}

#pragma pt kernel
template <class T, class... Values> __global__ void reads_by_folds(T *out, T n, Values... values)
{
    #pragma pt state
    T sum = T();
    sum += (values + ...) + T(2) * (n * ... * values);
    #pragma pt finish
    { out[0] = sum + n + (values + ... + T(0)); }
}

#pragma pt kernel
template <class T, class... Values> __global__ void changes_by_folds(T *out, T n, T m, T k, Values... values)
{
    #pragma pt state
    T sum = T();
    sum += (n += ... += values);
    sum += T(2) * (m-=...-=values) + sum;
    sum = (k *= ... *= values);
    #pragma pt finish
    { out[0] = sum + n + m + k; }
}

#pragma pt kernel
template <class T, class... Values> __global__ void changes_a_pack(T *out, Values... values)
{
    #pragma pt state
    T sum = T();
    sum += (values += ...);
    #pragma pt finish
    { out[0] = sum; }
}
