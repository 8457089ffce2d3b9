// Names that ptcc prints into programs with a loop, and into those with a barrier of the grid.
#define check(call) check_call((call), __FILE__, __LINE__)
#define value 3
#define bytes 4
#define shared extern __shared__
#define cpu 0
#define values 1
void check_call(int, const char *, int);

#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] = value + bytes + cpu + values; }
#pragma pt kernel
__global__ void halves(int *out)
{
    out[blockIdx.x] = 1;
#pragma pt barrier
    out[blockIdx.x + 1] += 2;
}
void run(int *out)
{
#pragma pt loop
    for (int i = 0; i < 4; i++)
        k<<<4, 32>>>(out);
    check(0);
}
