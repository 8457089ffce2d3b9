// What a local of a template's type is, the loop that keeps an array of it is not told.
#pragma pt kernel
template <class T> __global__ void wide(const T *in, T *out, const float *by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) {
        T sum = in[i + 1] * by[0];
        sum += in[i - 1];
        out[i] = sum * 0.5f;
    }
}
void run(float *x, float *y, float *by, int n, int times)
{
    #pragma pt loop keep(x)
    for (int t = 0; t < times; t++) {
        wide<float><<<(n + 63) / 64, 64>>>(x, y, by, n);
        float *const last = x;
        x = y;
        y = last;
    }
}
