// Blocks that wait for others in what no text calls: operators of a type that a template leaves open, conversions of what stands in braces.
struct flag {
    volatile int *f;
    __device__ bool operator!() const { return *f == 0; }
    __device__ operator bool() const { return *f != 0; }
};
struct asked {
    bool is;
};
template <class F> __device__ void wait_for(const F &f)
{
    while (!f)
        ;
}
template <class F> __device__ bool ask(const F &f)
{
    bool is{f};
    return is;
}

#pragma pt kernel order(reverse)
__global__ void by_template(int *flags, int *out)
{
    wait_for(flag{flags + blockIdx.x});
    out[blockIdx.x] = 1;
}

template <class T> __device__ T sum_of(const T *p, int n)
{
    T sum = p[0];
    for (int i = 1; i < n; i++)
        sum += p[i];
    return sum;
}

#pragma pt kernel order(reverse)
__global__ void counts(const float *p, float *out, int n)
{
    out[blockIdx.x] = sum_of(p, n);
}

#pragma pt kernel order(reverse)
__global__ void in_loop(int *flags, int *out)
{
    while (!ask(flag{flags + blockIdx.x}))
        ;
    out[blockIdx.x] = 1;
}

#pragma pt kernel order(reverse)
__global__ void in_braces(int *flags, int *out)
{
    for (;;) {
        asked a = {flag{flags + blockIdx.x}};
        if (a.is)
            break;
    }
    out[blockIdx.x] = 1;
}
