// A directive stands in front of a launch that is not understood: that is told once.
#include <not_there/kernels.h>
void f(float *a)
{
    #pragma pt launch mode(max)
    scale<<<1, 32>>>(a, 2);
    #pragma pt launch mode(max)
    a[0] = 1;
    scale<<<1, 32>>>(a, 2);
}
