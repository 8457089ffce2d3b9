// Vectors, macros, operators and a switch in kernels of a block, of which one thing each is not followed.
__host__ __device__ inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float sum_of_all;
__device__ inline float2 operator-(float2 a, float2 b)
{
    sum_of_all += a.x;
    return make_float2(a.x - b.x, a.y - b.y);
}
__device__ inline void operator*=(float2 &a, const float2 &b) { (&a)[1].x *= b.x; }
__device__ inline float2 &operator++(float2 &a) { return (&a)[1]; }

#define NEXT(x) ((x)++)
#define BEHIND(x) (*(&(x) + 1))
#define THROUGH(x) (1 + (float)(size_t)(const float *)x)
#define CAST(x) (1 + (float)*x)
#define NAMED(x) (n + (x))
#define OPEN(x, ...) ((x) + 1)
#define LOOSE(x) (x) || 1
#define ALWAYS 0 || 1

#pragma pt kernel
__global__ void fine(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = v[i] + v[i];
}
#pragma pt kernel
__global__ void by_side_effect(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = v[i] - v[i];
}
#pragma pt kernel
__global__ void by_neighbour(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= v[i];
}
#pragma pt kernel
__global__ void by_increment(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ++v[i];
}
#pragma pt kernel
__global__ void by_reference(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 &w = v[i];
    if (i < n)
        w.x = 1;
}
#pragma pt kernel
__global__ void by_address(float2 *v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 w = v[i];
    float *p = &w.x;
    if (i < n)
        v[i].x = p[1];
}
#pragma pt kernel
__global__ void next(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        NEXT(a[i]);
}
#pragma pt kernel
__global__ void behind(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = BEHIND(a[i]);
}
#pragma pt kernel
__global__ void through(float *a, const float *const *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = THROUGH(b[i]);
}
#pragma pt kernel
__global__ void cast(float *a, const float *const *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = CAST(b[i]);
}
#pragma pt kernel
__global__ void named(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = NAMED(a[i]);
}
#pragma pt kernel
__global__ void open(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = OPEN(a[i], 1);
}
#pragma pt kernel
__global__ void loose(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && LOOSE(n)) // no bound of i
        a[i] = 1;
}
#pragma pt kernel
__global__ void always(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && ALWAYS) // nor here
        a[i] = 1;
}
#pragma pt kernel
__global__ void arrays(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 parts[2]; // of classes
    switch (i & 1) {
    case 0:
        parts[0].x = a[i];
        break;
    default:
        parts[0].x = 1;
    }
    if (i < n)
        a[i] = parts[0].x;
}
__device__ float first_of(const float *a) { return a[0]; }
#pragma pt kernel
__global__ void array_elsewhere(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float parts[2] = {1, 2};
    if (i < n)
        a[i] = parts[0] + first_of(parts);
}
#pragma pt kernel
__global__ void row_elsewhere(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float parts[2][2] = {{1, 2}, {3, 4}};
    if (i < n)
        a[i] = parts[0][1] + first_of(parts[1]);
}
typedef float four[4];
#pragma pt kernel
__global__ void hidden_array(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    four parts = {1, 2, 3, 4};
    if (i < n)
        a[i] = parts[1];
}

// Of an open type: which operator that is, the template's argument decides.
#pragma pt kernel
template <class T> __global__ void open_local(float *a, const T *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 two;
    two.x = 2;
    two.y = 2;
    if (i < n)
        a[i] = (two * x[i]).x;
}
#pragma pt kernel
template <class T> __global__ void open_value(float *a, const T *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = (make_float2(2, 2) * x[i]).x;
}
__device__ float2 operator*(float2 a, float by)
{
    sum_of_all += by;
    return make_float2(a.x * by, a.y * by);
}
#pragma pt kernel
template <class T> __global__ void open_sum(T *a, const T *x, T by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += x[i] * by + static_cast<T>(1);
}

void start(float2 *v, float *a, const float *const *b, int n)
{
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        fine<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        by_side_effect<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        by_neighbour<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        by_increment<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        by_reference<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        by_address<<<40, 256>>>(v, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        next<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        behind<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        through<<<40, 256>>>(a, b, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        cast<<<40, 256>>>(a, b, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        named<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        open<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        loose<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        always<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        arrays<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        array_elsewhere<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        row_elsewhere<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        hidden_array<<<40, 256>>>(a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        open_local<float><<<40, 256>>>(a, a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        open_value<float><<<40, 256>>>(a, a, n);
    }
    #pragma pt fuse
    {
        fine<<<40, 256>>>(v, n);
        open_sum<float><<<40, 256>>>(a, a, 2, n);
    }
}
