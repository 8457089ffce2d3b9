// Another name of a parameter, by which nothing is changed: it would not follow what a block makes of its own.
__device__ const int &id(const int &x) { return x; }
#pragma pt kernel
__global__ void k(int *out, int n)
{
    #pragma pt state
    const int &p = n;
    n += blockIdx.x;
    out[blockIdx.x] = p;
}
#pragma pt kernel
__global__ void k2(int *out, int n)
{
    #pragma pt state
    const int *p = &n;
    n += blockIdx.x;
    out[blockIdx.x] = *p;
}
#pragma pt kernel
__global__ void k3(int *out, int n)
{
    #pragma pt state
    const int &p = id(n);
    n += blockIdx.x;
    out[blockIdx.x] = p;
}
#pragma pt kernel
__global__ void k4(int *out, int n)
{
    #pragma pt state
    auto f = [&] { return n; };
    n += blockIdx.x;
    out[blockIdx.x] = f();
}
struct q { const int *p; };
#pragma pt kernel
__global__ void k5(int *out, int n)
{
    #pragma pt state
    q p{&n};
    n += blockIdx.x;
    out[blockIdx.x] = *p.p;
}
struct arr { int v[3]; };
#pragma pt kernel
__global__ void k6(int *out, arr n)
{
    #pragma pt state
    const int *p = n.v;
    n.v[0] += blockIdx.x;
    out[blockIdx.x] = *p;
}
#pragma pt kernel
__global__ void k7(int *out, int n)
{
    #pragma pt state
    const int &p = n < 4 ? n : n;
    n += blockIdx.x;
    out[blockIdx.x] = p;
}
#pragma pt kernel
__global__ void ok(int *out, int n)
{
    #pragma pt state
    const int p = n;
    #pragma pt state
    const int *q = out + n;
    #pragma pt state
    const int &e = out[n];
    #pragma pt state
    int m = min(n, 4);
    n += blockIdx.x;
    out[blockIdx.x] = p + *q + m + e;
}

struct pair_of {
    int first, second;
};
#pragma pt kernel
__global__ void of_binding(int *out)
{
#pragma pt state
    auto [first, second] = pair_of{1, 2};
    out[blockIdx.x] = first + second;
}
