// Blocks whose launches are made as one.
#include <cuda_runtime.h>

namespace image {
#pragma pt kernel schedule(static)
__global__ void scale(const float *__restrict__ in, float *__restrict__ out, int width, int height, float by)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[y * width + x] = by * in[y * width + x];
}

#pragma pt kernel schedule(static)
template <class T> __global__ void clip(T *a, const int width, const int height, T low, T high)
{
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        a[x + y * width] = min(max(a[x + y * width], low), high);
}
} // namespace image

#pragma pt kernel
__global__ void gather(const float *a, const int *from, float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[from[i]];
}

#pragma pt kernel
__global__ void twice(float *b, int n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] *= 2;
}

void bright(const float *in, float *out, int width, int height, cudaStream_t stream)
{
    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    #pragma pt fuse
    {
        image::scale<<<grid, block, 0, stream>>>(in, out, width, height, 1.5f);
        if (cudaGetLastError() != cudaSuccess)
            width = 0;
        image::clip<float><<<grid, block, 0, stream>>>(out, width, height, 0.0f, 1.0f);
    }
}

template <class T> void both(const float *a, const int *from, T *b, T *c, int n)
{
    #pragma pt fuse local(c)
    {
        gather<<<(n + 255) / 256, 256>>>(a, from, c, n);
        twice<<<(n + 255) / 256, 256>>>(c, n);
        gather<<<(n + 255) / 256, 256>>>(a, from, b, n);
    }
    #pragma pt fuse
    {
        twice<<<(n + 255) / 256, 256>>>(b, n--);
        twice<<<(n + 255) / 256, 256>>>(b, n);
    }
    b += 1, c += 1;
}
template void both(const float *, const int *, float *, float *, int);
