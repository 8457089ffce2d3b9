// Text that depends on the standard of C++: the compiler must have the one that ptcc was told.
#if __cplusplus > 201703L
#define STEP 2
#elif 201402L <= __cplusplus
#define STEP 1
#endif

#pragma pt kernel
__global__ void advance(int *p)
{
#if __cplusplus >= 202002L && defined(__cpp_concepts)
    p[blockIdx.x] += 3;
#else
    p[blockIdx.x] += STEP;
#endif
}

// With nvcc it is --extended-lambda that defines it.
#ifndef __CUDACC_EXTENDED_LAMBDA__
#pragma pt kernel
__global__ void without_lambdas(int *p) { p[blockIdx.x] = 1; }
#endif

int main()
{
#if __cplusplus == 201703L
    return 0;
#else
    return 1; // nobody looks at this
#endif
}
