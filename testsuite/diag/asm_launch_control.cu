// Blocks of the launch that have not begun are thread groups in a persistent one: to take one over is to lose its items.
__device__ unsigned next(unsigned long long *response)
{
    unsigned x = 0;
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" : : "l"(response), "l"(response));
    return x;
}
#pragma pt kernel
__global__ void by_assembly(unsigned long long *out)
{
    asm volatile("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, %0;" : : "l"(out));
    out[blockIdx.x] = 1;
}
#pragma pt kernel
__global__ void by_helper(unsigned long long *out) { out[blockIdx.x] = next(out); }
