// A body is there twice in the output: what the preprocessor does in the first one must not change the second.
#define VALUE 1
#pragma pt kernel
__global__ void another_value(int *out)
{
    out[blockIdx.x] = VALUE;
#undef VALUE
#define VALUE 2
}
#pragma pt kernel
__global__ void once(int *out)
{
#ifndef SEEN
#define SEEN
    out[blockIdx.x] = 1;
#endif
}
#pragma pt kernel
__global__ void harmless(int *out)
{
#define LOCAL_VALUE 3
    out[blockIdx.x] = LOCAL_VALUE;
#undef LOCAL_VALUE
}
#pragma pt kernel
__global__ void builtin(const char **out) { out[blockIdx.x] = __builtin_FUNCTION(); }
