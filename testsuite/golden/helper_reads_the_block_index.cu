// Called functions read blockIdx, to any depth; the clones get the software block.
namespace grid {
__device__ inline int block() { return blockIdx.y * gridDim.x + blockIdx.x; }
__device__ int thread() { return block() * blockDim.x + threadIdx.x; }
}
__device__ int element() { return grid::thread(); }
__device__ int unrelated(int x) { return x * 2; }
#pragma pt kernel
static __global__ void fill(int *out, int n)
{
    if (element() < n)
        out[element()] = unrelated(element());
}
__global__ void not_annotated(int *out) { out[element()] = 0; }
void start(int *out, int n)
{
    not_annotated<<<n / 32, 32>>>(out);
    fill<<<n / 32, 32>>>(out, n);
}
