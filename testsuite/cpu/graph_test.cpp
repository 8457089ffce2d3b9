// Graphs on the CPU back end: captured, built by hand, brought up to date, and in each other.
//
// In:  libptcpu. Out: TAP. Invariant: each test leaves no error, no capture and no graph behind.
#include "kernels.hpp"

namespace {

void captures()
{
    unsigned *counter = nullptr;
    cudaStream_t stream, forked;
    CHECK_SUCCESS(cudaMalloc(&counter, 4));
    CHECK_SUCCESS(cudaMemset(counter, 0, 4));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&forked, cudaStreamNonBlocking));
    cudaEvent_t fork, join;
    CHECK_SUCCESS(cudaEventCreate(&fork));
    CHECK_SUCCESS(cudaEventCreate(&join));
    cudaGraph_t graph = nullptr;
    cudaStreamCaptureStatus status;
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaStreamIsCapturing(stream, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    {
        unsigned *argument = counter; // copied by the capture
        void *arguments[] = {&argument};
        CHECK_SUCCESS(cudaLaunchKernel(count, 2, 32, arguments, 0, stream));
        argument = nullptr;
    }
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK_SUCCESS(cudaEventRecord(join, forked));
    CHECK(cudaEventQuery(join) == cudaErrorCapturedEvent);
    cudaGetLastError();
    CHECK_SUCCESS(cudaStreamWaitEvent(stream, join));
    CHECK_SUCCESS(cudaStreamEndCapture(stream, &graph));
    CHECK(*counter == 0);
    size_t nodes = 0, edges = 0;
    CHECK_SUCCESS(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK_SUCCESS(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
    CHECK(nodes == 2 && edges == 1);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    for (int i = 0; i < 3; ++i)
        CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK(read(counter, 1)[0] == 3 * 96);
    // captured itself, it becomes one node
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK_SUCCESS(cudaStreamEndCapture(stream, &graph));
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK(read(counter, 1)[0] == 4 * 96);
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    cudaGetLastError();
    CHECK_SUCCESS(cudaEventDestroy(fork));
    CHECK_SUCCESS(cudaEventDestroy(join));
    CHECK_SUCCESS(cudaStreamDestroy(stream));
    CHECK_SUCCESS(cudaStreamDestroy(forked));
    CHECK_SUCCESS(cudaFree(counter));
}

// What makes a capture invalid, and what such a capture answers.
void refused_captures()
{
    unsigned *counter = nullptr;
    cudaStream_t stream, forked;
    CHECK_SUCCESS(cudaMalloc(&counter, 4));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&forked, cudaStreamNonBlocking));
    cudaEvent_t fork;
    CHECK_SUCCESS(cudaEventCreate(&fork));
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
    cudaGetLastError();
    // what does not come back to the stream where the capture began
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK(cudaStreamEndCapture(forked, &graph) == cudaErrorStreamCaptureUnmatched);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined && !graph);
    // what must not be called meanwhile
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    void *p;
    CHECK(cudaMalloc(&p, 4) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK_SUCCESS(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK(mode == cudaStreamCaptureModeGlobal);
    CHECK_SUCCESS(cudaMalloc(&p, 4));
    CHECK_SUCCESS(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
    CHECK(pt::cpu::launch(1, 1, 0, stream, nothing) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaFree(p));
    // the legacy stream would wait for a blocking one
    cudaStream_t blocking;
    CHECK_SUCCESS(cudaStreamCreate(&blocking));
    CHECK_SUCCESS(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
    CHECK(go(nothing, 1, 1) == cudaErrorStreamCaptureImplicit);
    CHECK(cudaStreamEndCapture(blocking, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamDestroy(blocking));
    cudaGetLastError();
    CHECK_SUCCESS(cudaEventDestroy(fork));
    CHECK_SUCCESS(cudaStreamDestroy(stream));
    CHECK_SUCCESS(cudaStreamDestroy(forked));
    CHECK_SUCCESS(cudaFree(counter));
}

void built_graphs()
{
    unsigned *data = nullptr, got[64] = {}, factor = 3;
    CHECK_SUCCESS(cudaMalloc(&data, sizeof got));
    cudaGraph_t graph, clone;
    CHECK_SUCCESS(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t copy, kernel, clear, host;
    // added last to first: the edges decide
    CHECK_SUCCESS(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, got, data, sizeof got, cudaMemcpyDeviceToHost));
    void *arguments[] = {&data, &factor};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void *>(fill);
    launch.gridDim = 2;
    launch.blockDim = 16;
    launch.kernelParams = arguments;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
    cudaMemsetParams zeros = {};
    zeros.dst = data;
    zeros.elementSize = 4;
    zeros.value = 0x01020304;
    zeros.width = 64;
    zeros.height = 1;
    CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zeros));
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &clear, &kernel, 1));
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &kernel, &copy, 1));
    int calls = 0;
    const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, &calls};
    CHECK_SUCCESS(cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
    cudaGraphNodeType type;
    CHECK_SUCCESS(cudaGraphNodeGetType(kernel, &type));
    CHECK(type == cudaGraphNodeTypeKernel);
    size_t roots = 0;
    CHECK_SUCCESS(cudaGraphGetRootNodes(graph, nullptr, &roots));
    CHECK(roots == 1);
    CHECK_SUCCESS(cudaGraphClone(&clone, graph));
    cudaGraphExec_t exec, of_clone;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph));
    CHECK_SUCCESS(cudaGraphInstantiate(&of_clone, clone));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 1 * 3 + 15 && got[63] == 0x01020304 && calls == 1);
    factor = 7;
    CHECK_SUCCESS(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 22);
    CHECK_SUCCESS(cudaGraphNodeSetEnabled(exec, kernel, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 0x01020304);
    CHECK_SUCCESS(cudaGraphLaunch(of_clone, nullptr));
    CHECK(got[31] == 18 && calls == 4);
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &host, &clear, 1)); // a circle
    cudaGraphExec_t none;
    CHECK(cudaGraphInstantiate(&none, graph) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaGraphRemoveDependencies(graph, &host, &clear, 1));
    CHECK_SUCCESS(cudaGraphDestroyNode(kernel));
    CHECK_SUCCESS(cudaGraphInstantiate(&none, graph));
    CHECK_SUCCESS(cudaGraphExecDestroy(none));
    cudaGetLastError();
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphExecDestroy(of_clone));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    CHECK_SUCCESS(cudaGraphDestroy(clone));
    CHECK_SUCCESS(cudaFree(data));
}

