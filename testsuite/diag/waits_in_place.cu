// What asks for the block where no argument can bring it has one form, whose barriers wait for threads that have left, too.
__device__ int hardware_index() { return blockIdx.x; }

struct called {
    __device__ int operator()(int v) const
    {
        __shared__ int s[16];
        s[threadIdx.x] = v;
        __syncthreads();
        return s[15 - threadIdx.x] + hardware_index();
    }
};

struct made {
    int q;
    __device__ made() : q(__shfl_sync(~0u, threadIdx.x, 3) + blockIdx.x) {}
};

__device__ int initial()
{
    __syncthreads();
    return blockIdx.x;
}
__device__ int with_default(int n = initial()) { return n; }

#pragma pt kernel
__global__ void operators(int *out)
{
    if (threadIdx.x >= 16)
        return;
    out[threadIdx.x] = called()(threadIdx.x);
}

#pragma pt kernel
__global__ void constructors(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    made m;
    out[blockIdx.x * 32 + threadIdx.x] = m.q;
}

#pragma pt kernel
__global__ void default_arguments(int *out)
{
    if (threadIdx.x >= 16)
        return;
    out[threadIdx.x] = with_default();
}

#pragma pt kernel
__global__ void of_some_threads(int *out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = called()(threadIdx.x);
}

#pragma pt kernel
__global__ void nobody_leaves(int *out)
{
    made m;
    out[threadIdx.x] = called()(threadIdx.x) + m.q;
}

// A constructor of a class template, whose name in the text is not the one that it has for clang, and whose loop some threads leave before others.
template <class T> struct scan {
    T sum;
    __device__
    scan(const T *in, int n) : sum(0)
    {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            __syncthreads();
            sum += __shfl_up_sync(~0u, in[i], 1);
        }
    }
};

#pragma pt kernel
__global__ void makes(const int *in, int *out, int n)
{
    scan<int> of(in, n);
    out[threadIdx.x] = of.sum;
}
