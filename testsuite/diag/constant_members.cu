// In a member function a name may be the object's, and lanes have several objects; a constant of the class is the same for all.
constexpr int steps = 4, hidden = 4, inside = 4;

struct of_constants {
    static const int rows = 4;
    enum { columns = 2 };
    static constexpr int lanes = 16;
    __device__ float operator()(float v) const
    {
        for (int n = 0; n < rows; n++)
            v += __shfl_xor_sync(0xffffffff, v, 1);
        for (int n = 0; n < columns; n++)
            v += __shfl_xor_sync(0xffffffff, v, 1);
        for (int n = lanes; n > 0; n /= 2)
            v += __shfl_xor_sync(0xffffffff, v, n);
        for (int n = 0; n < steps; n++)
            v += __shfl_xor_sync(0xffffffff, v, 1);
        return v;
    }
};

struct of_object {
    int dynamic;
    __device__ float operator()(float v) const
    {
        for (int n = 0; n < dynamic; n++)
            v += __shfl_xor_sync(0xffffffff, v, 1);
        return v;
    }
};

struct of_same_name {
    int hidden;
    __device__ float operator()(float v) const
    {
        for (int n = 0; n < hidden; n++)
            v += __shfl_xor_sync(0xffffffff, v, 1);
        return v;
    }
};

#pragma pt kernel
__global__ void k(float *out, int last)
{
    if (blockIdx.x * blockDim.x >= last)
        return;
    of_constants o;
    out[blockIdx.x] = o(out[1]);
}

#pragma pt kernel
__global__ void k2(float *out, int last)
{
    if (blockIdx.x * blockDim.x >= last)
        return;
    of_object o{int(threadIdx.x)};
    out[blockIdx.x] = o(out[1]);
}

#pragma pt kernel
__global__ void k3(float *out, int last)
{
    if (blockIdx.x * blockDim.x >= last)
        return;
    of_same_name o{int(threadIdx.x)};
    out[blockIdx.x] = o(out[1]);
}

#pragma pt kernel
__global__ void k4(float *out, int last)
{
    if (blockIdx.x * blockDim.x >= last)
        return;
    struct local {
        int inside;
        __device__ float operator()(float v) const
        {
            for (int n = 0; n < inside; n++)
                v += __shfl_xor_sync(0xffffffff, v, 1);
            return v;
        }
    };
    local o{int(threadIdx.x)};
    out[blockIdx.x] = o(out[1]);
}
