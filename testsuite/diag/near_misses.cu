// Pragmas that look like directives: no compiler says a word about them. Those of others are left alone.
#pragma PT kernel
__global__ void a(int *x) { *x = 1; }
#pragma ptkernel
__global__ void b(int *x) { *x = 1; }
#  pragma pt_kernel schedule(static)
__global__ void c(int *x) { *x = 1; }
#pragma tp kernel
__global__ void d(int *x) { *x = 1; }
#pragma ptcc kernel
__global__ void e(int *x) { *x = 1; }
#if 0
#pragma PT kernel
#endif
void on_the_host(int *x)
{
    #pragma Pt
    #pragma unroll
    #pragma omp barrier
    #pragma acc kernels loop
    #pragma GCC ivdep
    #pragma p
    #pragma ptx
    #pragma ptkernels
    for (int i = 0; i < 4; i++)
        *x += i;
}
