// A function that gives an order has one type, and runs on the device.
#include <cuda_runtime.h>

__device__ dim3 of_dim3(unsigned item, dim3) { return dim3(item); }
__device__ uint3 of_one(unsigned item) { return make_uint3(item, 0, 0); }
__device__ uint3 with_default(unsigned item, dim3, int by = 1) { return make_uint3(item * by, 0, 0); }
uint3 of_host(unsigned item, dim3) { return make_uint3(item, 0, 0); }
using place = uint3;
__device__ place right(unsigned item, const dim3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }

#pragma pt kernel order(of_dim3)
__global__ void a(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(of_one)
__global__ void b(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(with_default)
__global__ void c(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(of_host)
__global__ void d(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(right)
__global__ void e(int *p) { p[blockIdx.x] = 1; }

__device__ uint3 swapped(dim3 grid, unsigned item) { return make_uint3(grid.x - 1 - item, 0, 0); }
__device__ uint3 by_reference(unsigned item, const dim3 &grid) { return make_uint3(grid.x - 1 - item, 0, 0); }
__device__ uint3 of_uint3(unsigned item, uint3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }
__device__ uint3 of_int(int item, dim3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }
#pragma pt kernel order(swapped)
__global__ void f(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(by_reference)
__global__ void g(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(of_uint3)
__global__ void h(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(of_int)
__global__ void i(int *p) { p[blockIdx.x] = 1; }
#pragma pt kernel order(behind)
__global__ void j(int *p) { p[blockIdx.x] = 1; }
__device__ uint3 behind(unsigned item, dim3 grid) { return make_uint3(grid.x - 1 - item, 0, 0); }
