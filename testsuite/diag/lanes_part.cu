// Warp operations that some lanes pass by to the end, in shapes that an item cannot follow.
#define FULL 0xffffffffu
#define UNLESS(c) if (!(c))

#pragma pt kernel
__global__ void left_by_break(const int *in, int *out)
{
    int sum = 0;
    for (int k = threadIdx.x;; k += 32) {
        if (k > in[0])
            if (sum)
                break;
        sum += __shfl_xor_sync(FULL, in[k], 1);
    }
    out[threadIdx.x] = sum;
}

#pragma pt kernel
__global__ void in_a_switch(const int *in, int *out)
{
    switch (threadIdx.x % 3) {
    case 0:
        out[threadIdx.x] = __shfl_xor_sync(FULL, in[threadIdx.x], 3);
        break;
    default:
        break;
    }
}

#pragma pt kernel
__global__ void in_a_macro(const int *in, int *out)
{
    UNLESS(threadIdx.x < 16)
        out[threadIdx.x] = __shfl_xor_sync(FULL, in[threadIdx.x], 3);
}

#pragma pt kernel
__global__ void declares(const int *in, int *out)
{
    if (int v = in[threadIdx.x])
        out[threadIdx.x] = __shfl_xor_sync(FULL, v, 3);
}

// None of these is refused: every lane comes to a barrier afterwards, or all go one way.
#pragma pt kernel
__global__ void fine(const int *in, int *out, int n)
{
    switch (threadIdx.x / 32) {
    case 0:
        out[threadIdx.x] = __shfl_xor_sync(FULL, in[threadIdx.x], 3);
        break;
    default:
        break;
    }
    __syncthreads();
    for (int i = 0; i < n; ++i)
        out[i] = __shfl_xor_sync(FULL, in[i], 3);
}

// All lanes read one place.
#pragma pt kernel
__global__ void in_a_switch_of_the_block(const int *kind, const int *in, int *out)
{
    switch (kind[blockIdx.x]) {
    case 0:
        out[threadIdx.x] = __shfl_xor_sync(FULL, in[threadIdx.x], 3);
        break;
    default:
        break;
    }
}
