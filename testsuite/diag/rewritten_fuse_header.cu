// Headers that ptcc wrote without #line, and one with fused launches alone; one of the program's that includes pt.cuh.
#include "rewritten_plain_header.cuh"
#include "rewritten_fuse_header.cuh"
#include "own_header_of_pt.cuh"

#pragma pt kernel
__global__ void own(unsigned *out) { out[blockIdx.x] = first_of(out); }
