// Which operators of the program's a template may come to: those that stand between values of open types, and what C++ makes of these.
struct iterator {
    int *p;
    __device__ int &operator*() const { return *p; }
    __device__ iterator &operator++()
    {
        ++p;
        return *this;
    }
    __device__ bool operator!=(const iterator &o) const
    {
        __syncthreads();
        return p != o.p;
    }
    __device__ iterator *operator->()
    {
        __syncthreads();
        return this;
    }
};

#pragma pt kernel
template <class T> __global__ void others(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[threadIdx.x] += -p[0] * p[1] + n;
    *p = p[0] / 2 % n;
    atomicAdd(p, p[1]);
}
#pragma pt kernel
template <class T> __global__ void compares(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[1] = p[0] == p[1];
}
#pragma pt kernel
template <class T> __global__ void leads(T p, int n)
{
    if (threadIdx.x >= n)
        return;
    p->p[0] = n;
}
#pragma pt kernel
template <class T> __global__ void ranges(T all, int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    for (int x : all)
        out[x] = 1;
}
#pragma pt kernel
template <class T, class... Ts> __global__ void folds(T *out, int n, Ts... v)
{
    if (threadIdx.x >= n)
        return;
    *out = (v + ...);
}
#pragma pt kernel
template <class T> __global__ void found_elsewhere(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    *p = lesser_of(p[0], p[1]);
}
#pragma pt kernel
template <class T> __global__ void lambdas(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    const auto same = [](const auto &a, const auto &b) { return a != b; };
    *p = same(*p, p[1]);
}
