// Sweeps until an array changes no more: the host reads back after each sweep whether another one is needed.
#pragma pt kernel
__global__ void sweep(const float *in, float *out, int *is_changed, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    out[i] = 0.5f * (in[i - 1] + in[i + 1]);
    if (fabsf(out[i] - in[i]) > 1e-4f)
        *is_changed = 1;
}

// The same, of which only the array is asked for.
#pragma pt kernel
__global__ void smooth(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    out[i] = 0.5f * (in[i - 1] + in[i + 1]);
}

int relax(float *a, float *b, int *is_changed, int n)
{
    int changed = 1, sweeps = 0;
    #pragma pt loop
    while (changed) {
        cudaMemset(is_changed, 0, sizeof *is_changed);
        sweep<<<(n + 255) / 256, 256>>>(a, b, is_changed, n);
        cudaMemcpy(&changed, is_changed, sizeof changed, cudaMemcpyDeviceToHost);
        float *swapped = a;
        a = b;
        b = swapped;
        sweeps++;
    }
    return sweeps;
}

void relax_often(float *a, float *b, int n, int times)
{
    #pragma pt loop keep(a)
    for (int t = 0; t < times; t++) {
        smooth<<<(n + 255) / 256, 256>>>(a, b, n);
        float *swapped = a;
        a = b;
        b = swapped;
    }
}
