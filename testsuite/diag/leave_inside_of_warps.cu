// Returns inside ifs and loops that some lanes of a warp may pass by: a loop that they go on with apart, a switch, a variable, what is loaded.
#pragma pt kernel
__global__ void goes_on(int *out, int n)
{
    for (int i = 0; i < n; i++) {
        if (threadIdx.x % 32 < 8)
            continue;
        if (n > 3)
            return;
    }
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}

#pragma pt kernel
__global__ void chooses(int *out, int n)
{
    switch (threadIdx.x % 2) {
    case 0: return;
    }
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}

#pragma pt kernel
__global__ void declares(int *out, int n)
{
    if (int left = n - int(threadIdx.x)) {
        out[threadIdx.x] = left;
        return;
    }
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}

#pragma pt kernel
__global__ void loads(int *out, const int *in, int n)
{
    const int mine = in[threadIdx.x];
    if (n > 3) {
        if (mine)
            return;
    }
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}

// Whole warps.
#pragma pt kernel
__global__ void by_warps(int *out, int n)
{
    if (n > 3) {
        if (threadIdx.x / 32 > n)
            return;
    }
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}

#define WHEN(condition) if (condition)

#pragma pt kernel
__global__ void by_macro(int *out, int n)
{
    WHEN(n > 3)
        WHEN(threadIdx.x < 8)
            return;
    out[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}
