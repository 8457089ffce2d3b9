// Expressions of a directive see what is visible at the kernel: parameters of those names give way to them, where they are printed.
constexpr unsigned width = 4, count = 2;
#define TILE width
__device__ uint3 turn(unsigned item, dim3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }

#pragma pt kernel order(turn) groups(count)
__global__ void by_name(unsigned *out, unsigned turn, unsigned count = sizeof(turn)) { out[blockIdx.x] = turn + count; }

#pragma pt kernel order(tile(TILE, 2)) schedule(dynamic, 3)
__global__ void by_macro(unsigned *out, unsigned width) { out[blockIdx.x] = width; }

#pragma pt kernel schedule(dynamic, width)
__global__ void not_named(unsigned *out, unsigned wide) { out[blockIdx.x] = wide; }
