// Members and variables of the program's own that bear the names of the indices: a parameter would hide them.
struct sizes {
    dim3 gridDim;
    __device__ int mine() const { return gridDim.x + ::blockIdx.x; }
    __device__ int said() const { return this->gridDim.x + ::blockIdx.x; }
};
namespace own {
__constant__ dim3 gridDim;
#pragma pt kernel
__global__ void reads(int *out) { out[blockIdx.x] = gridDim.x; }
#pragma pt kernel
__global__ void says(int *out) { out[blockIdx.x] = ::own::gridDim.x; }
}
#pragma pt kernel
__global__ void calls(int *out, sizes s) { out[blockIdx.x] = s.mine() + s.said(); }
#pragma pt kernel
__global__ void local(int *out)
{
    const dim3 gridDim(3);
    out[blockIdx.x] = gridDim.x;
}
// Declarations in a block that bring CUDA's own back, where the rewritten function has another one of the name.
namespace other_names {
using ::blockIdx;
}
__device__ int helper() { using ::gridDim, other_names::blockIdx; return blockIdx.x + gridDim.x; }
#pragma pt kernel
__global__ void uses(int *out)
{
    using ::blockIdx;
    out[blockIdx.x] = helper();
}
#pragma pt kernel
__global__ void declares(int *out)
{
    { extern const dim3 __device_builtin__ gridDim; }
    using size = decltype(::gridDim.x);
    out[::blockIdx.x] = size(3);
}
#pragma pt kernel
__global__ void waits(int *out, int n)
{
    using ::__syncthreads;
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = 1;
}
