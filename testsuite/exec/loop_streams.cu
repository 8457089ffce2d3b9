// #pragma pt loop: a synchronisation of one stream may be what orders the work of another one, or of none: it is not put off then.
// expect: handled
#include "check.h"

static const long long cycles = 300000;

__device__ void pass_time(long long for_cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < for_cycles) {
    }
}

#pragma pt kernel
__global__ void count_late(unsigned *count)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        pass_time(cycles);
        ++*count;
    }
}

#pragma pt kernel
__global__ void write_late(unsigned *value, unsigned to)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        pass_time(cycles);
        *value = to;
    }
}

#pragma pt kernel
__global__ void compare(const unsigned *value, unsigned with, unsigned *wrong)
{
    if (threadIdx.x == 0 && blockIdx.x == 0 && *value != with)
        ++*wrong;
}

static unsigned on_host(const check::device_array<unsigned> &a)
{
    unsigned word;
    CUDA_OK(cudaMemcpy(&word, a.get(), sizeof word, cudaMemcpyDeviceToHost));
    return word;
}

int main()
{
    check::begin("loop_streams");
    cudaStream_t streams[2];
    CUDA_OK(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking));
    CUDA_OK(cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
    check::device_array<unsigned> value(1), wrong(1);
    const unsigned rounds = 20;

    // The copy is made in the default stream, which does not wait for the other one.
    unsigned seen = 0, late = 0;
    value.zero();
#pragma pt loop
    for (unsigned i = 1; i <= rounds; i++) {
        count_late<<<2, 32, 0, streams[0]>>>(value.get());
        CUDA_OK(cudaStreamSynchronize(streams[0]));
        CUDA_OK(cudaMemcpy(&seen, value.get(), sizeof seen, cudaMemcpyDeviceToHost));
        late += seen != i;
    }
    check::value("copies that were early", late, 0);
    check::value("seen", seen, rounds);

    // Two streams take turns.
    wrong.zero();
#pragma pt loop
    for (unsigned i = 1; i <= rounds; i++) {
        write_late<<<2, 32, 0, streams[0]>>>(value.get(), i);
        CUDA_OK(cudaStreamSynchronize(streams[0]));
        compare<<<2, 32, 0, streams[1]>>>(value.get(), i, wrong.get());
        CUDA_OK(cudaStreamSynchronize(streams[1]));
    }
    check::value("two streams", on_host(wrong), 0);

    // The second stream is waited for, and then the first one goes on.
    wrong.zero();
#pragma pt loop
    for (unsigned i = 1; i <= rounds; i++) {
        write_late<<<2, 32, 0, streams[1]>>>(value.get(), i);
        compare<<<1, 32, 0, streams[0]>>>(wrong.get(), 0, wrong.get());
        CUDA_OK(cudaStreamSynchronize(streams[1]));
        compare<<<1, 32, 0, streams[0]>>>(value.get(), i, wrong.get());
        CUDA_OK(cudaDeviceSynchronize());
    }
    check::value("waited for elsewhere", on_host(wrong), 0);

    // Memory is set in a third one.
    wrong.zero();
#pragma pt loop
    for (unsigned i = 1; i <= rounds; i++) {
        write_late<<<2, 32, 0, streams[0]>>>(value.get(), i);
        CUDA_OK(cudaStreamSynchronize(streams[0]));
        CUDA_OK(cudaMemsetAsync(value.get(), 0, sizeof(unsigned), streams[1]));
        CUDA_OK(cudaStreamSynchronize(streams[1]));
        compare<<<1, 32, 0, streams[0]>>>(value.get(), 0, wrong.get());
        CUDA_OK(cudaStreamSynchronize(streams[0]));
    }
    check::value("set elsewhere", on_host(wrong), 0);
    for (cudaStream_t s : streams)
        CUDA_OK(cudaStreamDestroy(s));
    return check::finish();
}
