// The edits of a file that an #include brings into a body would be missing in the copy.
#pragma pt kernel
__global__ void changes(unsigned *out, unsigned n)
{
#include "included_in_a_body_change.cuh"
    out[blockIdx.x] = place()(n);
}
