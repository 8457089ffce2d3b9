// Counters around barriers in a template: what is a number beside a number is only read; an operator or a reference of the program's may change it.
__device__ int next(int x) { return x + 1; }
struct odd { int v; };
__device__ int operator&(int &x, odd o) { x = 5; return o.v; }
__device__ int changed(int &x) { x = 5; return 1; }

#pragma pt kernel
template <class T> __global__ void bit(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = phase & 1;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void either(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = phase | 1;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void differs(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = 1 ^ phase;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void up(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = phase << 1;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void down(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = phase >> 1;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void shifted(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = 1 << phase;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void all(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = ~phase;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void converted(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = int(phase);
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void called(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = next(phase);
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void least(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = min(phase, 1);
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void by_operator(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = phase & o;
        #pragma pt barrier
        a[i] += 1;
    }
}

#pragma pt kernel
template <class T> __global__ void by_function(int *a, int n, T o)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        a[i] = changed(phase);
        #pragma pt barrier
        a[i] += 1;
    }
}
