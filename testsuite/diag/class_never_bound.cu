// Nothing but a variable is made of a class whose constructor waits, so that no template makes another one. Nothing is told of it.
struct collector {
    __device__ collector(int *place) : place_(place) { __syncthreads(); }
    __device__ void add(int x) { place_[threadIdx.x] += x; }
    int *place_;
};
template <class T> __device__ T copied(T x)
{
    T y = x;
    return y;
}

#pragma pt kernel
__global__ void collects(int *out)
{
    collector c(out);
    c.add(1);
}

#pragma pt kernel
__global__ void copies(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = copied(out[i]);
}

#pragma pt kernel
__global__ void collects_twice(int *out)
{
    collector c = collector(out);
    c.add(1);
    auto const other = ::collector(out + 1);
    out[0] += other.place_[1];
}

// One that is dropped where it is made.
template <class T> class summing {
  public:
    __device__ summing(int value, T &out)
    {
        __syncthreads();
        out[threadIdx.x] = value;
    }
};

#pragma pt kernel
__global__ void sums(int **out)
{
    summing<int *>(3, out[blockIdx.x]);
}
