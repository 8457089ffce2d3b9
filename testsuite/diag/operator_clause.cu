// In a directive written as _Pragma, the place is the word.
_Pragma("pt kernel shedule(static)")
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

_Pragma(L"pt kernel schedule(dynamic, 0)") __global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

_Pragma("pt")
__global__ void c(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

_Pragma(R"x(pt kernel groups(2 per gpu))x")
__global__ void d(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