// A kernel behind a memset and a host node, which nothing orders: the kernel's edges come in this order, or the other one.
struct diamond {
    cudaGraph_t graph;
    cudaGraphNode_t clear, host, kernel;

    diamond(unsigned *data, unsigned factor, int *calls, bool other_edges = false)
    {
        CHECK_SUCCESS(cudaGraphCreate(&graph, 0));
        cudaMemsetParams zeros = {};
        zeros.dst = data;
        zeros.elementSize = 4;
        zeros.value = factor;
        zeros.width = 64;
        zeros.height = 1;
        CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zeros));
        const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, calls};
        CHECK_SUCCESS(cudaGraphAddHostNode(&host, graph, nullptr, 0, &call));
        launch(data, factor, [&](const cudaKernelNodeParams &l) {
            const cudaGraphNode_t before[] = {other_edges ? host : clear, other_edges ? clear : host};
            CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, graph, before, 2, &l));
        });
    }

    template <class Use> static void launch(unsigned *data, unsigned factor, const Use &use)
    {
        void *arguments[] = {&data, &factor};
        cudaKernelNodeParams l = {};
        l.func = reinterpret_cast<void *>(fill);
        l.gridDim = 2;
        l.blockDim = 16;
        l.kernelParams = arguments;
        use(l);
    }
};

