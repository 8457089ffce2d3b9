// Lanes that leave a loop over a range go on to the end of the kernel, while others name them: such a loop has no condition to be followed.
struct strided {
    struct place {
        int i, step;
        __device__ int operator*() const { return i; }
        __device__ place &operator++()
        {
            i += step;
            return *this;
        }
        __device__ bool operator!=(const place &o) const { return i < o.i; }
    };
    int from, to;
    __device__ place begin() const { return {from + (int)threadIdx.y, (int)blockDim.y}; }
    __device__ place end() const { return {to, 0}; }
};
#pragma pt kernel
__global__ void rows(float *out, const float *in, int n)
{
    for (const int row : strided{0, n})
        out[row] = __shfl_down_sync(0xFFFFFFFF, in[row], 1);
}
