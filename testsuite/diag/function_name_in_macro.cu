// __func__ in a macro stays that of the rewritten function; written in the body it is the kernel's name.
#include <cstdio>
#define LOG(text) printf("%s: %s\n", __func__, text)
#define TELL(text) LOG(text)
#define WHERE __FUNCTION__
#define OTHER(text) printf("%s\n", text)

__device__ void helper(int *out)
{
    LOG("helper");
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void k(int *out)
{
    TELL("begin");
    printf("%s %s\n", WHERE, __func__);
    OTHER("end");
    helper(out);
}

// Not rewritten.
__global__ void plain() { LOG("plain"); }

// Of each macro that is told once.
#pragma pt kernel
__global__ void again(int *out)
{
    TELL("begin");
    TELL("end");
    out[blockIdx.x] = 2;
}
