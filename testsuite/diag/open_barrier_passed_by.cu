// What a template decides is called where only some threads come: its barrier is the hardware's, as no copy of it can be called.
template <class T, int N> struct methods {
    __device__ static void call(const T *in, T *out)
    {
        __shared__ T s[N];
        s[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        out[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
    }
    __device__ void add(T *out) const
    {
        __syncthreads();
        *out += N;
    }
    __device__ static T lane(T v) { return __shfl_xor_sync(~0u, v, 1); }
};

#pragma pt kernel
template <class T> __global__ void under_condition(const T *in, T *out, const int *leaves)
{
    if (!leaves[threadIdx.x])
        methods<T, 128>::call(in, out);
}

template <class T> __device__ void behind_return(const T *in, T *out, const int *leaves)
{
    if (leaves[threadIdx.x])
        return;
    methods<T, 128>::call(in, out);
}

#pragma pt kernel
template <class T> __global__ void in_a_helper(const T *in, T *out, const int *leaves) { behind_return<T>(in, out, leaves); }

#pragma pt kernel
template <class M, class T> __global__ void of_an_object(M m, T *out)
{
    if (threadIdx.x < 7)
        m.add(out);
}

#pragma pt kernel
template <class M, class T> __global__ void of_a_parameter(const T *in, T *out)
{
    if (threadIdx.x < 7)
        M::call(in, out);
}

template <class T> __device__ void lanes_behind_return(const T *in, T *out, const int *leaves)
{
    if (leaves[threadIdx.x])
        return;
    out[threadIdx.x] = methods<T, 128>::lane(in[threadIdx.x]);
}

#pragma pt kernel
template <class T> __global__ void lanes_in_a_helper(const T *in, T *out, const int *leaves) { lanes_behind_return<T>(in, out, leaves); }

// None of these: all threads come, or what is called waits for nobody.
struct plain {
    __device__ static int half(int v) { return v / 2; }
};

#pragma pt kernel
template <class T> __global__ void all_come(const T *in, T *out, T n)
{
    methods<T, 128>::call(in, out);
    if (n > 3)
        methods<T, 64>::call(in, out);
    if (threadIdx.x < 7)
        out[threadIdx.x] = plain::half(n);
}

#pragma pt kernel
template <class P> __global__ void waits_for_nobody(P p, int *out)
{
    if (threadIdx.x < 7) {
        out[threadIdx.x] = P::half(out[threadIdx.x]);
        p.add(); // it takes no argument, and so is another one
        p.add(out, 1);
    }
}
