// The CPU back end where the null stream is one for each host thread; and headers that programs name beside
// cuda_runtime.h.
//
// In:  libptcpu. Out: TAP. Invariant: the macro comes before every header of CUDA's.
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1

#include "check.hpp"

#include <crt/host_defines.h>
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <device_functions.h>
#include <math_functions.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <thread>

// The driver's errors have CUDA's numbers, those that no call here gives, too: programs have tables of them.
static_assert(CUDA_ERROR_PROFILER_NOT_INITIALIZED == 6 && CUDA_ERROR_ECC_UNCORRECTABLE == 214 && CUDA_ERROR_MISALIGNED_ADDRESS == 716 &&
                  CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED == 900 && CUDA_ERROR_TIMEOUT == 909,
              "as in the toolkit's cuda.h");

namespace {

__global__ void add(unsigned *out, unsigned value) { atomicAdd(out, value); }

void null_stream_of_a_thread()
{
    unsigned long long own = 0, explicitly = 0, legacy = 0, other = 0;
    CHECK_SUCCESS(cudaStreamGetId(nullptr, &own));
    CHECK_SUCCESS(cudaStreamGetId(cudaStreamPerThread, &explicitly));
    CHECK_SUCCESS(cudaStreamGetId(cudaStreamLegacy, &legacy));
    CHECK(own == explicitly && own != legacy);
    // One that is captured in one thread is free in another.
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMallocManaged(&out, sizeof *out));
    CHECK_SUCCESS(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaMemsetAsync(out, 0, 4));
    CHECK_SUCCESS(pt::cpu::launch(4, 1, 0, nullptr, add, out, 1u));
    cudaStreamCaptureStatus here = cudaStreamCaptureStatusNone, there = cudaStreamCaptureStatusActive;
    CHECK_SUCCESS(cudaStreamIsCapturing(nullptr, &here));
    unsigned before = 77;
    std::thread([&] {
        CHECK_SUCCESS(cudaStreamIsCapturing(nullptr, &there));
        CHECK_SUCCESS(cudaStreamGetId(nullptr, &other));
        CHECK_SUCCESS(cudaMemset(out, 0, 4));
        CHECK_SUCCESS(pt::cpu::launch(10, 1, 0, nullptr, add, out, 10u));
        CHECK_SUCCESS(cudaStreamSynchronize(nullptr));
        CHECK_SUCCESS(cudaMemcpy(&before, out, 4, cudaMemcpyDeviceToHost));
    }).join();
    CHECK(here == cudaStreamCaptureStatusActive && there == cudaStreamCaptureStatusNone && before == 100);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaStreamEndCapture(nullptr, &graph));
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*out == 4);
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    CHECK_SUCCESS(cudaFree(out));
}

void driver_api()
{
    CUdevice device = -1;
    CUcontext context = nullptr, current = nullptr;
    CUdeviceptr memory = 0;
    int warp = 0, major = 0, minor = -1;
    char name[8];
    CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS && device == 0);
    CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS && cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context);
    CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0) == CUDA_SUCCESS && warp == 32);
    CHECK(cuDeviceComputeCapability(&major, &minor, 0) == CUDA_SUCCESS && major > 0 && minor >= 0);
    CHECK(cuDeviceGetName(name, sizeof name, 0) == CUDA_SUCCESS && std::strlen(name) > 0);
    CHECK(cuMemAlloc(&memory, 16) == CUDA_SUCCESS && cuMemsetD8(memory, 5, 16) == CUDA_SUCCESS);
    unsigned char bytes[16] = {};
    CHECK(cuMemcpyDtoH(bytes, memory, 16) == CUDA_SUCCESS && bytes[15] == 5);
    CHECK(cuMemFree(memory) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cudaGetLastError() == cudaSuccess); // it is the runtime's
    const char *text = nullptr;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text) == CUDA_SUCCESS && text);
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    CHECK_SUCCESS(cudaProfilerStart());
    CHECK(cuProfilerStop() == CUDA_SUCCESS);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"null_stream_of_a_thread", null_stream_of_a_thread},
        {"driver_api", driver_api},
    };
    return check::run(tests, argc, argv);
}
