// The CUDA runtime API of the CPU back end: types, the device, streams and events, host threads, and failures that stay.
// Memory, launches and graphs have tests of their own beside it.
//
// In:  libptcpu. Out: TAP. Invariant: each test leaves no error behind.
#include "kernels.hpp"

#include <cassert>
#include <cstring>
#include <thread>
#include <unistd.h>

// Programs ask for CUDA's own guards, to know what they may use.
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__) || \
    !defined(__VECTOR_TYPES_H__) || !defined(__VECTOR_FUNCTIONS_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__)
#error "a guard of CUDA's headers is not there"
#endif

namespace {

__global__ void trapping(unsigned block)
{
    if (blockIdx.x == block)
        __trap();
}
__global__ void asserting(int value) { assert(value == 1); }

void types()
{
    static_assert(sizeof(dim3) == 12 && sizeof(float3) == 12 && alignof(float4) == 16 && alignof(double2) == 16, "");
    static_assert(alignof(int2) == 8 && sizeof(longlong3) == 24 && alignof(ushort4) == 8 && sizeof(uchar3) == 3, "");
    const dim3 d = 5;
    CHECK(d.x == 5 && d.y == 1 && d.z == 1);
    const uint3 u = dim3(1, 2, 3);
    CHECK(u.z == 3 && make_float4(1, 2, 3, 4).w == 4);
}

void device()
{
    int n = 0, value = 0;
    CHECK_SUCCESS(cudaGetDeviceCount(&n));
    CHECK(n == 1);
    CHECK_SUCCESS(cudaSetDevice(0));
    CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
    cudaGetLastError();
    cudaDeviceProp p;
    CHECK_SUCCESS(cudaGetDeviceProperties(&p, 0));
    CHECK(std::strcmp(p.name, "ptcc CPU back end") == 0 && p.major == 9 && p.minor == 0 && p.warpSize == 32);
    CHECK_SUCCESS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
    CHECK(value == 1024);
    void *address = &n;
    cudaDriverEntryPointQueryResult found;
    CHECK_SUCCESS(cudaGetDriverEntryPoint("cuCtxGetId", &address, cudaEnableDefault, &found));
    CHECK(found == cudaDriverEntryPointSymbolNotFound && !address);
    CHECK(std::strcmp(cudaGetErrorName(cudaErrorLaunchFailure), "cudaErrorLaunchFailure") == 0);
    CHECK(std::strcmp(cudaGetErrorString(cudaSuccess), "no error") == 0);
    CHECK(std::strcmp(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code") == 0);
}

void streams_and_events()
{
    cudaStream_t stream, other;
    int priority = 1;
    unsigned flags = 0, *counter = nullptr;
    CHECK_SUCCESS(cudaMalloc(&counter, 4));
    CHECK_SUCCESS(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2));
    CHECK_SUCCESS(cudaStreamCreate(&other));
    CHECK_SUCCESS(cudaStreamGetPriority(stream, &priority));
    CHECK_SUCCESS(cudaStreamGetFlags(stream, &flags));
    CHECK(priority == -2 && flags == cudaStreamNonBlocking);
    cudaEvent_t begin, end, untimed;
    CHECK_SUCCESS(cudaEventCreate(&begin));
    CHECK_SUCCESS(cudaEventCreate(&end));
    CHECK_SUCCESS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorInvalidResourceHandle);
    CHECK_SUCCESS(cudaEventQuery(begin));
    CHECK_SUCCESS(cudaEventRecord(begin, stream));
    CHECK_SUCCESS(cudaMemsetAsync(counter, 0, 4, stream));
    CHECK_SUCCESS(pt::cpu::launch(4, 32, 0, stream, count, counter));
    usleep(2000);
    CHECK_SUCCESS(cudaEventRecord(end, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(other, end, 0));
    CHECK_SUCCESS(cudaEventSynchronize(end));
    CHECK_SUCCESS(cudaEventElapsedTime(&milliseconds, begin, end));
    CHECK(milliseconds >= 2 && milliseconds < 10000);
    CHECK_SUCCESS(cudaEventRecord(untimed));
    CHECK(cudaEventElapsedTime(&milliseconds, begin, untimed) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    int calls = 0;
    CHECK_SUCCESS(cudaLaunchHostFunc(stream, [](void *p) { ++*static_cast<int *>(p); }, &calls));
    CHECK_SUCCESS(cudaStreamAddCallback(
        stream, [](cudaStream_t, cudaError_t e, void *p) { *static_cast<int *>(p) += e == cudaSuccess; }, &calls, 0));
    CHECK_SUCCESS(cudaStreamSynchronize(stream));
    CHECK_SUCCESS(cudaStreamQuery(cudaStreamPerThread));
    CHECK_SUCCESS(cudaStreamSynchronize(cudaStreamLegacy));
    CHECK(calls == 2 && read(counter, 1)[0] == 128);
    CHECK_SUCCESS(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(begin) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    CHECK_SUCCESS(cudaEventDestroy(end));
    CHECK_SUCCESS(cudaEventDestroy(untimed));
    CHECK_SUCCESS(cudaStreamDestroy(stream));
    CHECK_SUCCESS(cudaStreamDestroy(other));
    CHECK_SUCCESS(cudaFree(counter));
}

template <int N> __global__ void of_a_thread(unsigned *out) { atomicAdd(out, unsigned(N)); }

void host_threads()
{
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 4));
    CHECK_SUCCESS(cudaMemset(out, 0, 4));
    std::vector<std::thread> threads;
    int wrong[4] = {};
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, out, &wrong] {
            cudaStream_t stream;
            wrong[t] += cudaStreamCreate(&stream) != cudaSuccess;
            for (int i = 0; i < 5; ++i) {
                wrong[t] += pt::cpu::launch(8, 32, 0, stream, of_a_thread<1>, out) != cudaSuccess;
                wrong[t] += pt::cpu::launch(8, 1, 0, cudaStreamPerThread, of_a_thread<2>, out) != cudaSuccess;
                void *p;
                wrong[t] += cudaMalloc(&p, 100) != cudaSuccess || cudaFree(p) != cudaSuccess;
            }
            if (t == 2) {
                wrong[t] += cudaFree(&wrong) != cudaErrorInvalidValue;
                wrong[t] += cudaGetLastError() != cudaErrorInvalidValue;
            }
            wrong[t] += cudaGetLastError() != cudaSuccess; // each thread has its own
            wrong[t] += cudaStreamDestroy(stream) != cudaSuccess;
        });
    for (std::thread &t : threads)
        t.join();
    CHECK(wrong[0] + wrong[1] + wrong[2] + wrong[3] == 0);
    CHECK(read(out, 1)[0] == 4 * 5 * (8 * 32 + 8 * 2));
    CHECK_SUCCESS(cudaFree(out));
}

