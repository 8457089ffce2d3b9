// Loops around barriers behind a return that count past their end where all threads have left: such kernels stay in one piece.
#include <cstdint>
#define LAST (n - 1)
#define BEFORE(x) ((x) - 1)
typedef unsigned u32;
struct dims { unsigned n; };

#pragma pt kernel
__global__ void of_alias(int *a, u32 n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (u32 t = 0; t < n - 1; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void of_member(int *a, const dims d)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= d.n)
        return;
    for (int t = 0; t < d.n - 1; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void in_parentheses(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < (n) - 1; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_macro(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < LAST; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_macro_of(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < BEFORE(n); t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

// The difference has a sign, and what it is compared with has none.
#pragma pt kernel
__global__ void compared(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 0; t < n - 1; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void from_a_number(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < 4u - n; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void taken_away(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    n -= 1;
    for (int t = 0; t < n; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void taken_away_before(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned m = n;
    m -= 1;
    if (i >= n)
        return;
    for (int t = 0; t < m; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void until_zero(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = n; --t;) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void until_equal(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t != n; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

// These end.
#pragma pt kernel
__global__ void with_a_sign(int *a, std::int64_t n, const int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = steps - 1; t > 0; t--) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void of_the_shape(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 0; t < gridDim.x - 1; t++) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void no_difference(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 0; t < n; ++t) {
        a[i] += t;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void by_numbers(int *a, unsigned n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 8; t != 0; t--) {
        a[i] += t;
        #pragma pt barrier
    }
}
