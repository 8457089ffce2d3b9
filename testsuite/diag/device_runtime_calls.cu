// Calls of the runtime that the device has, too, with the stream that they have by default; and a fast function of CUDA 13.
#include <cuda_runtime.h>

#pragma pt kernel
__global__ void k(int *out, const int *in, float *f)
{
    if (threadIdx.x == 0) {
        cudaMemcpyAsync(out, in, 4, cudaMemcpyDeviceToDevice);
        cudaMemsetAsync(out, 0, 4);
    }
    f[blockIdx.x] = __tanhf(f[1]);
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(out[2]));
}
