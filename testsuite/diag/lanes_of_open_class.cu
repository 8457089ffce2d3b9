// A constant of a class that a template leaves open stays as it is, whatever is written through its members.
template <class T> struct arguments {
    T *out;
    const T *in;
    int rows;
};
__device__ int sum(int v)
{
    for (int mask = warpSize / 2; mask > 0; mask >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, mask);
    return v;
}
__device__ int add(int v, int rows)
{
    if (rows % 64 == 0) {
        for (int i = threadIdx.x % 32; i < rows; i += 64)
            v += i;
        return sum(v);
    } else {
        return sum(v) + 1;
    }
}

#pragma pt kernel
template <class T> __global__ void constant(const __grid_constant__ arguments<T> a)
{
    a.out[threadIdx.x] = add(a.in[threadIdx.x], a.rows);
}

__device__ int add_of_variable(int v, int rows)
{
    if (rows % 64 == 0) {
        for (int i = threadIdx.x % 32; i < rows; i += 64)
            v += i;
        return sum(v);
    } else {
        return sum(v) + 1;
    }
}

// As its member may be an array.
#pragma pt kernel
template <class T> __global__ void variable(arguments<T> a)
{
    a.out[threadIdx.x] = add_of_variable(a.in[threadIdx.x], a.rows);
}

__device__ int add_of_anything(int v, int rows)
{
    if (rows % 64 == 0) {
        for (int i = threadIdx.x % 32; i < rows; i += 64)
            v += i;
        return sum(v);
    } else {
        return sum(v) + 1;
    }
}

// As that may be a reference.
#pragma pt kernel
template <class A> __global__ void anything(const A a)
{
    a.out[threadIdx.x] = add_of_anything(a.in[threadIdx.x], a.rows);
}
