// Pragmas in and around loops: OpenMP's and OpenACC's leave a loop as it is, those of a compiler do not.
#pragma pt kernel
__global__ void step(float *a, int n)
{
    a[blockIdx.x] *= n;
}

#define PARALLEL _Pragma("omp parallel for")
#define TEXT(x) _Pragma(#x)
#define OMP(x) TEXT(omp x)
#define EVERYWHERE(x) for (int d = 0; d < n; d++) x

void stays(float **a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 32>>>(a[0], i);
        #pragma omp barrier
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        _Pragma("omp parallel for") for (int d = 0; d < n; d++)
            step<<<n, 32>>>(a[d], i);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        PARALLEL
        for (int d = 0; d < n; d++)
            step<<<n, 32>>>(a[d], i);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        OMP(parallel for num_threads(4))
        for (int d = 0; d < n; d++)
            step<<<n, 32>>>(a[d], i);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        #pragma acc parallel loop
        for (int d = 0; d < n; d++)
            a[0][d] = i;
        step<<<n, 32>>>(a[0], i);
    }
    #pragma pt loop
    #pragma omp parallel for
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
    #pragma pt loop
    PARALLEL
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
    #pragma pt loop
    _Pragma("omp parallel for")
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
    #pragma omp parallel for
    #pragma pt loop
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
#ifdef __CUDACC__
    #pragma omp parallel for schedule(dynamic)
#endif
    #pragma unroll
    #pragma pt loop
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
    PARALLEL
    #pragma pt loop
    for (int d = 0; d < n; d++)
        step<<<n, 32>>>(a[d], n);
}

void wait_for_others()
{
    #pragma omp barrier
}

void is_one_launch(float **a, int n)
{
    #pragma omp parallel
    {
        #pragma omp barrier
        #pragma pt loop
        for (int i = 0; i < n; i++)
            step<<<n, 32>>>(a[0], i);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
#ifdef NOBODY_DEFINES_THIS
        #pragma omp barrier
#endif
        _Pragma("unroll") for (int d = 0; d < 4; d++)
            step<<<n, 32>>>(a[0], d);
    }
    #pragma pt loop
    _Pragma("unroll")
    for (int i = 0; i < n; i++)
        step<<<n, 32>>>(a[0], i);
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 32>>>(a[0], i);
        cudaDeviceSynchronize();
        wait_for_others();
    }
}
