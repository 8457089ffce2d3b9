// items(expression) with programmatic dependent launch: the consumer may begin before the producer has ended, and must not
// read the count before that.
// expect: handled
// needs: c++17
#include "check.h"

#ifdef __PTCC__
#define LEAVES_IF(condition)
#else
#define LEAVES_IF(condition)             \
    cudaGridDependencySynchronize();     \
    if (condition)                       \
        return;
#endif

// Lets the consumer begin at once, and says how many blocks it has only after a while.
__global__ void produce(unsigned *count, unsigned blocks, long long cycles)
{
    cudaTriggerProgrammaticLaunchCompletion();
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *count = blocks;
}

#pragma pt kernel items(*count)
__global__ void consume(const unsigned *count, unsigned *out)
{
    LEAVES_IF(blockIdx.x >= *count)
    out[blockIdx.x * blockDim.x + threadIdx.x] += *count;
}

int main()
{
    check::begin("items_dependent_launch");
    const unsigned launched = 5000, block = 32;
    check::device_array<unsigned> count(1), out(launched * block);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(launched);
    config.blockDim = dim3(block);
    config.attrs = &attribute;
    config.numAttrs = 1;
    std::vector<unsigned> want(launched * block);
    out.zero();
    for (unsigned blocks : { 4999u, 0u, 17u, 6000u }) {
        produce<<<8, 32>>>(count.get(), 1, 0); // what an early reader would take
        CUDA_OK(cudaDeviceSynchronize());
        produce<<<8, 32>>>(count.get(), blocks, 1000000);
        CUDA_OK(cudaLaunchKernelEx(&config, consume, static_cast<const unsigned *>(count.get()), out.get()));
        CUDA_OK(cudaDeviceSynchronize());
        for (unsigned i = 0; i < std::min(blocks, launched) * block; ++i)
            want[i] += blocks;
        check::equal("out", out, want);
    }
    produce<<<8, 32>>>(count.get(), 3, 0);
    consume<<<launched, block>>>(count.get(), out.get());
    for (unsigned i = 0; i < 3 * block; ++i)
        want[i] += 3;
    check::equal("plain", out, want);
    return check::finish();
}
