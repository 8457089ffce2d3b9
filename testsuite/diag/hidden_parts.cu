__device__ unsigned *wait_and_give(unsigned *p)
{
    __syncthreads();
    return p;
}
#define BEHIND_A_BARRIER(x) switch (__syncthreads(); x) { default: break; }

#pragma pt kernel
__global__ void k(unsigned *out)
{
    switch (__syncthreads(); threadIdx.x) {
    default: out[0] = 1;
    }
    auto f = [p = wait_and_give(out)] { return p[0]; };
    BEHIND_A_BARRIER(f())
    switch (unsigned lanes = __ballot_sync(~0u, 1); lanes) {
    default: out[1] = lanes;
    }
    out[out[0]] = [lane = threadIdx.x % 32, warp{threadIdx.x / 32}] { return lane + warp; }();
}
