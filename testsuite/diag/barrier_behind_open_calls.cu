// Barriers behind calls that no word of the text names, or that could be of several functions; threads have left before.
struct base { __device__ virtual void meet() {} };
struct derived : base { __device__ void meet() override { __syncthreads(); } };
__device__ void meet() { __syncthreads(); }
__device__ int number() { __syncthreads(); return 1; }
__device__ int harmless(int x) { return x; }
__device__ int with_default(int x = number()) { return x; }
struct object { __device__ void member() { __syncthreads(); } };
struct guard { __device__ guard() {} __device__ ~guard() { __syncthreads(); } };
struct part { guard g; };
struct heir : guard {};
struct initialised { int x = number(); };
struct iterator {
    int i;
    __device__ bool operator!=(iterator o) const { __syncthreads(); return i < o.i; }
    __device__ void operator++() { i++; }
    __device__ int operator*() const { return i; }
};
struct range { __device__ iterator begin() const { return {0}; } __device__ iterator end() const { return {3}; } };

#pragma pt kernel
__global__ void virtually(int n, base *b)
{
    if (threadIdx.x >= n) return;
    b->meet();
}

#pragma pt kernel
__global__ void by_pointer(int n)
{
    void (*f)() = meet;
    if (threadIdx.x >= n) return;
    f();
}

#pragma pt kernel
__global__ void by_member_pointer(int n)
{
    void (object::*f)() = &object::member;
    object o;
    if (threadIdx.x >= n) return;
    (o.*f)();
}

#pragma pt kernel
__global__ void by_default(int *out, int n)
{
    if (threadIdx.x >= n) return;
    *out = with_default();
}

#pragma pt kernel
__global__ void by_parts(int n)
{
    if (threadIdx.x >= n) return;
    part p;
    heir h;
}

#pragma pt kernel
__global__ void by_range(int *out, int n)
{
    if (threadIdx.x >= n) return;
    for (int i : range())
        *out = i;
}

#pragma pt kernel
__global__ void nobody_left(int *out, base *b)
{
    int (*f)(int) = harmless;
    *out = f(3);
    b->meet();
}
