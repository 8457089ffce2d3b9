// Names that ptcc prints into some programs, and not into this one.
#define check(call) check_call((call), __FILE__, __LINE__)
#define value 3
#define bytes 4
#define shared extern __shared__
#define cpu 0
#define values 1
void check_call(int, const char *, int);

#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] = value + bytes + cpu + values; }
void run(int *out)
{
    k<<<4, 32>>>(out);
    check(0);
}
