// Text that only some devices are compiled from: ptcc looks at the program as each of them sees it.
__device__ unsigned where() { return blockIdx.x; }
#pragma pt kernel
__global__ void k3(unsigned *out) {
#if __CUDA_ARCH__ >= 900
  out[0] = where();
#elif __CUDA_ARCH__ > 860
  out[1] = where();
#elif __CUDA_ARCH__ == 750
  out[2] = where();
#elif __CUDA_ARCH__ >= 800
  out[3] = where();
#else
  out[4] = where();
#endif
#if 0
#if __CUDA_ARCH__ >= 900
  out[5] = where();
#endif
#endif
}
