// Shared memory is written by the next item while threads may still read it: a barrier between items.
template <int N>
__device__ void reverse_block(float *data)
{
    __shared__ float tile[N];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
#pragma pt kernel schedule(dynamic, 4)
template <int N>
__global__ void reverse(float *data)
{
    reverse_block<N>(data + blockIdx.x * N);
}
void start(float *data, int blocks) { reverse<128><<<blocks, 128>>>(data); }
