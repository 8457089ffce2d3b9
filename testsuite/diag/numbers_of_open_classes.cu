// Fields of a class template are of the types that it gives them, unless something specialises it: between numbers, no operator of the
// program's is meant, though one of those has a barrier.
template <class T> struct tile {
    T *p;
};
template <class T> __device__ tile<T> operator+(tile<T> a, int by)
{
    __syncthreads();
    a.p += by;
    return a;
}
template <class T> __device__ tile<T> operator*(int by, tile<T> a) { return a + by; }

template <class T> struct view {
    T *p;
    int rows, columns, extent[2];
};
#pragma pt kernel
template <class T> __global__ void numbers(view<T> to, const view<T> *from)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= to.columns)
        return;
    for (int row = 0; row < (to.rows) + 0; row++)
        to.p[row * to.columns + i] = from->p[row * from->columns + (to.extent[0] + i) + -to.rows];
}

template <int N> struct row {
    float of[N];
    __device__ float &operator[](int i) { return of[i]; }
};
#pragma pt kernel
__global__ void elements(row<3> *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i][0] *= 2;
}

template <class T> struct shape {
    int columns;
};
template <> struct shape<char> {
    tile<char> columns;
};
#pragma pt kernel
template <class T> __global__ void specialised(shape<T> *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].columns = p[i].columns + n;
}

enum step : int {};
__device__ step operator+(step a, int by)
{
    __syncthreads();
    return step(int(a) + by);
}
template <class T> struct walker {
    step at;
    T open;
};
#pragma pt kernel
template <class T> __global__ void enumerations(walker<T> *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].at = p[i].at + n;
}
#pragma pt kernel
template <class T> __global__ void open(walker<T> *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].open = p[i].open + n;
}
