// Where a macro reads the block index: all is well as long as a shadow can reach it, or text that can be edited.
#define HERE blockIdx.x
#define THERE ::blockIdx.x

struct place {
    __device__ int operator()(int x) const { return x + HERE; }
    int of_member = HERE;
};

#pragma pt kernel
__global__ void k(int *out)
{
    out[HERE] = place()(1);
    out[THERE] = 2;
}
