// The configuration of a launch comes before its arguments; in the call that it becomes, it would not.
#pragma pt kernel
__global__ void k(int *out, int n) { out[blockIdx.x] = n; }
void f(int *out, int g, int n)
{
    k<<<g = 4, 32>>>(out, g);
    k<<<g, 32>>>(out, g++);
    k<<<g++, 32>>>(out, 3);
    int i = 0;
    k<<<g, 32>>>(out, i = 3);
    k<<<g, 32>>>(out, g == 3);
    k<<<g >= 4 && g <= 9 ? g : 1, 32>>>(out, g >= n ? g : n);
}
