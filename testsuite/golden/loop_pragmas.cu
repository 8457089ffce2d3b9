// #pragma pt loop: a compiler's pragmas stay directly in front of the loop that they are meant for.
#pragma pt kernel
__global__ void step(float *a, int n)
{
    a[blockIdx.x] *= n;
}

void steps(float *a)
{
    #pragma unroll
    #pragma pt loop
    for (int i = 0; i < 4; i++)
        step<<<4, 32>>>(a, i);
    #pragma pt loop
    #pragma unroll 4
    for (int i = 0; i < 4; i++)
        step<<<4, 32>>>(a, i);
}
