// Kernels that two files share: a template, defined here, and one that is declared here and defined in add.cu.
#ifndef EXAMPLES_MULTI_FILE_KERNELS_CUH
#define EXAMPLES_MULTI_FILE_KERNELS_CUH

#pragma pt kernel
template <class T>
__global__ void scale(T *values, T by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= by;
}

#pragma pt kernel schedule(dynamic, 4)
__global__ void add(int *values, int what, int n);

// Triples the values, then adds 1 to each.
void triple_and_one(int *values, int n);

#endif
