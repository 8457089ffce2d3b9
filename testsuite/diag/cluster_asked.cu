// Each block of a launch without clusters is one by itself: what asks for clusters would be told of thread groups.
#pragma pt kernel
__global__ void asks(unsigned *out) { out[blockIdx.x] = __clusterIdx().x + __clusterGridDimInClusters().x; }

#pragma pt kernel
__global__ void waits(unsigned *out)
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    out[blockIdx.x] = 1;
}

// The same for both.
#pragma pt kernel
__global__ void alone(unsigned *out) { out[blockIdx.x] = __clusterRelativeBlockRank() + __clusterDim().x; }
