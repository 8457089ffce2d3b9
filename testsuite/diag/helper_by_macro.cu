// A function that needs a second form, called by a name that its arguments do not follow: the second form cannot be handed more.
#define CALL(f, ...) f(__VA_ARGS__)
#define SAME(x) x

__device__ int wait(int x) { __syncthreads(); return x; }

#pragma pt kernel
__global__ void k(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    out[0] = CALL(wait, 1);
    out[1] = SAME(wait)(2);
    out[2] = SAME(wait(3)) + (wait)(4) + (&wait)(5);
}
