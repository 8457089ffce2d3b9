// --target=cpu: what has no meaning there is refused at its line.
#include <thrust/version.h>

#ifdef __CUDA_ARCH__
typedef int side;
#endif

__global__ void lane(unsigned *out)
{
    asm("mov.u32 %0, %%laneid;" : "=r"(out[0]));
}
