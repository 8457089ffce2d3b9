// sanitizer: undefined
// report: runtime error: signed integer overflow
#include <climits>

#pragma pt kernel schedule(dynamic)
__global__ void add(int *out) { out[blockIdx.x] = INT_MAX - 7 + (int)blockIdx.x; }

int main()
{
    int *out;
    cudaMalloc(&out, 16 * sizeof *out);
    add<<<16, 1>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
