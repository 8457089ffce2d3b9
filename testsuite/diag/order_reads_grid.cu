// A function for order(...) that asks for the grid of the resident groups, not of the kernel, or waits.
__device__ unsigned last() { return gridDim.x - 1; }
__device__ uint3 backwards(unsigned item, dim3 grid) { return make_uint3(last() - item, 0, 0); }
__device__ uint3 by_assembly(unsigned item, dim3)
{
    unsigned count;
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(count));
    return make_uint3(count - 1 - item, 0, 0);
}
__device__ uint3 waits(unsigned item, dim3)
{
    __syncthreads();
    return make_uint3(item, 0, 0);
}
__device__ uint3 fine(unsigned item, dim3 gridDim) { return make_uint3(gridDim.x - 1 - item, 0, 0); }
#pragma pt kernel order(backwards)
__global__ void a(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel order(by_assembly)
__global__ void b(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel order(waits)
__global__ void c(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel order(fine)
__global__ void d(int *out) { out[blockIdx.x] = 1; }
