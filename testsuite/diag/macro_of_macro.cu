// A macro that stands for another: of numbers it is a number, however many there are, and nothing else is.
#define SIZE 512
#define BLOCK SIZE
#define ROWS (2 * BLOCK + 1)
#define LANE threadIdx.x
#define MINE LANE
#define HERE THERE
#define THERE HERE

#pragma pt kernel
__global__ void numbers(float *out, int last)
{
    for (int i = 0; i < last; i += ROWS) {
        int j = i + blockIdx.x * BLOCK;
        if (j >= last)
            continue;
        out[j + threadIdx.x] = __shfl_xor_sync(0xffffffff, out[j + threadIdx.x], 1);
    }
}

#pragma pt kernel
__global__ void index(float *out, int last)
{
    for (int i = 0; i < last; i += ROWS) {
        int j = i + MINE * BLOCK;
        if (j >= last)
            continue;
        out[j] = __shfl_xor_sync(0xffffffff, out[j], 1);
    }
}

#pragma pt kernel
__global__ void circle(float *out, int last, const int *in)
{
    const int HERE = in[threadIdx.x];
    for (int i = 0; i < last; i += ROWS) {
        int j = i + HERE;
        if (j >= last)
            continue;
        out[j] = __shfl_xor_sync(0xffffffff, out[j], 1);
    }
}
