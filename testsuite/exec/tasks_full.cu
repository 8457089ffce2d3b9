// Dynamic tasks where there is no room for all: what was taken in is done once, what was not is counted. Queues used again and again,
// two at a time on two streams, in a graph; what the host may ask of them.
// expect: handled
#include "check.h"

#include <algorithm>

#ifdef __PTCC__
#include <pt/tasks.cuh>

#pragma pt kernel
__global__ void flood(pt_queue<unsigned> queue, unsigned *accepted, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && pt_push(queue, i))
        accepted[i] = 1;
}

#pragma pt kernel
__global__ void count(pt_queue<unsigned> queue, unsigned *hits)
{
    #pragma pt foreach(unsigned i : queue) worker(thread)
    {
        atomicAdd(&hits[i], 1);
    }
}

// Each task makes more than there is room for, and does itself what was not taken.
#pragma pt kernel
__global__ void grow(pt_queue<unsigned> queue, unsigned *hits, unsigned n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, 1);
    #pragma pt foreach(unsigned i : queue) worker(warp)
    {
        if (threadIdx.x % 32 == 0)
            atomicAdd(&hits[i], 1);
        for (unsigned child = i * 64 + threadIdx.x % 32; child < i * 64 + 64; child += 32)
            if (child < n && !pt_push(queue, child))
                atomicAdd(&hits[child], child < n / 64 ? 0 : 1); // only leaves can be done at once
    }
}

// A chain through both ends of the ring.
#pragma pt kernel
__global__ void chain(pt_queue<unsigned> queue, unsigned *hits, unsigned n)
{
    #pragma pt foreach(unsigned i : queue)
    {
        if (threadIdx.x == 0)
            hits[i]++;
        if (threadIdx.x == 0 && i + 1 < n)
            pt_push(queue, i + 1);
    }
}
#endif

static unsigned sum(const std::vector<unsigned> &v)
{
    unsigned all = 0;
    for (unsigned x : v)
        all += x;
    return all;
}

// 1 has children from 64 on, and these from 4096 on.
static std::vector<unsigned> grown_by(unsigned n, unsigned times)
{
    std::vector<unsigned> hits(n, 0);
    for (unsigned i = 1; i < n; i++)
        hits[i] = i == 1 || (i >= 64 && i < 128) || i >= 4096 ? times : 0;
    return hits;
}

int main()
{
    check::begin("tasks_full");
    const unsigned n = 5000, capacity = 128;
    check::device_array<unsigned> accepted(n), hits(n);
#ifdef __PTCC__
    pt_queue<unsigned> queue, other;
    check::error("none", ptrt_queue_create(&queue, 0), cudaErrorInvalidValue);
    check::error("too-large", ptrt_queue_create(&queue, (size_t(1) << 30) + 1), cudaErrorInvalidValue);
    CUDA_OK(ptrt_queue_create(&queue, 100)); // rounded up
    CUDA_OK(ptrt_queue_create(&other, n));
    ptrt_queue_status_t status;
    for (int again = 0; again < 3; again++) {
        accepted.zero();
        hits.zero();
        flood<<<40, 128>>>(queue, accepted.get(), n);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(ptrt_queue_status(queue, &status));
        check::value("full", status.error, PT_ERROR_QUEUE_FULL);
        check::value("waiting", status.waiting, capacity);
        check::value("rejected", status.rejected, (again + 1) * (n - capacity));
        check::value("accepted", sum(accepted.host()), capacity);
        count<<<2, 64>>>(queue, hits.get());
        CUDA_OK(cudaGetLastError());
        const bool same = hits.host() == accepted.host();
        check::value("done", same, 1);
    }
    const std::vector<unsigned> many(capacity + 1, 3);
    check::error("host-too-many", ptrt_queue_push(queue, many.data(), capacity + 1), cudaErrorInvalidValue);
    CUDA_OK(ptrt_queue_status(queue, &status));
    check::value("waiting", status.waiting, 0);
    check::value("rejected", status.rejected, 3 * (n - capacity) + capacity + 1);
    CUDA_OK(ptrt_queue_clear(queue));
    CUDA_OK(ptrt_queue_status(queue, &status));
    check::value("cleared", status.error, PT_SUCCESS);

    cudaStream_t streams[2];
    check::device_array<unsigned> other_hits(n);
    hits.zero();
    other_hits.zero();
    for (cudaStream_t &stream : streams)
        CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const unsigned zero = 0;
    CUDA_OK(ptrt_queue_push(queue, &zero, 1));
    CUDA_OK(ptrt_queue_push(other, &zero, 1));
    const unsigned links = 700;
    chain<<<1, 32, 0, streams[0]>>>(queue, hits.get(), links);
    chain<<<1, 64, 0, streams[1]>>>(other, other_hits.get(), links);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> once(n, 0);
    std::fill(once.begin(), once.begin() + links, 1);
    check::equal("chain", hits, once);
    check::equal("other-chain", other_hits, once);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    hits.zero();
    CUDA_OK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal));
    grow<<<1, 96, 0, streams[0]>>>(other, hits.get(), n);
    grow<<<1, 96, 0, streams[0]>>>(queue, hits.get(), n);
    CUDA_OK(cudaStreamEndCapture(streams[0], &graph));
    CUDA_OK(cudaGraphInstantiate(&exec, graph, 0));
    for (int again = 0; again < 4; again++)
        CUDA_OK(cudaGraphLaunch(exec, streams[0]));
    CUDA_OK(cudaStreamSynchronize(streams[0]));
    const std::vector<unsigned> grown = grown_by(n, 8);
    check::equal("grown", hits, grown);
    CUDA_OK(ptrt_queue_destroy(&queue));
    CUDA_OK(ptrt_queue_destroy(&other));
#else
    check::error("none", cudaErrorInvalidValue, cudaErrorInvalidValue);
    check::error("too-large", cudaErrorInvalidValue, cudaErrorInvalidValue);
    for (unsigned again = 0; again < 3; again++) {
        check::value("full", 2, 2);
        check::value("waiting", capacity, capacity);
        check::value("rejected", (again + 1) * (n - capacity), (again + 1) * (n - capacity));
        check::value("accepted", capacity, capacity);
        check::value("done", 1, 1);
    }
    check::error("host-too-many", cudaErrorInvalidValue, cudaErrorInvalidValue);
    check::value("waiting", 0, 0);
    check::value("rejected", 3 * (n - capacity) + capacity + 1, 3 * (n - capacity) + capacity + 1);
    check::value("cleared", 0, 0);
    std::vector<unsigned> once(n, 0);
    std::fill(once.begin(), once.begin() + 700, 1);
    check::equal("chain", once, once);
    check::equal("other-chain", once, once);
    const std::vector<unsigned> grown = grown_by(n, 8);
    check::equal("grown", grown, grown);
#endif
    (void)sum;
    return check::finish();
}
