// sanitizer: address
// report: AddressSanitizer
// One thread too many writes to shared memory.
#pragma pt kernel schedule(static)
__global__ void reverse(int *out)
{
    __shared__ int values[63];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x - (threadIdx.x < 63)];
}

int main()
{
    int *out;
    cudaMalloc(&out, 16 * 64 * sizeof *out);
    reverse<<<16, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
