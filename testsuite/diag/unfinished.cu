// What the grammar does not allow, outside of what is rewritten: with a toolkit and without one.
#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] = 1; }
void f(int *out) { k<<<100, 1>>>(out) }
void g(int *out)
{
    k<<<100, 1>>>(out);
