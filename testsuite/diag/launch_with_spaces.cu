#pragma pt kernel
__global__ void k(int *a) { a[blockIdx.x] = 1; }
void f(int *a, int n)
{
    k << <n, 32 >> > (a);
}
