// A captured launch is a node of the persistent kernel: who looks at nodes sees another function and other arguments.
#include <cuda_runtime.h>

#pragma pt kernel
__global__ void copy(int *out) { out[blockIdx.x] = 1; }

#define SET cudaGraphKernelNodeSetParams

void change(cudaGraph_t graph, cudaGraphExec_t runs, cudaGraphNode_t node, int *other)
{
    cudaKernelNodeParams p = {};
    cudaGraphKernelNodeGetParams(node, &p);
    if (p.func == (void *)copy) {
        p.kernelParams[0] = &other;
        SET(node, &p);
        cudaGraphExecKernelNodeSetParams(runs, node, &p);
    }
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p);
#if 0
    cudaGraphKernelNodeGetParams(node, &p);
#endif
}
