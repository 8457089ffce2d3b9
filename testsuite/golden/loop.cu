// #pragma pt loop: launches are steps, what moves memory is one, a synchronisation is put off, what is unknown ends the launch.
#include <utility>

#define CHECK(call) check(call)

void check(cudaError_t error)
{
    if (error != cudaSuccess)
        exit(1);
}
void report(int step);

#pragma pt kernel
template <class T> __global__ void smooth(const T *in, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

#pragma pt kernel order(reverse)
__global__ void largest(const float *in, int n, int *found)
{
    __shared__ int kept;
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 1)
        kept = 1;
    __syncthreads();
    if (threadIdx.x == 0 && kept)
        *found = 1;
}

int smooth_until(float *a, float *b, int n, int *found)
{
    int steps = 0, again = 1;
    #pragma pt loop
    do {
        cudaMemset(found, 0, sizeof *found);
        smooth<float><<<(n + 255) / 256, 256>>>(a, b, n);
        std::swap(a, b);
        largest<<<(n + 255) / 256, 256>>>(a, n, found);
        CHECK(cudaGetLastError());
        CHECK(::cudaDeviceSynchronize());
        if (steps++ % 100 == 0)
            report(steps);
        CHECK(cudaMemcpy(&again, found, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return steps;
}
