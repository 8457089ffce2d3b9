// A member function of a class that a kernel declares, with a barrier behind an early return: it cannot have a copy that is told who has left.
#pragma pt kernel
__global__ void k(int *out, int n)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    if (t >= n)
        return;
    struct waiting {
        __device__ int get(const int *from) const
        {
            __syncthreads();
            return from[3];
        }
    } w;
    s[t] = t + blockIdx.x;
    out[blockIdx.x * 64 + t] = w.get(s);
}
