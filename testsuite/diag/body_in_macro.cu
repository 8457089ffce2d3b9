// A body whose brace a macro holds has no text of its own.
#define BEGIN {
#define END }

#pragma pt kernel
__global__ void opened(int *o) BEGIN o[blockIdx.x] = 1; }

__device__ int helper(int x) BEGIN return x + blockIdx.x; END

#pragma pt kernel
__global__ void calls(int *o) { o[helper(1)] = 1; }

#pragma pt kernel
__global__ void closed(int *o) { o[blockIdx.x] = 1; END
