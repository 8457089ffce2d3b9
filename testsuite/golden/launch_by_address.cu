// Launches that do not name their kernel look it up by its address; macros launch in their bodies.
#include <cuda_runtime.h>

#define LAUNCH(kernel, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define FILL(out) (void)0, \
    fill<<<grid, block>>>(out)
#define DEDUCED(kernel, ...) kernel<<<grid, block>>>(__VA_ARGS__)

#pragma pt kernel
__global__ void fill(int *out)
{
    out[blockIdx.x] = 1;
}

#pragma pt kernel
template <class T, int N>
__global__ void fill_with(T *out)
{
    out[blockIdx.x] = N;
}

#pragma pt kernel
template <class T>
__global__ void deduced(T *out)
{
    out[blockIdx.x] = 2;
}

typedef void (*kernel_pointer)(int *);
const kernel_pointer table[] = {fill, &fill_with<int, 4>};

void start(int *out, dim3 grid, dim3 block, cudaStream_t stream, int which)
{
    table[which]<<<grid, block, 0, stream>>>(out);
    (*table[which])<<<grid, block>>>(out);
    LAUNCH(fill, out);
    LAUNCH((fill_with<int, 5>), out);
    FILL(out);
    DEDUCED(deduced, out);
    void *arguments[] = {&out};
    cudaLaunchKernel(fill, grid, block, arguments, 0, stream);
    ::cudaLaunchKernel((const void *)fill_with<int, 6>, grid, block, arguments, 0, stream);
    cudaLaunchCooperativeKernel(fill, grid, block, arguments, 0, stream);
}

template <class T> void start_open(T *out, dim3 grid, dim3 block)
{
    void *arguments[] = {&out};
    cudaLaunchKernel(fill_with<T, 7>, grid, block, arguments);
}