void updated_graphs()
{
    unsigned *data = nullptr;
    int calls = 0;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaMalloc(&data, 64 * sizeof *data));
    diamond first(data, 3, &calls);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, first.graph));
    cudaGraphExecUpdateResultInfo info = {};
    {
        diamond second(data, 5, &calls);
        CHECK_SUCCESS(cudaGraphExecUpdate(exec, second.graph, &info));
        CHECK(info.result == cudaGraphExecUpdateSuccess && !info.errorNode);
        diamond::launch(data, 6, [&](const cudaKernelNodeParams &l) {
            CHECK(cudaGraphExecKernelNodeSetParams(exec, second.kernel, &l) == cudaErrorInvalidValue); // not its node
        });
        cudaGetLastError();
        CHECK_SUCCESS(cudaGraphDestroy(second.graph));
    }
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 1 * 5 + 15 && data[63] == 5 && calls == 1);
    // Its nodes are still those of the graph that it was made of.
    diamond::launch(data, 7, [&](const cudaKernelNodeParams &l) {
        CHECK_SUCCESS(cudaGraphExecKernelNodeSetParams(exec, first.kernel, &l));
    });
    CHECK_SUCCESS(cudaGraphNodeSetEnabled(exec, first.host, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 22 && calls == 1);
    // What is disabled stays so.
    CHECK_SUCCESS(cudaGraphExecUpdate(exec, first.graph, &info));
    unsigned enabled = 1;
    CHECK_SUCCESS(cudaGraphNodeGetEnabled(exec, first.host, &enabled));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(!enabled && data[31] == 18 && calls == 1);

    // Another shape, of which nothing is taken
    const auto refuses = [&](cudaGraph_t graph, cudaGraphExecUpdateResult why, cudaGraphNode_t node, cudaGraphNode_t from) {
        CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaErrorGraphExecUpdateFailure);
        CHECK(info.result == why && info.errorNode == node && info.errorFromNode == from);
        cudaGetLastError();
    };
    diamond other(data, 9, &calls);
    CHECK_SUCCESS(cudaGraphRemoveDependencies(other.graph, &other.host, &other.kernel, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.kernel, nullptr); // the host node is an end, too, and the first one
    CHECK_SUCCESS(cudaGraphAddDependencies(other.graph, &other.host, &other.clear, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.kernel, nullptr); // host, clear, kernel: one edge less
    CHECK_SUCCESS(cudaGraphAddDependencies(other.graph, &other.host, &other.kernel, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.clear, nullptr); // one more
    CHECK_SUCCESS(cudaGraphRemoveDependencies(other.graph, &other.host, &other.clear, 1));
    CHECK_SUCCESS(cudaGraphExecUpdate(exec, other.graph, &info)); // the same again
    cudaGraphNode_t more;
    CHECK_SUCCESS(cudaGraphAddEmptyNode(&more, other.graph, nullptr, 0));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr);
    diamond edges(data, 9, &calls, true); // pairs are found along the edges, in their order
    refuses(edges.graph, cudaGraphExecUpdateErrorNodeTypeChanged, edges.host, nullptr);

    // Two that need the same one, and two that need one each: as many edges everywhere
    cudaGraph_t shared;
    cudaGraphExec_t of_shared;
    cudaGraphNode_t root[2], end[2];
    CHECK_SUCCESS(cudaGraphCreate(&shared, 0));
    for (int i = 0; i < 2; ++i)
        CHECK_SUCCESS(cudaGraphAddEmptyNode(&root[i], shared, nullptr, 0));
    for (int i = 0; i < 2; ++i)
        CHECK_SUCCESS(cudaGraphAddEmptyNode(&end[i], shared, &root[i], 1));
    CHECK_SUCCESS(cudaGraphAddEmptyNode(&more, shared, root, 2));
    CHECK_SUCCESS(cudaGraphInstantiate(&of_shared, shared));
    CHECK_SUCCESS(cudaGraphRemoveDependencies(shared, &root[1], &end[1], 1));
    CHECK_SUCCESS(cudaGraphAddDependencies(shared, &root[0], &end[1], 1));
    CHECK(cudaGraphExecUpdate(of_shared, shared, &info) == cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged && info.errorNode == end[1] && info.errorFromNode == root[0]);
    cudaGetLastError();

    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 1 * 9 + 15);
    for (cudaGraphExec_t e : {exec, of_shared})
        CHECK_SUCCESS(cudaGraphExecDestroy(e));
    for (cudaGraph_t g : {first.graph, other.graph, edges.graph, shared})
        CHECK_SUCCESS(cudaGraphDestroy(g));
    CHECK_SUCCESS(cudaFree(data));
}

// A graph in a graph: its nodes were added last to first, and it is changed before the graph around it runs.
void graphs_in_graphs()
{
    unsigned *data = nullptr;
    int calls = 0;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaMalloc(&data, 64 * sizeof *data));
    cudaGraph_t inner, outer;
    CHECK_SUCCESS(cudaGraphCreate(&inner, 0));
    CHECK_SUCCESS(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t kernel, clear, child, host;
    diamond::launch(data, 3, [&](const cudaKernelNodeParams &l) { CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, inner, nullptr, 0, &l)); });
    cudaMemsetParams fives = {};
    fives.dst = data;
    fives.elementSize = 4;
    fives.value = 5;
    fives.width = 64;
    fives.height = 1;
    CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, inner, nullptr, 0, &fives));
    CHECK_SUCCESS(cudaGraphAddDependencies(inner, &clear, &kernel, 1));
    CHECK_SUCCESS(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
    const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, &calls};
    CHECK(cudaGraphAddHostNode(&host, outer, &kernel, 1, &call) == cudaErrorInvalidValue); // a node of another graph
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaGraphAddHostNode(&host, outer, &child, 1, &call));
    diamond::launch(data, 7, [&](const cudaKernelNodeParams &l) { CHECK_SUCCESS(cudaGraphKernelNodeSetParams(kernel, &l)); });
    cudaGraphNodeType type;
    CHECK_SUCCESS(cudaGraphNodeGetType(child, &type));
    CHECK(type == cudaGraphNodeTypeGraph);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, outer));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(data[31] == 1 * 3 + 15 && data[63] == 5 && calls == 1);
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphDestroy(inner));
    CHECK_SUCCESS(cudaGraphDestroy(outer));
    CHECK_SUCCESS(cudaFree(data));
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"captures", captures},
        {"refused_captures", refused_captures},
        {"built_graphs", built_graphs},
        {"updated_graphs", updated_graphs},
        {"graphs_in_graphs", graphs_in_graphs},
    };
    return check::run(tests, argc, argv);
}
