// A kernel's twin is named with its template arguments; a helper's clone is not.
__device__ int place(auto i) { return blockIdx.x + i; }

#pragma pt kernel
__global__ void k(int *out, auto value) { out[place(1)] = value; }

#pragma pt kernel
__global__ void fine(int *out) { out[place(1)] = 1; }
