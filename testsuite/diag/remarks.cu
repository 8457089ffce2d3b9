// -Rpt: what became of each kernel and of each launch.
#pragma pt kernel schedule(static)
__global__ void alone(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel
__global__ void sharing(int *out)
{
    __shared__ int x;
    x = blockIdx.x;
    __syncthreads();
    out[blockIdx.x] = x;
}
__global__ void plain(int *out) { out[blockIdx.x] = 1; }
void f(int *out)
{
    alone<<<100, 1>>>(out);
    sharing<<<100, 1>>>(out);
    plain<<<100, 1>>>(out);
}
