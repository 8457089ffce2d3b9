// Loops around barriers behind a return: where all threads have left, a group does them all the same, and they must end.
#define TILES (m / n)
#define HALF (m / 2)
#define WIDTH 4

#pragma pt kernel
__global__ void doubles(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = n; t < m; t *= 2) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void shifts(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = n; t < m; t <<= 1) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_product(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < m; t += 2 * n) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_shape_and_n(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < m; t += blockDim.x * n) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void behind(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < m; t = n + t) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_macro(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < TILES; t++) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void from_one(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 1; t < m; t *= 2) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void from_one_shifts(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 1; t < m; t = t << 1) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void down(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = m; t > 0; t >>= 1) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_shape(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < m; t += 2 * blockDim.x * WIDTH) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_half(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < HALF; t = t + 1) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void wraps(int *a, unsigned n, unsigned m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 0; t < n - 1; t++) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void does_not_wrap(int *a, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < n - 1; t++) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void has_wrapped(int *a, unsigned n, unsigned m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned last = n - 1;
    if (i >= n)
        return;
    for (unsigned t = 0; t < last; t++) {
        a[i] += t;
        #pragma pt barrier
        a[i] += a[n - 1 - i];
        #pragma pt barrier
    }
}

// The second star is a declarator's, and reads nothing.
#pragma pt kernel
__global__ void swaps(int *a, int *b, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *x = a, *y = b;
    for (int t = 0; t < m; t++) {
        y[i] = x[i] + x[n - 1 - i];
        #pragma pt barrier
        int *z = x;
        x = y;
        y = z;
    }
}
