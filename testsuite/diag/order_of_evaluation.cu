// The configuration of a launch comes before its arguments. The call that it becomes keeps the order, but where the callee's text cannot be
// written anew.
#pragma pt kernel
__global__ void k(int *out, int n) { out[blockIdx.x] = n; }
#pragma pt kernel
template <class T> __global__ void t(T *out, int n) { out[blockIdx.x] = n; }
int changes(int &n);
void f(int *out, int g, int n)
{
    k<<<g = 4, 32>>>(out, g);
    k<<<g, 32>>>(out, g++);
    k /* of all */ <<<g = 4, 32>>>(out, g);
    k // of all
        <<<g, 32>>>(out, g++);
    k /* of all */ <<<g++, 32>>>(out, 3);
    t
#if 1
        <int>
#endif
        <<<g = 4, 32>>>(out, g);
    t
#if 1
        <int>
#endif
        <<<g, 32>>>(out, g++);
    int i = 0;
    k<<<g, 32>>>(out, i = 3);
    k<<<g, 32>>>(out, g == 3);
    k<<<g >= 4 && g <= 9 ? g : 1, 32>>>(out, g >= n ? g : n);
    k<<<changes(g), 32>>>(out, g);
#pragma pt loop
    for (int t = 0; t < n; t++)
        k<<<n, 32>>>(out, i++);
}
