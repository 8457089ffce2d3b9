// DESIGN part 4, Launches: through cudaLaunchKernel and cudaLaunchKernelEx (no attributes; a priority and a synchronisation policy attribute).
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }
#pragma pt kernel
template <class T> __global__ void fill_typed(T *out, T factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor)
{
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 32 * factor;
    check::equal(label, out, want);
    out.poison();
}

#define RUN(call) CUDA_OK(call)

static void expect_fresh(cudaError_t error, check::device_array<unsigned> &out)
{
    CUDA_OK(error);
    expect("qualified", out, 4);
}

int main()
{
    check::begin("launch_kernel_api");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks * 32);
    unsigned *pointer = out.get(), factor = 2;
    void *arguments[] = { &pointer, &factor };
    CUDA_OK(cudaLaunchKernel(fill, dim3(blocks), dim3(32), arguments, 0, nullptr));
    expect("typed", out, 2);
    factor = 3;
    CUDA_OK(cudaLaunchKernel(reinterpret_cast<const void *>(fill), dim3(blocks), dim3(32), arguments, 0, nullptr));
    expect("untyped", out, 3);
    factor = 4;
    CUDA_OK(cudaLaunchKernel(reinterpret_cast<const void *>(&fill_typed<unsigned>), dim3(blocks), dim3(32), arguments, 0, nullptr));
    expect("template", out, 4);

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(32);
    CUDA_OK(cudaLaunchKernelEx(&config, fill, pointer, 5u));
    expect("ex", out, 5);
    int least = 0, greatest = 0;
    CUDA_OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaLaunchAttribute attributes[2];
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[0].val.priority = greatest;
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 0;
    config.attrs = attributes;
    config.numAttrs = 2;
    CUDA_OK(cudaLaunchKernelEx(&config, fill, pointer, 6u));
    expect("priority", out, 6);
    CUDA_OK(cudaLaunchKernelEx(&config, fill_typed<unsigned>, pointer, 7u));
    expect("ex_template", out, 7);
    check::error("no_arguments", cudaLaunchKernel(fill, dim3(0), dim3(32), arguments, 0, nullptr), cudaErrorInvalidValue);
    check::error("last", cudaGetLastError(), cudaErrorInvalidValue);
    check::error("ex_too_many", cudaLaunchKernelEx(&(config.blockDim = dim3(2048), config), fill, pointer, 1u), cudaErrorInvalidValue);
    check::error("last", cudaGetLastError(), cudaErrorInvalidValue);
    config.blockDim = dim3(32);
    RUN(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(fill), arguments));
    expect("exc", out, 4);
    expect_fresh(::cudaLaunchKernel(reinterpret_cast<void *>(fill), blocks, 32, arguments, 0, nullptr), out);
    check::launched("fill", 8);
    check::launched("fill_typed", 2);
    return check::finish();
}
