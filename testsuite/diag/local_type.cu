// A variable for each type, and a type that a copy of the body would have a second time.
template <class T> __device__ int &counter() { static int count; return count; }
template <class F> __device__ int constant(F f) { static const int one = 1; return f(one); }

__device__ int waiting(int x)
{
    struct local {};
    __syncthreads();
    return counter<local>() + x;
}

#pragma pt kernel
__global__ void left(int *out, int n)
{
    enum local {};
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = counter<local>() + waiting(n);
}

#pragma pt kernel
__global__ void nothing_doubled(int *out, int n)
{
    struct local {};
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = constant([](int one) { return one; });
}

#pragma pt kernel
__global__ void one_body(int *out)
{
    struct local {};
    __syncthreads();
    out[blockIdx.x] = counter<local>();
}

// What only the host comes to has variables of the host.
template <class T> int log_once(T message) { static int times; return times++ ? 0 : message; }
template <class T> __host__ __device__ T checked(T value)
{
#ifndef __CUDA_ARCH__
    if (value < 0)
        log_once(value);
#endif
    return value;
}

#pragma pt kernel
__global__ void of_the_host(int *out, int n)
{
    auto twice = [](int one) { return 2 * one; };
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = twice(checked(n));
}
