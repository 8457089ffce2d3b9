// DESIGN part 5: mode(groups(n)) with more groups than can be resident: the launch fails with PT_ERROR_TOO_MANY_GROUPS, nothing runs.
// expect: handled
// A plain compilation ignores the mode and runs the launch; both outcomes are complete: all elements or none with an error.
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x + threadIdx.x; }

int main()
{
    check::begin("mode_too_many_groups");
    const unsigned blocks = 1000003;
    check::device_array<unsigned> out(blocks * 64);
    std::vector<unsigned> all(blocks * 64), none = check::poisoned_vector<unsigned>(blocks * 64);
    for (unsigned i = 0; i < all.size(); ++i)
        all[i] = i / 64 + i % 64;
#pragma pt launch mode(groups(900000))
    fill<<<blocks, 64>>>(out.get());
    const cudaError_t error = cudaGetLastError();
    const std::vector<unsigned> got = out.host();
#ifdef PT_PT_CUH // only in the rewritten program
    const bool rewritten = true;
    const bool complete = got == none && error != cudaSuccess && ptrt_last_error() == PT_ERROR_TOO_MANY_GROUPS
        && ptrt_last_error() == PT_SUCCESS;
#else
    const bool rewritten = false;
    const bool complete = got == all && error == cudaSuccess;
#endif
    if (!complete)
        std::printf("%s: %s, %s\n", rewritten ? "rewritten" : "original", cudaGetErrorName(error),
                    got == all ? "everything ran" : got == none ? "nothing ran" : "a part ran");
    check::value("complete", complete, 1);
    fill<<<blocks, 64>>>(out.get()); // the next launch is as ever
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, all);
    return check::finish();
}
