// DESIGN part 4, Launches: a launch is the process's first CUDA call, made by the constructor of a static object.
// expect: handled
#include "check.h"

enum { BLOCKS = 5107 };
static __device__ unsigned results[BLOCKS];

#pragma pt kernel schedule(dynamic)
__global__ void fill(unsigned factor) { results[blockIdx.x] = blockIdx.x * factor; }

static cudaError_t first_error = cudaErrorUnknown;

struct early {
    early() { fill<<<BLOCKS, 1>>>(3); first_error = cudaGetLastError(); }
};

int main()
{
    check::begin("launch_first_call");
    static early at_run_time;
    check::error("first", first_error, cudaSuccess);
    std::vector<unsigned> want(BLOCKS), got(BLOCKS);
    CUDA_OK(cudaMemcpyFromSymbol(got.data(), results, sizeof results));
    for (unsigned b = 0; b < BLOCKS; ++b)
        want[b] = b * 3;
    check::equal("out", got, want);
    return check::finish();
}
