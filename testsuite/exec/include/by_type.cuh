// Included once for each ELEMENT: no include guard.
__device__ unsigned position(const ELEMENT *, unsigned i) { return blockIdx.x * blockDim.x + i + FIRST; }

#pragma pt kernel
__global__ void fill_by_type(ELEMENT *out, unsigned factor) { out[position(out, threadIdx.x) - FIRST] = static_cast<ELEMENT>(position(out, threadIdx.x) * factor); }
