// A return inside of an if, in front of an operation that names all lanes: whole warps come to it where all lanes have one value, whatever way
// that takes. An offset that is no multiple of 32, is negative or a fraction, a narrow type, another constant of the name part them.
constexpr int lanes = 32, width = 32, span = 32;
constexpr float one = 1, wide = 32;
__device__ unsigned thread() { return threadIdx.x + threadIdx.y * blockDim.x; }
#ifndef ROW
#define ROW 32
#endif
#ifndef COLUMN
#define COLUMN 32
#endif

#pragma pt kernel
__global__ void by_offset(int *out, int n)
{
    const int warp = (blockIdx.x * 100 + threadIdx.x) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_product(int *out, int n)
{
    const int warp = 4 * threadIdx.x / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_difference(int *out, int n)
{
    const int warp = (blockDim.x - threadIdx.x) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_compared_sum(int *out, int n)
{
    const bool c = n + threadIdx.x < 32;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_narrow_type(int *out, int n)
{
    const int warp = (char)(threadIdx.x * 8) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_variable(int *out, int n)
{
    const int t = threadIdx.x + 16; const int warp = t / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_narrow_variable(int *out, int n)
{
    const signed char t = threadIdx.x; const int warp = t / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_fraction(int *out, int n)
{
    const float warp = threadIdx.x / 32.0f;
    if (n > 3) {
        if (warp > 1.5f)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_wide_rows(int *out, int n)
{
    const int warp = (threadIdx.y * 48 + threadIdx.x) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_hidden_constant(int *out, int n)
{
    constexpr int lanes = 16; const int warp = threadIdx.x / lanes;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_shifted_bound(int *out, int n)
{
    const bool c = threadIdx.x < 64 >> 2;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_negative_offset(int *out, int n)
{
    const int i = (int)threadIdx.x + n * 32;
    if (n > 3) {
        if (i / 32 == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_fractional_offset(int *out, int n)
{
    const float scale = 0.5f; const int i = threadIdx.x + scale * 32;
    if (n > 3) {
        if (i / 32 == 0)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_constant_of_fractions(int *out, int n)
{
    const bool c = threadIdx.x / wide >= 0.5f;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_constant_in_braces(int *out, int n)
{
    const int span{16}; const bool c = threadIdx.x < span;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_hidden_warp_size(int *out, int n)
{
    int warpSize = 16; const bool c = threadIdx.x < warpSize;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_hidden_shape(int *out, int n)
{
    const dim3 blockDim(48); const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_macro_of_a_flag(int *out, int n)
{
    const int warp = threadIdx.x / ROW;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

// ---- whole warps ----

#pragma pt kernel
__global__ void by_warp(int *out, int n)
{
    const int warp = threadIdx.x / width;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_warp_size(int *out, int n)
{
    const int warp = threadIdx.x / warpSize;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_grid(int *out, int n)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_thread(int *out, int n)
{
    const unsigned t = threadIdx.x + blockDim.x * blockIdx.x, warp = t >> 5;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_rows(int *out, int n)
{
    const int warp = thread() / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_cubes(int *out, int n)
{
    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; const int warp = t / 32;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_half(int *out, int n)
{
    const bool c = threadIdx.x < 64;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_macro_of_its_own(int *out, int n)
{
    const int warp = threadIdx.x / COLUMN;
    if (n > 3) {
        if (warp % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_cast(int *out, int n)
{
    const int warp = static_cast<int>(threadIdx.x) / 32, other = (int)threadIdx.x >> 5;
    if (n > 3) {
        if (warp + other > 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}
