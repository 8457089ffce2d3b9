// As no_body_for_each_file, with -rdc=true; of the class in a template with two parameters an option says what its constructor does.
#include "no_body_for_each_file.cu"

#pragma pt kernel
__global__ void by_option(const pair<float, 3> *in, int *out)
{
    out[blockIdx.x] = box<float, 3>(in[0]).low;
}
