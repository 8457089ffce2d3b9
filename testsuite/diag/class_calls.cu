// Open calls of members by the name of their class template: those of that class alone, where all of it is seen.
template <class T> struct math;
template <> struct math<float> {
    __device__ static float add(float a, float b) { return a + b; }
};
template <class T> struct math<T *> {
    __device__ static T *add(T *a, int b) { return a + b; }
};
struct stack {
    __device__ int add(int x)
    {
        __syncthreads();
        return x;
    }
    __device__ int put(int x)
    {
        __syncthreads();
        return x;
    }
};
#pragma pt kernel
template <class T> __global__ void is_of_the_class(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = math<T>::add(x[i], x[i]);
}

// A base of one specialisation has it.
struct base {
    __device__ static int put(int x)
    {
        __syncthreads();
        return x;
    }
};
template <class T> struct heap {
    __device__ static T put(T x) { return x; }
};
template <> struct heap<int> : base {
};
#pragma pt kernel
template <class T> __global__ void is_of_a_base(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = heap<T>::put(x[i]);
}

// Another name for it.
namespace shadowed {
template <class T> using list = heap<T>;
}
namespace own {
template <class T> struct list {
    __device__ static T put(T x) { return x; }
};
}
using namespace shadowed;
#pragma pt kernel
template <class T> __global__ void is_of_an_alias(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = list<T>::put(x[i]);
}

// A value, which is called.
struct waits {
    __device__ int operator()(int x) const
    {
        __syncthreads();
        return x;
    }
};
template <class T> struct table {
    __device__ static T take(T x) { return x; }
};
template <> struct table<int> {
    static constexpr waits take{};
};
#pragma pt kernel
template <class T> __global__ void is_of_a_value(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = table<T>::take(x[i]);
}

void start(float *f, int *x, int n)
{
    is_of_the_class<float><<<n, 32>>>(f, n);
    is_of_a_base<int><<<n, 32>>>(x, n);
    is_of_an_alias<int><<<n, 32>>>(x, n);
    is_of_a_value<int><<<n, 32>>>(x, n);
}
