// As nvcc reads them: blanks may stand behind the first two, but no other way of writing a launch apart is one.
#pragma pt kernel
__global__ void k(int *a) { a[blockIdx.x] = 1; }
void f(int *a, int n)
{
    k << <n, 32 >> > (a);
    k <<
    <n, 32 >>> (a);
    k < <<n, 32 >>> (a);
}
