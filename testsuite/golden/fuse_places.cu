// Which elements kernels touch: places that are the thread's own, and others that only look so. The plan says it.
#define BS 64
constexpr int tile = 16;

#pragma pt kernel
__global__ void own(float *a, float *b, float *c, float *d, float *e, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, base = blockDim.x * blockIdx.x;
    const long long wide = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned sum = threadIdx.x + base;
    a[i] = b[wide] + c[sum] + d[threadIdx.x + (blockIdx.x * blockDim.x)] + e[static_cast<size_t>(i)];
}

#pragma pt kernel
__global__ void not_own(float *a, float *b, float *c, float *d, float *e, int n)
{
    const short narrow = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char byte = blockIdx.x * blockDim.x + threadIdx.x;
    int changed = blockIdx.x * blockDim.x + threadIdx.x, other = blockIdx.y * blockDim.x + threadIdx.x;
    const int doubled = blockIdx.x * blockDim.x + threadIdx.x * 2;
    a[narrow] = b[byte] + c[other] + d[doubled];
    changed = n;
    e[changed] = 1;
}

#pragma pt kernel
__global__ void two_places(float *a, float *b, const float *c, float *d, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i + 1];
    b[i] += c[n - i] + c[i];
    d[blockIdx.x * blockDim.y + threadIdx.x] = 1;
}

#pragma pt kernel
__global__ void by_constants(float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * BS + threadIdx.x, k = threadIdx.x + tile * blockIdx.x;
    a[i] = b[blockIdx.x * 128 + threadIdx.x] + c[k];
}

#pragma pt kernel
template <int size> __global__ void by_parameter(float *a, int n)
{
    const int i = blockIdx.x * size + threadIdx.x;
    if (i < n)
        a[i] += 1;
}

#pragma pt kernel
__global__ void bounds(float *a, float *b, float *c, float *d, float *e, float *f, float *g, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > 0)
        b[i] = 1;
    if (i < n || m > 3)
        c[i] = 1;
    if (i < n && m > 5 || m < 3)
        d[i] = 1;
    if (i < n && m > 5 ? m < 3 : m > 8)
        f[i] = 1;
    if (!(i < n))
        g[i] = 1;
    if (i >= m)
        return;
    e[i] = 1;
}

#pragma pt kernel
__global__ void more_bounds(float *a, float *b, float *c, float *d, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (i >= n)
            return;
        a[i] = 1;
    }
    if (n > i) {
        b[i] = 1;
    } else {
        c[i] = 1;
    }
    if (i < n - 1)
        d[i] = 1;
}

#pragma pt kernel
__global__ void behind_pragmas(float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        #pragma unroll
        for (int k = 0; k < 3; k++) {
            a[i] += k;
        }
    b[i] = 1;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += blockDim.x * gridDim.x)
        #pragma unroll
        for (int m = 0; m < 3; m++) {
            a[i] += k;
        }
    c[i] = 1;
}

#define SUM 32 + 32
#define WHOLE (32 + 32)
#pragma pt kernel
__global__ void other_places(float *a, float *b, float *c, float *d, float *e, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.x * BS + threadIdx.x, k = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = max(i++, n);
    if (j < n)
        b[k] = 1;
    c[blockIdx.x * SUM + threadIdx.x] = d[blockIdx.x * WHOLE + threadIdx.x];
    if (k >= n)
        return;
    for (int s = k; s < m; s += blockDim.x * gridDim.x)
        for (int t = k; t < n; t += blockDim.x * gridDim.x)
            e[s] = 1;
}

#pragma pt kernel
__global__ void strides(float *a, float *b, float *c, float *d, float *e, int n)
{
    const int total = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += total)
        a[i] = 1;
    for (unsigned k = blockIdx.x * BS + threadIdx.x; k < n; k += BS * gridDim.x)
        b[k] = 1;
    for (int other = blockIdx.x * blockDim.x + threadIdx.x; other < n; other += blockDim.x)
        c[other] = 1;
    for (int late = threadIdx.x; late < n; late += total)
        d[late] = 1;
    for (int more = blockIdx.x * blockDim.x + threadIdx.x; more < n; more += total) {
        e[more] = 1;
        more++;
    }
}

#pragma pt kernel
__global__ void rows(float *a, float *b, float *c, float *d, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x >= width)
        return;
    if (y < height) {
        a[y * width + x] = b[x + width * y] + c[x * height + y];
        d[(blockIdx.y * tile + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x] = 1;
    }
}

#pragma pt kernel
__global__ void members(float2 *a, float2 *b, float2 *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i].x = 1;
    b[i].y += c[i].x;
    ++c[i].y;
}

void host(float *p, float2 *q, int n, int m)
{
    #pragma pt fuse
    {
        own<<<n, 64>>>(p, p, p, p, p, n);
        not_own<<<n, 64>>>(p, p, p, p, p, n);
        two_places<<<n, 64>>>(p, p, p, p, n);
        by_constants<<<n, 64>>>(p, p, p, n);
        by_parameter<64><<<n, 64>>>(p, n);
        bounds<<<n, 64>>>(p, p, p, p, p, p, p, n, m);
        more_bounds<<<n, 64>>>(p, p, p, p, n);
        behind_pragmas<<<n, 64>>>(p, p, p, n);
        other_places<<<n, 64>>>(p, p, p, p, p, n, m);
        strides<<<n, 64>>>(p, p, p, p, p, n);
        rows<<<n, 64>>>(p, p, p, p, n, m);
        members<<<n, 64>>>(q, q, q, n);
    }
}

#pragma pt kernel
__global__ void whole(float2 *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = a[i];
    v.x = v.y;
    a[i] = v;
}

#pragma pt kernel
__global__ void in_part(float2 *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i].x = 1;
}

// Held where no launch touches a part of an element alone.
void vectors(float2 *p, float2 *q, int n)
{
    #pragma pt fuse
    {
        whole<<<n, 64>>>(p, n);
        whole<<<n, 64>>>(p, n);
        whole<<<n, 64>>>(q, n);
        in_part<<<n, 64>>>(q, n);
    }
}
