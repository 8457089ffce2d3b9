// A vote has one answer in all lanes if its mask is all lanes, which the name of another mask does not tell.
__device__ void other(int *x)
{
    const unsigned mask = 0xffffffffu;
    const unsigned part = 0xffffffffu;
    x[threadIdx.x] = __shfl_sync(mask, __shfl_sync(part, x[threadIdx.x], 0), 0);
}

#pragma pt kernel
__global__ void of_half(int *x)
{
    const int v = threadIdx.x;
    const unsigned mask = v % 2 ? 0xaaaaaaaau : 0x55555555u;
    x[v] = __any_sync(mask, x[v] > 3) ? __shfl_sync(~0u, x[v], 0) : 0;
}

#pragma pt kernel
__global__ void of_parameter(int *x, unsigned part)
{
    const int v = threadIdx.x;
    x[v] = __any_sync(part, x[v] > 3) ? __shfl_sync(~0u, x[v], 0) : 0;
}

#pragma pt kernel
__global__ void of_changed(int *x)
{
    const int v = threadIdx.x;
    unsigned full = 0xffffffffu;
    if (v % 2)
        full = 0xaaaaaaaau;
    x[v] = __any_sync(full, x[v] > 3) ? __shfl_sync(~0u, x[v], 0) : 0;
}

#pragma pt kernel
__global__ void of_all(int *x)
{
    const int v = threadIdx.x;
    const unsigned mask = 0xffffffffu;
    x[v] = __any_sync(mask, x[v] > 3) ? __shfl_sync(~0u, x[v], 0) : 0;
}
