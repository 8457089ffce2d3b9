// Functions that no call names, whose text reads the block index through a macro: a device lambda, and a functor that a macro makes.
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define PLACE(name) struct name { __device__ unsigned operator()(unsigned x) const { return x + blockIdx.x; } };
PLACE(place)

// A variable in front of the body would be there for the host, too.
struct on_both_sides {
    __host__ __device__ unsigned operator()(unsigned x) const
    {
#ifdef __CUDA_ARCH__
        return x + INDEX;
#else
        return x;
#endif
    }
};

#pragma pt kernel
template <class Function>
__global__ void each(Function f)
{
    f(0);
}

void start(unsigned *out)
{
    each<<<1, 1>>>([=] __device__(unsigned x) { out[INDEX] = x; });
    each<<<1, 1>>>(place());
    each<<<1, 1>>>(on_both_sides());
}

// Nothing is said of those that no annotated kernel comes to.
