// Launches of a kernel with a grid barrier that come out of macros: rewritten where the macro can be, else refused.
#pragma pt kernel
__global__ void meets(int *o)
{
    o[blockIdx.x] = 1;
    #pragma pt barrier
    o[blockIdx.x] += 1;
}
#pragma pt kernel
template <class T> __global__ void meets_too(T *o)
{
    o[blockIdx.x] = 1;
    #pragma pt barrier
    o[blockIdx.x] += 1;
}
#define WHOLE(n, o) meets<<<n, 32>>>(o)
#define OF(K) K<<<8, 32>>>(o)
#define CONFIGURED(n) <<<n, 32>>>
void whole(int *o) { WHOLE(8, o); WHOLE(9, o); }
void of(int *o) { OF(meets); }
void of_template(int *o) { OF(meets_too); }
void of_instance(int *o) { OF(meets_too<int>); }
void configured(int *o) { meets CONFIGURED(8) (o); }
