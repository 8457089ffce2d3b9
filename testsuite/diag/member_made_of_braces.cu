// A member that is made of braces calls nothing of the program's: here it would wait behind a return.
struct data { int *memory; int size, capacity; };
struct waits {
    __device__ int operator()(int x) const { return __shfl_sync(~0u, x, 0); }
};
class holder {
    data data_;
public:
    __device__ holder() : data_({nullptr, 0, 0}) {}
    __device__ int size() const { return data_.size; }
};
#pragma pt kernel
__global__ void k(const holder *v, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = waits()(i);
    if (i >= v->size())
        return;
    holder local;
    out[i] = local.size() + y;
}
template <class F> struct of {
    __device__ int call(int i) const { return F{}(i); }
};
#pragma pt kernel
template <class F> __global__ void calls(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = of<F>().call(i);
}
template __global__ void calls<waits>(int *, int);
