#define LEAVE_UNLESS(condition) do { if (!(condition)) return; } while (0)

#pragma pt kernel
__global__ void before_a_barrier(int *out, int n)
{
    __shared__ int part[32];
    part[threadIdx.x] = n;
    LEAVE_UNLESS(threadIdx.x < n);
    __syncthreads();
    out[threadIdx.x] = part[n];
}

#pragma pt kernel
__global__ void behind_it(int *out, int n)
{
    __shared__ int part[32];
    part[threadIdx.x] = n;
    __syncthreads();
    LEAVE_UNLESS(threadIdx.x < n);
    out[threadIdx.x] = part[n];
}