void failures_stay()
{
    CHECK_SUCCESS(go(trapping, 10, 32, 7u));
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure && cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(go(nothing, 1, 1) == cudaErrorLaunchFailure);
    void *p;
    CHECK(cudaMalloc(&p, 4) == cudaErrorLaunchFailure);
    CHECK_SUCCESS(cudaDeviceReset());
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK_SUCCESS(go(nothing, 1, 1));

    FILE *caught = std::tmpfile();
    std::fflush(stderr);
    const int kept = dup(2);
    dup2(fileno(caught), 2);
    const cudaError_t launched = go(asserting, 1, 1, 2), ended = cudaDeviceSynchronize();
    std::fflush(stderr);
    dup2(kept, 2);
    close(kept);
    std::rewind(caught);
    char line[512] = "";
    CHECK(std::fgets(line, sizeof line, caught) != nullptr);
    std::fclose(caught);
    CHECK(launched == cudaSuccess && ended == cudaErrorAssert);
    CHECK(std::strstr(line, ": block: [0,0,0], thread: [0,0,0] Assertion `value == 1` failed.\n"));
    CHECK(std::strstr(line, "asserting(int)"));
    CHECK_SUCCESS(cudaDeviceReset());
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"types", types},
        {"device", device},
        {"streams_and_events", streams_and_events},
        {"host_threads", host_threads},
        {"failures_stay", failures_stay},
    };
    return check::run(tests, argc, argv);
}
