// A header of -include in which nothing must change.
template <class Function>
__device__ unsigned apply(Function f, unsigned x)
{
    return f(x);
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x] = apply(twice(), lane());
}
