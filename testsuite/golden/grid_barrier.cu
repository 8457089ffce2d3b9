#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define STEPS 5
template <class T>
#pragma pt kernel
__global__ void jacobi(T *a, T *b, int w, int h, int steps)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x; // column
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const bool inside = x > 0 && y > 0 && x < w - 1 && y < h - 1;
    int once = w / 2;
    for (int t = 0; t < steps; t++) {
        if (inside)
            b[y * w + x] = (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]) / 4;
        #pragma pt barrier
        T *const swapped = a; a = b; b = swapped;
        if (t == STEPS)
            break;
    }
    if (inside && x == once)
        b[y * w + x] = 0;
}
#pragma pt kernel
__global__ void sums(const unsigned *in, unsigned *parts, unsigned *out, unsigned n)
{
    cg::grid_group grid = cg::this_grid();
    const unsigned i = grid.thread_rank();
    unsigned v = 0;
    #pragma unroll 4
    for (unsigned k = i; k < n; k += grid.size())
        v += in[k];
    parts[i] = v;
    grid.sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned all = 0;
        for (unsigned k = 0; k < gridDim.x * blockDim.x; k++)
            all += parts[k];
        *out = all;
    }
}

#pragma pt kernel
__global__ void in_one_piece(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float v = a[i];
    #pragma pt barrier
    a[n - 1 - i] = v;
}

void launch(float *a, float *b, int w, int h)
{
    jacobi<float><<<dim3(w, h), dim3(8, 8)>>>(a, b, w, h, 10);
    in_one_piece<<<w, h>>>(a, w);
}
