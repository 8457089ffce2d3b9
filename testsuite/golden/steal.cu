// schedule(steal): a queue of its own, and a header that other files have no need of. Not where blocks meet at barriers of the grid.
#include <cooperative_groups.h>
__global__ void elsewhere(int *out);

#pragma pt kernel schedule(steal)
__global__ void stolen(int *out) { out[blockIdx.x] = 1; }

#pragma pt kernel schedule(steal, 4) items(*count) groups(2 per sm)
__global__ void counted(const int *count, int *out) { out[blockIdx.x] = 2; }

#pragma pt kernel schedule(steal) order(column)
template <class T> __global__ void typed(T *out)
{
    __shared__ T tile[32];
    if (threadIdx.x > blockIdx.x)
        return;
    tile[threadIdx.x] = 3;
    __syncthreads();
    out[blockIdx.x] = tile[0];
}

#pragma pt kernel schedule(steal)
__global__ void summed(int *sum)
{
#pragma pt state
    int own = 0;
    own += blockIdx.x;
#pragma pt finish
    {
        atomicAdd(sum, own);
    }
}

#pragma pt kernel schedule(steal)
__global__ void meets(int *out)
{
    out[blockIdx.x] = 4;
    cooperative_groups::this_grid().sync();
    out[blockIdx.x + 1] += out[blockIdx.x];
}

#pragma pt kernel schedule(steal)
__global__ void declared(int *out);

#pragma pt kernel schedule(dynamic)
__global__ void fetched(int *out) { out[blockIdx.x] = 5; }

void start(int *count, int *out)
{
    stolen<<<10, 32>>>(out);
    counted<<<10, 32>>>(count, out);
    typed<<<10, 32>>>(out);
    summed<<<10, 32>>>(out);
    meets<<<10, 32>>>(out);
    declared<<<10, 32>>>(out);
    fetched<<<10, 32>>>(out);
}
