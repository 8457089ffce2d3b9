// The launches of a loop call what another file defines, and what ptxas keeps apart with -G.
extern __device__ float far_away(const float *p, int n);

#pragma pt kernel
__global__ void step(float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = far_away(x + i, 10) + (float)pow((double)x[i], 1.3);
}

int main()
{
    float *x;
    cudaMalloc(&x, 4096 * sizeof *x);
#pragma pt loop
    for (int t = 0; t < 100; t++)
        step<<<16, 128>>>(x, 2000);
    return cudaDeviceSynchronize();
}
