// Warp operations that name all lanes, which some of them pass by in ways that an item does not follow. What names those that come, and
// conditions on a number of the warp, are left alone.
#define FULL 0xffffffffu
#define SHIFTED(v) __shfl_down_sync(FULL, v, 1)

__device__ int sum_of_warp(int v)
{
    for (int offset = 16; offset; offset /= 2)
        v += __shfl_xor_sync(~0u, v, offset);
    return v;
}

#pragma pt kernel
__global__ void by_operator(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && __any_sync(~0u, out[i] > 3))
        out[i] = i;
}

#pragma pt kernel
__global__ void by_question(int *out, int v)
{
    const int lane = threadIdx.x % 32;
    out[threadIdx.x] = lane < 20 ? sum_of_warp(v + lane) : 0;
}

__device__ void returns_early(int *out, int i, int n)
{
    for (int k = 0; k < 2; k++)
        if (i >= n)
            return;
    out[i] = sum_of_warp(i);
}

#pragma pt kernel
__global__ void by_return(int *out, int n) { returns_early(out, blockIdx.x * blockDim.x + threadIdx.x, n); }

struct branching {
    int lane;
    __device__ int operator()(int v) const
    {
        const int t = threadIdx.x % 32;
        if (t < 7)
            v += SHIFTED(v);
        return v;
    }
};

#pragma pt kernel
__global__ void by_branch(int *out) { out[threadIdx.x] = branching{0}(threadIdx.x); }

#pragma pt kernel
__global__ void by_continue(int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (out[threadIdx.x] == i)
            continue;
        sum += SHIFTED(sum);
    }
    out[threadIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_goto(int *out, int v)
{
    if (threadIdx.x % 32 > 8)
        goto done;
    v += SHIFTED(v);
done:
    out[threadIdx.x] = v;
}

#pragma pt kernel
__global__ void in_head(int *out, int v)
{
    while (__shfl_sync(~0, v, 31) < int(threadIdx.x) / 8)
        v++;
    out[threadIdx.x] = v;
}

#pragma pt kernel
__global__ void in_lambda(int *out, int n)
{
    auto write = [&](int t) {
        if (t >= n)
            return;
        if (threadIdx.x % 32 >= 7)
            return;
        out[t] = __shfl_sync(FULL, t, 0);
    };
    write(threadIdx.x);
}

// ---- left alone ----

__device__ float sum_of_block(float v)
{
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = sum_of_warp(v);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? sums[lane] : 0;
    if (warp == 0)
        v = sum_of_warp(v);
    return v;
}

__device__ void row_of_warp(float *out, int row, int rows)
{
    if (row >= rows)
        return;
    out[row] = sum_of_warp(row);
}

__device__ int of_those(int v)
{
    const int t = threadIdx.x;
    const unsigned there = __ballot_sync(FULL, t % 3 == 0);
    return t % 3 == 0 ? __shfl_sync(there, v, 0) : 0;
}

#pragma pt kernel
__global__ void right(float *out, int rows)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    row_of_warp(out, row, rows);
    row_of_warp(out, blockIdx.x * blockDim.y + threadIdx.y, rows);
    const float sum = sum_of_block(out[threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum + of_those(3);
    const int first = threadIdx.x < 32 ? sum_of_warp(1) : threadIdx.x / 32 == 1 ? sum_of_warp(2) : 0;
    for (int i = 0; i < rows; i++) {
        if (__all_sync(FULL, out[threadIdx.x + i] < 0))
            continue;
        out[i] += sum_of_warp(first);
    }
}
