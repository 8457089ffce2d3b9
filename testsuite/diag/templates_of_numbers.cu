// A template that leaves no type open calls nothing that nobody writes: only what its text shows.
template <class T> struct tile {
    T *p;
    __device__ tile &operator+=(const tile &o)
    {
        __syncthreads();
        p[threadIdx.x] += o.p[threadIdx.x];
        return *this;
    }
};
template <int N> struct sized {
    float v[N];
    __device__ sized &operator*=(float by)
    {
        v[0] *= by;
        return *this;
    }
};
template <int N> __device__ float closed(const float *p) { return p[N] * N; }

#pragma pt kernel
template <unsigned Shift> __global__ void numbers(const unsigned long *in, unsigned long *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const auto key = in[i];
    unsigned long sum = 0;
    for (int k = 0; k < (int)Shift; k++)
        sum += key >> Shift;
    out[i] = sum;
}

#pragma pt kernel
template <class T> __global__ void type_without_values(const float *in, float *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = closed<3>(in + i) + sizeof(T);
}

#pragma pt kernel
template <int N> __global__ void of_open_class(float *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    sized<N> s = {};
    s *= out[0];
    out[threadIdx.x] = s.v[0];
}

#pragma pt kernel
template <class T> __global__ void of_value(T *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[0] += out[threadIdx.x];
}

#pragma pt kernel
template <class T> __global__ void of_member(float *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = T::value + n;
}

#pragma pt kernel
template <class T> __global__ void on_the_heap(T *p, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    delete p;
}

struct counts {
    int n;
    __device__ operator int() const
    {
        __syncthreads();
        return n;
    }
};
struct waits {
    int n;
    __device__ waits() : n(1) { __syncthreads(); }
};
template <int N> __device__ int made_in_array()
{
    waits w[N];
    return sizeof w;
}

#pragma pt kernel
__global__ void array_of_open_size(float *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = made_in_array<2>();
}

template <class T> __device__ T given_back(const counts &c) { return c; }

#pragma pt kernel
__global__ void converted_in_return(float *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = given_back<int>(counts{1});
}

#pragma pt kernel
template <class T> __global__ void converted_in_lambda(float *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    const auto f = [](const counts &c) -> T { return c; };
    out[threadIdx.x] = sizeof(f(counts{1}));
}

#pragma pt kernel
template <int N> __global__ void known_class(tile<float> a, tile<float> b, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    a += b;
}
