// sanitizer: address
// report: heap-buffer-overflow
// The last block has no guard.
#pragma pt kernel schedule(dynamic)
__global__ void fill(int *out) { out[blockIdx.x * 64 + threadIdx.x] = 1; }

int main()
{
    int *out;
    cudaMalloc(&out, 1000 * sizeof *out);
    fill<<<16, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
