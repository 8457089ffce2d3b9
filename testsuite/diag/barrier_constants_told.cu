// A constant that lives across a grid barrier: what is made for its type may know that it is one.
template <class T> struct of { static const int value = 0; };
template <class T> struct of<const T> { static const int value = 1; };
template <class T> __device__ int by_reference(T &) { return of<T>::value; }
template <class T> __device__ int by_pointer(T *) { return of<T>::value; }
template <class T> __device__ int by_either(T &&x) { return by_reference(x); }
template <class T> __device__ int by_value(T x) { return x; }
template <class T> __device__ int by_constant(const T &x) { return x; }
__device__ int kept(const int *x) { return *x; }

#pragma pt kernel
__global__ void references(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    o[i] = by_reference(c) + c;
}

#pragma pt kernel
__global__ void pointers(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c[2] = {o[i], 2};
#pragma pt barrier
    o[i] = by_pointer(c) + c[0];
}

#pragma pt kernel
__global__ void addresses(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    o[i] = by_pointer(&c) + c;
}

#pragma pt kernel
__global__ void types(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    o[i] = of<decltype(c)>::value + c;
}

#pragma pt kernel
__global__ void lambdas(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    const auto f = [](auto &x) { return by_reference(x); };
    o[i] = f(c) + c;
}

#pragma pt kernel
__global__ void bound(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    auto &r = c;
    o[i] = by_reference(r) + c;
}

#pragma pt kernel
__global__ void forwarded(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *const c = o + o[i];
#pragma pt barrier
    o[i] = by_either(c) + *c;
}

template <class T> struct pair {
    T v[2];
    __device__ T &operator[](int i) { return v[i]; }
    __device__ T operator[](int i) const { return v[i] + 100; }
};
template <class T> struct two {
    T v[2];
    __device__ T &first() { return v[0]; }
    __device__ T first() const { return v[0] + 100; }
};
struct holder {
    two<int> part;
    int more;
};
template <class T> struct wrapper {
    T part;
};
__device__ int one_of(int *) { return 1; }
__device__ int one_of(const int *) { return 2; }

#pragma pt kernel
__global__ void classes(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const pair<int> c = {{o[i], 2}};
#pragma pt barrier
    o[i] = c[1];
}

#pragma pt kernel
__global__ void parts(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const holder c = {{{o[i], 2}}, 3};
#pragma pt barrier
    o[i] = c.part.first();
}

#pragma pt kernel
__global__ void open_parts(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const wrapper<two<int>> c = {{{o[i], 2}}};
#pragma pt barrier
    o[i] = c.part.first();
}

#pragma pt kernel
__global__ void arrays(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c[2] = {o[i], 2};
#pragma pt barrier
    o[i] = one_of(c) + c[0];
}

#pragma pt kernel
__global__ void ends_of_arrays(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c[2] = {o[i], 2};
#pragma pt barrier
    o[i] = one_of(c + 1);
}

#pragma pt kernel
__global__ void not_told(int *o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = o[i];
#pragma pt barrier
    const int *const p = &c;
    const auto copy = c;
    auto sum = c + copy;
    o[i] = by_value(c) + by_constant(c) + kept(&c) + kept(p) + sum;
}

void f(int *o)
{
    references<<<4, 64>>>(o);
    pointers<<<4, 64>>>(o);
    addresses<<<4, 64>>>(o);
    types<<<4, 64>>>(o);
    lambdas<<<4, 64>>>(o);
    bound<<<4, 64>>>(o);
    forwarded<<<4, 64>>>(o);
    classes<<<4, 64>>>(o);
    parts<<<4, 64>>>(o);
    open_parts<<<4, 64>>>(o);
    arrays<<<4, 64>>>(o);
    ends_of_arrays<<<4, 64>>>(o);
    not_told<<<4, 64>>>(o);
}
