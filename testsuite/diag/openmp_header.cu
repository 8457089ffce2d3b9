// A compiler's own header: gcc's lies where clang does not look, and clang's may not be installed.
#include <omp.h>

#pragma pt kernel
__global__ void fill(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main()
{
    fill<<<10, 32>>>(nullptr);
    return omp_get_max_threads();
}
