// DESIGN part 4, Who reads the block index: helpers in a header shared with a file that has no annotated kernel.
// expect: handled
#include "k.cuh"

#pragma pt kernel
__global__ void annotated(unsigned *out) { out[place().at(threadIdx.x)] = combine(blockIdx.x); }

int main()
{
    check::begin("multi_helper_header");
    const unsigned blocks = 5107, block = 40, n = blocks * block;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (i / block % 7 + blocks) * 3 + i / block * block;
    annotated<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("annotated", out, want);
    out.poison();
    run_plain(out.get(), blocks);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] += 1;
    check::equal("plain", out, want);
    return check::finish();
}
