// Names that ptcc prints for the CPU, and for launches that run as one.
#define check(call) check_call((call), __FILE__, __LINE__)
#define value 3
#define bytes 4
#define shared extern __shared__
#define cpu 0
#define values 1
void check_call(int, const char *, int);

#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] = value + bytes + cpu + values; }
void run(int *out, int *other)
{
#pragma pt fuse
    {
        k<<<4, 32>>>(out);
        k<<<4, 32>>>(other);
    }
}
