// By a name for a type alone.
#include <hidden_words.cuh>

#pragma pt kernel
__global__ void by_type(unsigned *out)
{
    words_vector v;
    out[blockIdx.x] = v.norm();
}
