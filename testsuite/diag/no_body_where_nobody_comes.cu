__device__ void elsewhere();

template <class T> struct shared {
    __device__ T *get()
    {
        extern __device__ void no_such_type();
        no_such_type();
        return nullptr;
    }
};
template <> struct shared<int> {
    __device__ int *get()
    {
        extern __shared__ int ints[];
        return ints;
    }
};

template <class T> struct known {
    __device__ T *get()
    {
        elsewhere();
        return nullptr;
    }
};
template <> struct known<int> {
    __device__ int *get() { return nullptr; }
};

template <class T> struct alone {
    __device__ T *get()
    {
        extern __device__ void for_all_types();
        for_all_types();
        return nullptr;
    }
};

#pragma pt kernel
template <class T> __global__ void k(T *out)
{
    shared<T> s;
    known<T> n;
    alone<T> a;
    T *x = s.get();
    n.get(), a.get();
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x ^ 1];
}

#pragma pt kernel
__global__ void plain(int *out)
{
    extern __device__ int in_another_file();
    out[blockIdx.x] = in_another_file();
}

void run(int *out) { k<int><<<4, 32, 128>>>(out); }
