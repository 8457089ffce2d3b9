// Each of these kernels has something that lives across its barrier; the first three split.
#pragma pt kernel
__global__ void splits(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = n - 1 - i;
    if (i >= n)
        return;
    out[i] = in[i];
    #pragma pt barrier
    out[j] += in[i];
}

#pragma pt kernel
__global__ void splits_in_loop(float *a, float *b, int n, int times)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    #pragma unroll 1
    for (int t = 0; t < times; t++) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            b[i] = a[(i + k) % n];
        #pragma pt barrier
        float *const swapped = a;
        a = b, b = swapped;
    }
}

#pragma pt kernel
template <class T> __global__ void splits_template(T *a, T *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k];
    b[i] = sum;
    #pragma pt barrier
    a[i] = b[n - 1 - i];
}

#pragma pt kernel
__global__ void loaded(float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = a[i];
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void changed(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    #pragma pt barrier
    i += n;
    #pragma pt barrier
    a[i] = 2;
}

#pragma pt kernel
__global__ void shared(float *a)
{
    __shared__ float kept[32];
    kept[threadIdx.x] = a[threadIdx.x];
    #pragma pt barrier
    a[threadIdx.x] += kept[threadIdx.x];
}

#pragma pt kernel
__global__ void leaves(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > 1)
        return;
    #pragma pt barrier
    a[i] = n;
}

#pragma pt kernel
__global__ void leaves_loop(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = 0; t < n; t++) {
        if (a[0] > t)
            break;
        #pragma pt barrier
        a[i] = n;
    }
}

#pragma pt kernel
__global__ void on_memory(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (a[0] < 3) {
        #pragma pt barrier
        a[i] += 1;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void moved(float *a, int n)
{
    a += blockIdx.x * blockDim.x;
    a[threadIdx.x] = 1;
    #pragma pt barrier
    a[threadIdx.x] += n;
}

#pragma pt kernel
__global__ void depends_on_a_swap(float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *row = a + i;
    *row = 1;
    #pragma pt barrier
    float *swapped = a;
    a = b;
    b = swapped;
    a[i] = *row;
}

#pragma pt kernel
__global__ void returns_between_phases(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    a[i] = 1;
    #pragma pt barrier
    if (a[i] > 3)
        return;
    round = n;
    a[i] = round;
}
