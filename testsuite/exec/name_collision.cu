// DESIGN part 4, C++: the program already has names like the generated ones (k_pt, k_pt_item, k_pt_launch, pt_queue, pt_launch).
// expect: refused: pt-declaration: a generated name is taken
#include "check.h"

__device__ unsigned fill_pt_item(unsigned x) { return x + 1; }
static unsigned fill_pt_launch = 5;
__global__ void fill_pt(unsigned *out) { out[blockIdx.x] = 1; }

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned pt_launch, unsigned pt_queue) // refused here
{
    unsigned pt_kernel = 3, pt_block = blockIdx.x;
    out[pt_block] = fill_pt_item(pt_launch) + pt_queue + pt_kernel + gridDim.x;
}

int main()
{
    check::begin("name_collision");
    const unsigned blocks = 5107, pt_config = 2;
    std::vector<unsigned> want(blocks, 5 + 1 + 2 + 3 + blocks);
    check::device_array<unsigned> out(blocks);
    fill<<<blocks, 1>>>(out.get(), fill_pt_launch, pt_config);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    fill_pt<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("own", out, std::vector<unsigned>(blocks, 1));
    return check::finish();
}
