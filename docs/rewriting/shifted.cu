// A value that is loaded in front of a barrier and used behind it.
#pragma pt kernel
__global__ void shifted(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float v = a[i];
    #pragma pt barrier
    a[(i + 1) % n] = v;
}

void start(float *a, int n) { shifted<<<(n + 255) / 256, 256>>>(a, n); }
