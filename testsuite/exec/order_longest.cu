// order(longest): a launch notes how long its blocks take, later ones begin with the longest; every block once in all of them, whatever
// the lengths are by then, on any stream and in graphs.
// expect: handled
#include "check.h"

static __device__ void spend(unsigned clocks)
{
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

static __device__ unsigned block_number() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

// `lengths`: in clocks, of as many blocks as there are.
#pragma pt kernel order(longest)
__global__ void chosen(const unsigned *lengths, unsigned *visits)
{
    if (threadIdx.x == 0)
        spend(lengths[block_number()]);
    if (threadIdx.x == 0)
        atomicAdd(&visits[block_number()], 1u);
}

#pragma pt kernel schedule(dynamic) order(longest)
__global__ void fetched(const unsigned *lengths, unsigned *visits)
{
    __shared__ unsigned length;
    if (threadIdx.x == 0)
        length = lengths[block_number()];
    __syncthreads();
    if (threadIdx.x == 63)
        spend(length);
    if (threadIdx.x == 63)
        atomicAdd(&visits[block_number()], 1u);
}

template <class T>
#pragma pt kernel schedule(static) order(longest)
__global__ void dealt(const T *lengths, T *visits)
{
    if (threadIdx.x % 2)
        return;
    if (threadIdx.x == 0)
        spend(lengths[block_number()]);
    if (threadIdx.x == 0)
        atomicAdd(&visits[block_number()], 1u);
}

#pragma pt kernel schedule(guided) order(longest)
__global__ void guided(const unsigned *lengths, unsigned *visits)
{
    if (threadIdx.x == 0)
        spend(lengths[block_number()]);
    if (threadIdx.x == 0)
        atomicAdd(&visits[block_number()], 1u);
}

// One group works on one block after the other: in which order, it tells.
#pragma pt kernel schedule(dynamic, 1) groups(1) order(longest)
__global__ void told(const unsigned *lengths, unsigned *begun, unsigned *place)
{
    if (threadIdx.x == 0) {
        place[blockIdx.x] = atomicAdd(begun, 1u);
        spend(lengths[blockIdx.x]);
    }
}

static unsigned long long persistent_launches(const char *name)
{
#ifdef PT_PTRT_H // the original has no runtime
    return ptrt_launch_counts(name).persistent;
#else
    (void)name;
    return 0;
#endif
}

static std::vector<unsigned> some_lengths(unsigned blocks, unsigned seed)
{
    std::vector<unsigned> lengths(blocks);
    for (unsigned i = 0; i < blocks; ++i)
        lengths[i] = check::mix(i + seed) % 50 == 0 ? 40000 : check::mix(i + seed) % 7 * 100;
    return lengths;
}

template <class Launch> static void check_visits(const char *name, const dim3 &grid, const Launch &launch)
{
    const unsigned blocks = grid.x * grid.y * grid.z, launches = 4;
    check::device_array<unsigned> visits(blocks);
    visits.zero();
    for (unsigned i = 0; i < launches; ++i) {
        check::device_array<unsigned> lengths(some_lengths(blocks, i / 2)); // other blocks become the long ones
        launch(lengths.get(), visits.get());
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaDeviceSynchronize());
    }
    check::equal(name, visits, std::vector<unsigned>(blocks, launches));
}

static void check_order()
{
    const unsigned blocks = 40, launches = 2;
    std::vector<unsigned> lengths(blocks);
    lengths[7] = lengths[23] = lengths[39] = 60000000;
    check::device_array<unsigned> device_lengths(lengths), begun(1), place(blocks);
    unsigned sum = 0, wrong = 0;
    for (unsigned i = 0; i < launches; ++i) {
        begun.zero();
        const unsigned long long before = persistent_launches("told");
        told<<<blocks, 32>>>(device_lengths.get(), begun.get(), place.get());
        CUDA_OK(cudaGetLastError());
        const std::vector<unsigned> places = place.host();
        for (unsigned p : places)
            sum += p;
        if (persistent_launches("told") == before)
            continue; // a plain launch has no order
        for (unsigned p = 0; p < blocks && i == 0; ++p) // nothing is known yet
            wrong += places[p] != p;
        // A short block looks long where the device or the processor had something else to do meanwhile.
        wrong += i > 0 && (places[7] > 11 || places[23] > 11 || places[39] > 11);
    }
    check::value("places", sum, launches * blocks * (blocks - 1) / 2);
    check::value("wrong places", wrong, 0);
}

// Noted in one stream, had in another and in a graph.
static void check_streams()
{
    const unsigned blocks = 3000, launches = 4, replays = 3;
    check::device_array<unsigned> lengths(some_lengths(blocks, 5)), visits(blocks);
    visits.zero();
    CUDA_OK(cudaDeviceSynchronize()); // the streams do not wait for stream 0
    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
        CUDA_OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (unsigned i = 0; i < launches; ++i) {
        fetched<<<blocks, 64, 0, streams[i % 2]>>>(lengths.get(), visits.get());
        CUDA_OK(cudaGetLastError());
        if (i == 1)
            CUDA_OK(cudaDeviceSynchronize());
    }
    CUDA_OK(cudaDeviceSynchronize());
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA_OK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    fetched<<<blocks, 64, 0, streams[0]>>>(lengths.get(), visits.get());
    fetched<<<dim3(100, 30), 64, 0, streams[0]>>>(lengths.get(), visits.get()); // of this grid nothing is known
    CUDA_OK(cudaStreamEndCapture(streams[0], &graph));
    CUDA_OK(cudaGraphInstantiate(&executable, graph, 0));
    for (unsigned i = 0; i < replays; ++i)
        CUDA_OK(cudaGraphLaunch(executable, streams[1]));
    CUDA_OK(cudaDeviceSynchronize());
    check::equal("streams", visits, std::vector<unsigned>(blocks, launches + 2 * replays));
    CUDA_OK(cudaGraphExecDestroy(executable));
    CUDA_OK(cudaGraphDestroy(graph));
    for (cudaStream_t s : streams)
        CUDA_OK(cudaStreamDestroy(s));
}

int main()
{
    check::begin("order_longest");
    check_order();
    const dim3 grids[] = {dim3(1), dim3(5000), dim3(17, 41), dim3(7, 5, 11)};
    for (const dim3 &grid : grids) {
        check_visits("auto", grid, [=](const unsigned *lengths, unsigned *visits) { chosen<<<grid, 64>>>(lengths, visits); });
        check_visits("dynamic", grid, [=](const unsigned *lengths, unsigned *visits) { fetched<<<grid, 64>>>(lengths, visits); });
        check_visits("static", grid, [=](const unsigned *lengths, unsigned *visits) { dealt<<<grid, 64>>>(lengths, visits); });
        check_visits("guided", grid, [=](const unsigned *lengths, unsigned *visits) { guided<<<grid, 64>>>(lengths, visits); });
    }
    check_streams();
    return check::finish();
}
