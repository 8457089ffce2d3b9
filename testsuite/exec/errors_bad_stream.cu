// DESIGN part 4, Launches: errors: a launch into a capture that is not allowed, and one after a capture was broken, report as plain launches do.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x] = blockIdx.x * factor; }

int main()
{
    check::begin("errors_bad_stream");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    fill<<<blocks, 1>>>(out.get(), 1);
    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    fill<<<blocks, 1>>>(out.get(), 2); // the legacy stream depends on the capturing one
    check::error("legacy", cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    fill<<<blocks, 1, 0, stream>>>(out.get(), 3);
    check::error("invalidated", cudaGetLastError(), cudaErrorStreamCaptureInvalidated);
    cudaGraph_t graph = nullptr;
    check::error("end", cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    check::error("clear", cudaGetLastError(), cudaErrorStreamCaptureInvalidated);
    fill<<<blocks, 1, 0, stream>>>(out.get(), 4);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b * 4;
    check::equal("out", out, want);
    CUDA_OK(cudaStreamDestroy(stream));
    return check::finish();
}
