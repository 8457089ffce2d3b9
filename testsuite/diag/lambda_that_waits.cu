// A barrier in a lambda that host code made knows nothing of the threads that have left the kernel.
// (The shim of ptcc knows extended lambdas, too.)
template <class F>
__device__ void apply(F f)
{
    f();
}

#pragma pt kernel
template <class F>
__global__ void left_early(F f, int n)
{
    if (threadIdx.x >= n)
        return;
    f();
}

#pragma pt kernel
template <class F>
__global__ void left_early_and_handed_on(F f, int n)
{
    if (threadIdx.x >= n)
        return;
    apply(f);
}

#pragma pt kernel
template <class F>
__global__ void by_all(F f)
{
    f();
}

#pragma pt kernel
__global__ void own(int *out, int n)
{
    const auto meet = [] { __syncthreads(); };
    if (threadIdx.x >= n)
        return;
    meet();
    out[threadIdx.x] = n;
}

void start(int n)
{
    left_early<<<1, 32>>>([] __device__ () { __syncthreads(); }, n);
    left_early_and_handed_on<<<1, 32>>>([] __device__ () { __syncthreads(); }, n);
    by_all<<<1, 32>>>([] __device__ () { __syncthreads(); });
}
