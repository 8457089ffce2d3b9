// keep(...): which kernels of a loop keep their arrays in shared memory, and why the others do not.
#define SECOND(a, i) ((a)[(i) + 1])
#define COUNT 3

__device__ int shift;
__device__ float totals[64];
__constant__ float weights[COUNT];
struct grid_of {
    int width;
    const float *edge;
};
__device__ float sum_of(const float *a, int i) { return a[i] + a[i + 1]; }
__device__ float halved(float x) { return x * 0.5f; }
__device__ float counted(float x)
{
    totals[0] += x;
    return x;
}

constexpr int spare = 1;

// Kept: choices by place, loops to a parameter, numbers of macros and constants, weights that nobody writes, functions that compute.
#pragma pt kernel
__global__ void kept(const float *in, float *out, const float *more, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = i > 0 ? in[i - 1] : 0.0f;
    #pragma unroll
    for (int k = 0; k < COUNT; k += spare)
        sum += weights[k] * in[min(i + k, n - 1)] + more[i];
    out[i] = sum > 2.0f ? halved(sum) : fmaf(sum, 2.0f, 1.0f);
}

#pragma pt kernel
__global__ void index_is_read(const float *in, float *out, const int *at, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i;
    if (i < n)
        j += at[i];
    if (i < n)
        out[i] = in[j];
}

#pragma pt kernel
__global__ void index_is_global(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + shift];
}

#pragma pt kernel
__global__ void value_decides(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[i];
    if (x > 0.0f)
        out[i] = x;
}

#pragma pt kernel
__global__ void value_chooses(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[i];
    out[i] = x > 0.0f ? in[i + n] : x;
}

#pragma pt kernel
__global__ void value_ends_loop(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.0f;
    for (int k = 0; k < n && x < 10.0f; k++)
        x += in[i + k];
    out[i] = x;
}

#pragma pt kernel
__global__ void handed_on(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sum_of(in, i);
}

#pragma pt kernel
__global__ void pointer(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *const row = in + i;
    out[i] = row[1];
}

#pragma pt kernel
__global__ void by_macro(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = SECOND(in, i);
}

#pragma pt kernel
__global__ void also_sums(const float *in, float *out, float *sum, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    atomicAdd(sum, in[i]);
}

#pragma pt kernel
__global__ void calls_what_writes(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = counted(in[i]);
}

#pragma pt kernel
__global__ void adds(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}

#pragma pt kernel
__global__ void writes_two(const float *in, float *out, float *other, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    other[i] = in[i + 1];
}

#pragma pt kernel
__global__ void reads_global_array(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + totals[i % 64];
}

#pragma pt kernel
__global__ void meets(const float *in, float *out, int n)
{
    __shared__ float tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[127 - threadIdx.x];
}

#pragma pt kernel
__global__ void takes_class(const float *in, float *out, grid_of g)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + g.edge[0];
}

#pragma pt kernel
__global__ void by_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int &other = i;
    other += int(in[0]);
    out[i] = in[i];
}

#pragma pt kernel
__global__ void only_reads(const float *in, int n)
{
    if (in[0] > n)
        __nanosleep(100);
}

void host(float *a, float *b, float *c, int *at, int n)
{
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++) {
        kept<<<n, 128>>>(a, b, c, n);
        kept<<<n, 128>>>(b, a, c, n);
    }
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        index_is_read<<<n, 128>>>(a, b, at, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        index_is_global<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        value_decides<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        value_chooses<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        value_ends_loop<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        handed_on<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        pointer<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_macro<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        also_sums<<<n, 128>>>(a, b, c, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        calls_what_writes<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        adds<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        writes_two<<<n, 128>>>(a, b, c, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        reads_global_array<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        meets<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        takes_class<<<n, 128>>>(a, b, grid_of{n, c});
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_reference<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        only_reads<<<n, 128>>>(a, n);
    #pragma pt loop keep(b)
    for (int t = 0; t < n; t++)
        kept<<<n, 128>>>(a, b, c, n);
    #pragma pt loop keep(d)
    for (int t = 0; t < n; t++)
        kept<<<n, 128>>>(a, b, c, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++) {
        kept<<<n, 128>>>(a, b, c, n);
        adds<<<n, 128>>>(b, a, n);
    }
    #pragma pt loop keep(c)
    for (int t = 0; t < n; t++)
        kept<<<n, 128>>>(a, b, c, n);
}

typedef float real;
using wide = const double;

#pragma pt kernel
__global__ void named(const real *in, real *out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < n - 1) {
        const real half = (real)0.5, one = real(1);
        wide both = in[x - 1] + in[x + 1];
        out[x] = half * (real)both * one;
    }
}

struct number { int a; };
namespace other { struct odd { int a; }; }
typedef int odd;
#pragma pt kernel
__global__ void named_twice(const float *in, float *out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const odd k = 1;
    if (x > 0 && x < n - 1)
        out[x] = in[x - k];
}

void keeps_named(float *a, float *b, int n)
{
#pragma pt loop keep(a)
    for (int i = 0; i < 9; i++) {
        named<<<n / 256, 256>>>(a, b, n);
        float *c = a; a = b; b = c;
    }
#pragma pt loop keep(a)
    for (int i = 0; i < 9; i++) {
        named_twice<<<n / 256, 256>>>(a, b, n);
        float *c = a; a = b; b = c;
    }
}
