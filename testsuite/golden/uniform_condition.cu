// A flag that is the same for the block, asked for alone, keeps plain barriers; one that is handed on, or is each thread's, does not.
#pragma pt kernel
__global__ void plain(float *a)
{
    const bool last = blockIdx.x == gridDim.x - 1;
    if (last) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}

__device__ void change(bool &flag) { flag = threadIdx.x > 3; }

#pragma pt kernel
__global__ void handed_on(float *a)
{
    bool last = blockIdx.x == gridDim.x - 1;
    change(last);
    if (last) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}

#pragma pt kernel
__global__ void of_each(float *a)
{
    const bool first = threadIdx.x < 32;
    if (first) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}

#pragma pt kernel
__global__ void cast_of_number(float *a, long n)
{
    if ((int)n > static_cast<int>(blockIdx.x)) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}

#pragma pt kernel
__global__ void cast_of_load(float *a, const long *n)
{
    if ((int)*n > 3) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}

#pragma pt kernel
__global__ void by_loop_variable(float *a, int n)
{
    for (int i = 0; i < n; i++)
        if (i % 2) {
            __syncthreads();
            a[threadIdx.x] = 1;
        }
}

#pragma pt kernel
__global__ void by_parameter_of_the_name(float *a, int n)
{
    for (int i = 0; i < n; i++) {
        const auto odd = [&](int i) {
            if (i % 2)
                __syncthreads();
        };
        odd(threadIdx.x);
    }
}
