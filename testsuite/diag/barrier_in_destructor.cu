struct waits {
    unsigned *at;
    __device__ ~waits() { __syncthreads(); }
};
struct base {
    __device__ virtual ~base() {}
};
struct derived : base {
    __device__ ~derived() { __syncwarp(); }
};
template <class T> struct holds {
    T value;
};

#pragma pt kernel
__global__ void temporary(unsigned *out)
{
    if (threadIdx.x > 40)
        return;
    waits{out};
    out[threadIdx.x] = 1;
}

#pragma pt kernel
__global__ void kept(unsigned *out)
{
    if (threadIdx.x > 40)
        return;
    const waits &w = waits{out};
    w.at[threadIdx.x] = 1;
}

#pragma pt kernel
__global__ void deleted(base *b)
{
    if (threadIdx.x > 40)
        return;
    delete b;
}

#pragma pt kernel
__global__ void part(unsigned *out)
{
    if (threadIdx.x > 40)
        return;
    holds<waits> h{};
    h.value.at = out;
}

#pragma pt kernel
__global__ void harmless(unsigned *out)
{
    if (threadIdx.x > 40)
        return;
    uint2 two = {1, 2};
    unsigned many[] = {1, 2};
    out[threadIdx.x] = two.x + many[1];
}
