// --target=cpu: headers of libcu++ that the CPU's headers do not have.
#include <cuda/atomic>
#include <cuda/std/array>
#include <nv/target>
#include <cuda/functional>
#if !PT_CPU
#include <cuda/ptx>
#endif

__global__ void store(int *out) { out[0] = 1; }
