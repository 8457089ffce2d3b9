// Launches whose kernel a macro takes out of parentheses: these are the macro's, so that the launches stay as they are.
#define STRIP(...) __VA_ARGS__
#define NOTHING
#define RUN(k, ...) STRIP k<<<2, 32>>>(__VA_ARGS__)

#pragma pt kernel
template <class T, int n> __global__ void fill(T *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

#pragma pt kernel
__global__ void one(int *p)
{
    p[blockIdx.x] = 1;
}

void all(int *p)
{
    RUN((fill<int, 3>), p);
    STRIP (one)<<<2, 2>>>(p);
    NOTHING one<<<2, 2>>>(p);
}
