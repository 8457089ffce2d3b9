// A return in one arm of an if, and a warp operation or barrier in the other: who returns has nothing to do with it, if all go the same way at the if.
__device__ int value_of(int n, const int *in, bool sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!sums) {
        if (i >= n)
            return 0;
        return in[i];
    } else {
        int v = i < n ? in[i] : 0;
        return v + __shfl_xor_sync(0xffffffff, v, 1);
    }
}

#pragma pt kernel
__global__ void by_helper(int n, const int *in, int *out, bool sums)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value_of(n, in, sums);
}

#pragma pt kernel
__global__ void either(bool sums, int n, const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!sums) {
        if (i >= n)
            return;
        out[i] = in[i];
    } else if (n > 1) {
        int v = i < n ? in[i] : 0;
        v += __shfl_xor_sync(0xffffffff, v, 1);
        if (i < n)
            out[i] = v;
    }
}

#pragma pt kernel
template <bool SUMS> __global__ void by_template(int n, const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!SUMS) {
        if (i >= n)
            return;
        out[i] = in[i];
    } else {
        int v = i < n ? in[i] : 0;
        v += __shfl_xor_sync(0xffffffff, v, 1);
        if (i < n)
            out[i] = v;
    }
}

void start(const int *in, int *out)
{
    by_template<true><<<1, 32>>>(5, in, out);
}

// Here some go one way and some the other.
#pragma pt kernel
__global__ void by_thread(int n, const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 5) {
        if (i >= n)
            return;
        out[i] = in[i];
    } else {
        out[i] = __shfl_xor_sync(0xffffffff, in[i], 1);
    }
}

// The next turn may take the other arm.
#pragma pt kernel
__global__ void in_loop(int n, const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (k == 0) {
            if (in[i] > 5)
                return;
            out[i] = in[i];
        } else {
            out[i] += __shfl_xor_sync(0xffffffff, in[i], 1);
        }
    }
}

// And behind the if all are asked for.
#pragma pt kernel
__global__ void behind(bool sums, int n, const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!sums) {
        if (in[i] > 5)
            return;
        out[i] = in[i];
    } else {
        out[i] = 1;
    }
    out[i] += __shfl_xor_sync(0xffffffff, in[i], 1);
}

// So that the compiler decides somewhere.
template <bool b> __device__ int either(int x)
{
    if constexpr (b)
        return 1;
    else
        return x;
}
