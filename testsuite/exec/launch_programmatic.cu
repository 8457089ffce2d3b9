// DESIGN part 4, Launches: programmatic dependent launch: the attribute is kept or refused; the consumer waits on the device.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void produce(unsigned *data, unsigned round)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = check::mix(blockIdx.x + round) + threadIdx.x;
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

#pragma pt kernel
__global__ void consume(const unsigned *data, unsigned *out)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    unsigned other = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[other] * 3;
}

int main()
{
    check::begin("launch_programmatic");
    const unsigned blocks = 5107, n = blocks * 32;
    check::device_array<unsigned> data(n), out(n);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(32);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    for (unsigned round = 0; round < 4; ++round) {
        data.poison();
        out.poison();
        produce<<<blocks, 32, 0, stream>>>(data.get(), round);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaLaunchKernelEx(&config, consume, static_cast<const unsigned *>(data.get()), out.get()));
        std::vector<unsigned> want(n);
        for (unsigned i = 0; i < n; ++i)
            want[i] = (check::mix(blocks - 1 - i / 32 + round) + i % 32) * 3;
        check::equal("out", out, want);
    }
    CUDA_OK(cudaStreamDestroy(stream));
    return check::finish();
}
