// Which function is called is not known, and one that it may be waits for threads that have left.
__device__ int wait(int x) { __syncthreads(); return x; }
__device__ int shuffle(int x) { return __shfl_down_sync(~0u, x, 1); }
__device__ int harmless(int x) { return x + 1; }
__device__ int (*const table[])(int) = {wait, harmless};

struct base {
    __device__ virtual int any(int x) const { return x; }
    __device__ virtual int none(int x) const { return x; }
};
struct derived : base {
    __device__ int any(int x) const override { __syncthreads(); return x; }
};

template <int (*F)(int)> __device__ int apply(int x) { return F(x); }

#pragma pt kernel
__global__ void by_pointer(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    int (*f)(int) = shuffle;
    out[0] = f(n);
}

#pragma pt kernel
__global__ void by_table(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    out[0] = table[n](n);
}

#pragma pt kernel
__global__ void by_virtual_call(int *out, int n, base *b)
{
    if (threadIdx.x > n)
        return;
    out[0] = b->any(n);
}

#pragma pt kernel
__global__ void by_template_argument(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    out[0] = apply<wait>(n);
}

#pragma pt kernel
__global__ void before_anyone_leaves(int *out, int n, base *b)
{
    out[0] = table[n](n) + b->any(n);
    if (threadIdx.x > n)
        return;
    out[1] = wait(n) + b->none(n);
}

// Whole warps leave, and what is called waits for the block; or a part of a warp leaves, and what is called waits for the others.
struct of_block {
    static __device__ void run() { __syncthreads(); }
};
struct of_warp {
    static __device__ void run() { __syncwarp(); }
};

#pragma pt kernel
template <class T> __global__ void warps_leave(int n)
{
    if (threadIdx.x / 32 > n)
        return;
    T::run();
}

template <class T> struct shuffles {
    T value;
    __device__ void take(int x) { value = __shfl_sync(~0u, x, 0); }
};

#pragma pt kernel
template <class T> __global__ void lanes_leave(int n, int *out)
{
    if (threadIdx.x > n)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}

// The number within half a warp; and one that another thread has.
#pragma pt kernel
template <class T> __global__ void half_leaves(int n, int *out)
{
    const int thread = threadIdx.x;
    const int lane = threadIdx.x & 15;
    if (thread - lane >= n)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}

#pragma pt kernel
template <class T> __global__ void another_leaves(int n, int *out)
{
    const int thread = threadIdx.x + 32;
    int lane = threadIdx.x & 31;
    lane += n;
    if (thread - lane >= n)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}

// Of a reference to const that is cast to another one.
template <class T> __device__ void casts(T &x, const int &n) { const_cast<int &>(n) += x; }

#pragma pt kernel
template <class T> __global__ void cast_away(T x, int n, T *out)
{
    casts(x, n);
    if (n == 0)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}

// A function outside of all classes that has the name of the member that is called.
__device__ int pops(int n) { return n; }

#pragma pt kernel
template <class T> __global__ void of_another_class(T queue, int n, int *out)
{
    queue.pops(n);
    if (n == 0)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}

// A reference by which a template's function may change it is no copy.
template <class T> __device__ void next(T &x, int &n) { n += x; }

#pragma pt kernel
template <class T> __global__ void changed(T x, int n, T *out)
{
    next(x, n);
    if (n == 0)
        return;
    shuffles<T> of;
    of.take(n);
    *out = of.value;
}
