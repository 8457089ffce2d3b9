// Pointers and virtual functions of other files: what stands behind them may ask for the block.
typedef int (*function)(int);
extern __device__ function table[4];
struct operations {
    function f;
};
extern __device__ operations chosen;
__device__ function own_table[4];

struct shape {
    __device__ virtual int area(int) const = 0;
    __device__ virtual int here(int) const = 0;
};
struct square : shape {
    __device__ int here(int x) const override { return x * x; }
};

#pragma pt kernel
__global__ void by_table(int *out) { out[blockIdx.x] = table[threadIdx.x & 3](5); }

#pragma pt kernel
__global__ void by_member(int *out) { out[blockIdx.x] = chosen.f(5); }

#pragma pt kernel
__global__ void by_virtual(int *out, shape *const *s) { out[blockIdx.x] = s[0]->area(5); }

#pragma pt kernel
__global__ void overridden_here(int *out, shape *const *s) { out[blockIdx.x] = s[0]->here(5); }

#pragma pt kernel
__global__ void shared_values(int *out)
{
    extern __shared__ operations shared[];
    out[blockIdx.x] = shared[threadIdx.x].f(5);
}

template <class T> struct sums {
    T sum;
    __device__ void add(T x) { sum += x; }
};
extern __device__ sums<int> elsewhere[4];

#pragma pt kernel
template <class T> __global__ void open_members(T x)
{
    extern __shared__ sums<T> s[];
    s[threadIdx.x].add(x);
    elsewhere[threadIdx.x].add(x);
}

#pragma pt kernel
__global__ void own_values(int *out, function f) { out[blockIdx.x] = f(5) + own_table[0](5); }
