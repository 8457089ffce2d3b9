// Launches that come out of a macro: no directive of one launch can stand before them, and their loop stays as it is. In the argument of
// a macro a launch is written out.
#define LAUNCH(kernel, blocks, ...) kernel<<<blocks, 128>>>(__VA_ARGS__)
#define CHECKED(...) \
    do { \
        __VA_ARGS__; \
        if (cudaGetLastError() != cudaSuccess) \
            throw 1; \
    } while (0)

#pragma pt kernel
__global__ void k(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

void once(float *p, int n)
{
#pragma pt launch mode(max)
    LAUNCH(k, 4, p, n);
#pragma pt launch mode(max)
    CHECKED(k<<<4, 128>>>(p, n));
}

void often(float *p, int n)
{
#pragma pt loop
    for (int i = 0; i < n; i++)
        LAUNCH(k, 4, p, n);
#pragma pt loop
    for (int i = 0; i < n; i++)
        CHECKED(k<<<4, 128>>>(p, n));
}
