// DESIGN part 4, Launches: on every device there is, alternating, with peer streams; with one device it is that one twice.
// expect: handled
#include "check.h"
#include <memory>

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * factor + threadIdx.x; }

int main()
{
    check::begin("several_devices");
    int devices = 0;
    CUDA_OK(cudaGetDeviceCount(&devices));
    std::vector<std::unique_ptr<check::device_array<unsigned>>> outs;
    const unsigned blocks = 5107;
    for (int k = 0; k < 4; ++k) {
        CUDA_OK(cudaSetDevice(k % devices));
        outs.emplace_back(new check::device_array<unsigned>(blocks * 32));
    }
    for (int k = 0; k < 4; ++k) {
        CUDA_OK(cudaSetDevice(k % devices));
        fill<<<blocks, 32>>>(outs[k]->get(), k + 1);
        CUDA_OK(cudaGetLastError());
    }
    for (int k = 0; k < 4; ++k) {
        CUDA_OK(cudaSetDevice(k % devices));
        std::vector<unsigned> want(blocks * 32);
        for (unsigned i = 0; i < want.size(); ++i)
            want[i] = i / 32 * (k + 1) + i % 32;
        check::equal("device", *outs[k], want);
        outs[k].reset();
    }
    return check::finish();
}
