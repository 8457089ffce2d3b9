#pragma once
#if __INCLUDE_LEVEL__ == 0
enum { value = 5 };
#else
enum { value = 6 };
#endif
#ifdef NEVER
enum { level = __INCLUDE_LEVEL__ };
#endif

#pragma pt kernel
__global__ void of_header(int *out)
{
    out[blockIdx.x] = value;
}
