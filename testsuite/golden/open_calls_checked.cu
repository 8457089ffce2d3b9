// Calls that a template decides: of a class that is known, whose functions wait, the loops and guards in front are checked; where only a name is
// known, they stay as they are.
template <class T, int N> struct methods {
    __device__ static void add(T *out)
    {
        __syncthreads();
        *out += N;
    }
    __device__ static T lane(T v) { return __shfl_xor_sync(~0u, v, 1); }
};

#pragma pt kernel
template <class T> __global__ void of_a_class(T *out, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        methods<T, 3>::add(out);
}

#pragma pt kernel
template <class M, class T> __global__ void of_a_name(T *out, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        M::add(out);
}

template <class T> __device__ T lane_of(T v, int i, int n)
{
    if (i / 32 >= n)
        return v;
    return methods<T, 3>::lane(v);
}

#pragma pt kernel
template <class T> __global__ void of_lanes(T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = lane_of<T>(out[i], i, n);
}
