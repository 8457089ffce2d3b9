// Semaphores and latches of the device make blocks wait for each other; a barrier of the block does not.
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> semaphores[64];
__device__ cuda::latch<cuda::thread_scope_device> *latches;

#pragma pt kernel order(reverse)
__global__ void by_semaphore() { semaphores[blockIdx.x].acquire(); }

#pragma pt kernel order(reverse)
__global__ void by_latch() { latches[blockIdx.x].wait(); }

__device__ void wait_at(cuda::barrier<cuda::thread_scope_block> &b) { b.arrive_and_wait(); }

#pragma pt kernel order(reverse)
__global__ void by_barrier_of_the_block(cuda::barrier<cuda::thread_scope_block> *b) { wait_at(*b); }
