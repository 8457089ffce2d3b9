// --target=cpu: what has no meaning there is refused at its line.
#include <thrust/version.h>
#include <cooperative_groups.h>

#ifdef __CUDA_ARCH__
typedef int side;
#endif

__global__ void lane(unsigned *out)
{
    asm("mov.u32 %0, %%laneid;" : "=r"(out[0]));
}

__global__ void cluster(unsigned *out)
{
    cooperative_groups::this_cluster().sync();
    out[0] = 1;
}
