// What the body of a `do` declares is no variable of the loop, whose condition comes behind it. Nothing to be said.
#pragma pt kernel
__global__ void k(int *o, int n)
{
    do {
        const int a = n, b = a + 1;
        if (b > 3)
            __syncthreads();
        o[threadIdx.x] += b;
    } while (n > 3);
}
