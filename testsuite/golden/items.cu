// items(...): the device says how many blocks there are.
#define BLOCKS(n) (((n) + 63) / 64)

#pragma pt kernel items(BLOCKS(*count))
__global__ void consume(const unsigned *count, unsigned *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = *count;
}

#pragma pt kernel schedule(static) \
                  items(n)
template <class T> __global__ void with_static(T *out, long long n)
{
    static __device__ unsigned calls;
    out[blockIdx.x] = atomicAdd(&calls, 1u) + gridDim.x;
}

#pragma pt kernel items(n)
__global__ void elsewhere(int *out, int n);

void run(const unsigned *count, unsigned *out)
{
    consume<<<1000, 64>>>(count, out);
    with_static<<<100, 64>>>(out, 17ll);
    elsewhere<<<100, 64>>>(nullptr, 17);
}
