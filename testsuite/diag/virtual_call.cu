struct base {
    __device__ virtual int index() const { return 0; }
};
struct derived : base {
    __device__ int index() const override { return blockIdx.x; }
};

#pragma pt kernel
__global__ void k(int *out, const base *b)
{
    out[threadIdx.x] = b->index();
}
