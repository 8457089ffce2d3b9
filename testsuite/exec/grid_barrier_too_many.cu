// #pragma pt barrier with more blocks than can run at once: the launch fails with PT_ERROR_TOO_MANY_GROUPS and nothing runs,
// where the kernel stays in one piece: a type of its own stands among its barriers.
// expect: handled
// A plain compilation knows no barrier; cudaLaunchCooperativeKernel says the same there.
#include "check.h"

#pragma pt kernel
__global__ void meet(unsigned *out)
{
    typedef unsigned number;
    __shared__ number kept;
    if (threadIdx.x == 0)
        kept = blockIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = 1;
#pragma pt barrier
    out[blockIdx.x * 64 + threadIdx.x] += kept;
}

int main()
{
    check::begin("grid_barrier_too_many");
    const unsigned blocks = 100003, few = 7;
    check::device_array<unsigned> out(blocks * 64);
    const std::vector<unsigned> none = check::poisoned_vector<unsigned>(blocks * 64);
    std::vector<unsigned> all(few * 64);
    for (unsigned i = 0; i < all.size(); ++i)
        all[i] = 1 + i / 64;
#ifdef __PTCC__
    meet<<<blocks, 64>>>(out.get());
    const bool refused = ptrt_last_error() == PT_ERROR_TOO_MANY_GROUPS && ptrt_last_error() == PT_SUCCESS;
#else
    unsigned *pointer = out.get();
    void *arguments[] = { &pointer };
    cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(meet), dim3(blocks), dim3(64), arguments, 0, nullptr);
    const bool refused = true;
#endif
    const cudaError_t error = cudaGetLastError();
    if (error != cudaErrorCooperativeLaunchTooLarge)
        std::printf("%s\n", cudaGetErrorName(error));
    check::value("refused", refused && error == cudaErrorCooperativeLaunchTooLarge, 1);
    check::equal("nothing ran", out, none);
#ifdef __PTCC__
    meet<<<few, 64>>>(out.get()); // the next launch is as ever
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
#else
    CUDA_OK(cudaMemcpy(out.get(), all.data(), all.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
    std::vector<unsigned> got = out.host();
    got.resize(all.size());
    check::value("few blocks", got == all, 1);
    return check::finish();
}
