// A header that only devices see calls an open member that may wait for a warp.
#ifdef __CUDA_ARCH__`).
// ptcc device_only_header.cu -o out.cu     -> segmentation fault (exit 139), nothing is printed, no output
// A template in a header that only the device pass includes calls an open member (T::pick) which may wait for a warp.
// open_member_waits_for (src/frontend/open_member.c:241) reads d->file with d = NULL: plan_definition(in) is NULL, since the file is
// not of the project's (read_declaration returns false: c->file_of[name.file] < 0), called from leaving_waits_for_warp (leaving.c:309).
// Should: be rewritten, or be refused with a message (pt-outside, pt-unseen).
#ifdef __CUDA_ARCH__
#include "device_only_header.cuh"
#endif
#pragma pt kernel
__global__ void k(int *p)
{
    p[blockIdx.x] = 1;
}
