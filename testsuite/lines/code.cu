// Each line with the mark `code` has instructions of its own, in the original kernels and in the persistent ones, or as it
// says: where threads leave, and where blocks wait for each other. A line that only calls what is always inlined has no
// instruction for a debugger, as nvcc -G does not tell where it was called.
#include <cooperative_groups.h>
#include <code.cuh>
namespace cg = cooperative_groups;

struct offset {
    __device__ float operator()(const float *in) const
    {
        return in[blockIdx.x] + 1; // code
    }
};

__device__ float first(const float *in, int i) { return in[i] / 3; } __device__ float second(const float *in, int i) { return first(in, i + blockIdx.x); } // code

#pragma pt kernel schedule(dynamic, \
                           4)
__global__ void plain(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) // code
        return;
    float sum = second(in, i);
    for (int k = 0; k < n; k += 3) // code
        sum += in[k] * sum;        // code
    sum += offset()(in);
    atomicAdd(out + i, sum);
    out[n] = scaled(
        in,
        sum
    );
    out[2 * n] = sum - 1; // code
}

#pragma pt kernel
template <class T>
__global__ void leaving(const T *in, T *out, int n)
{
    auto block = cg::this_thread_block();
    __shared__ T part[32];
    const int i = block
        .group_index()
        .x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = in[i]; // code
    if (part[threadIdx.x] > n) // code
        return;                // code: persistent only
    block
        .sync();
    for (int k = 0; k < n; k++) {
        out[i] += part[k];   // code
        __syncthreads();     // code: not for a debugger
        part[k] = out[k];    // code
    }
    if (threadIdx.x == 0)
        out[n] = part[3] // code
            + part[n];   // code
}

#pragma pt kernel
__global__ void counted(int *out)
{
    static __device__ int calls;
    const int old = atomicAdd(&calls, 1);
    out[blockIdx.x] = old * 3; // code
}

#pragma pt kernel
__global__ void in_phases(float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    b[i] = a[n - 1 - i] / 3 /* code */;
    #pragma pt barrier // code: persistent only
    for (int k = 0; k < n; k++) { // code
        a[i] += b[k] * b[i] /* code */;
        #pragma pt barrier // code: persistent only
        b[i] = a[k + i] - 1 /* code */;
        #pragma pt barrier // code: persistent only
    }
}

#pragma pt kernel
__global__ void in_one_piece(float *a, float *b)
{
    const float kept = a[threadIdx.x];           // code
    cg::this_grid()
        .sync();
    b[blockIdx.x] = kept * a[threadIdx.x + 100]; // code
}

#pragma pt kernel
__global__ void of_a_warp(float *a)
{
    float sum = a[blockIdx.x * blockDim.x + threadIdx.x] / 3; // code
    if (threadIdx.y == 0)
        for (int k = 16; k > 0; k /= 2)
            sum += __shfl_down_sync(~0u, sum, k);             // code
    if (sum > 1)
        a[blockIdx.x] = sum / 5;                              // code
}

#pragma pt kernel items(*count \
                        + 1)
__global__ void as_counted(const int *count, float *out)
{
    out[blockIdx.x] = sqrtf(*count); // code
}

#line 700 "generated.y"
#pragma pt kernel
__global__ void generated(float *out, int n)
{
    out[blockIdx.x] = n / 7;     // code
    out[threadIdx.x + n] = 17.f; // code
}
#line 119 "code.cu"

void start(float *in, float *out, int *count, int n)
{
    plain<<<n, 32>>>(in, out, n);
    leaving<<<n, 32>>>(in, out, n);
    leaving<<<n, 32>>>(count, count, n);
    in_header<<<n, 32>>>(in, out);
    counted<<<n, 32>>>(count);
    in_phases<<<n, 32>>>(in, out, n);
    in_one_piece<<<n, 32>>>(in, out);
    as_counted<<<n, 32>>>(count, out);
    generated<<<n, 32>>>(out, n);
    of_a_warp<<<n, dim3(32, 2)>>>(in);
}
