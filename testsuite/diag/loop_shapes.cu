// #pragma pt loop with -Rpt: launches whose blocks are written in different ways may have different shapes.
#pragma pt kernel
__global__ void step(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
#pragma pt kernel
__global__ void reduce(float *a) { a[threadIdx.x] *= 2; }

void different(float *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        reduce<<<1, 32>>>(a);
    }
}

void same(float *a, int n)
{
    const dim3 block(16, 16);
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, dim3( 16, 16 )>>>(a);
        reduce<<<dim3(1, 1), dim3(16,16), 0>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, block>>>(a);
        reduce<<<1, block>>>(a);
        step<<<n, dim3(16)>>>(a);
    }
}

void streams(float *a, int n, cudaStream_t *of, cudaStream_t one)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 64, 0, one>>>(a);
        step<<<n, 64, 0, one>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 64, 0, of[0]>>>(a);
        step<<<n, 64, 0, of[1]>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++)
        step<<<n, 64, 0, of[i % 2]>>>(a);
}
