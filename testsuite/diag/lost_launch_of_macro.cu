// Launches that macros make, in statements that libclang leaves out, as a name there does not resolve.
#define GO(k, groups, threads, ...) k<<<groups, threads>>>(__VA_ARGS__)
#define GO_ON(k, o) GO(k, 4, 64, o)
#define TWICE(x) (x, x)
#define TEXT(x) #x

#pragma pt kernel
__global__ void change(int *o) { o[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }

void f(int *o)
{
    GO(change, 4, 64, o);
    for (auto r : make_unknown_range()) {
        GO(change, 4, 64, o);
        TWICE(o++);
        GO_ON(change, o);
    }
    const char *text = TEXT(GO(change, 4, 64, o));
    if (text)
        GO(change, 4, 32, o);
#if 0
    GO(change, 4, 64, o);
#endif
}
