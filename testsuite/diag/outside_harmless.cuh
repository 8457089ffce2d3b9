// What host and device see of outside_harmless.cu, by -include.
#ifndef OUTSIDE_HARMLESS_CUH
#define OUTSIDE_HARMLESS_CUH
struct twice {
    __device__ unsigned operator()(unsigned x) const { return 2 * x; }
};
__device__ inline unsigned lane()
{
    unsigned x;
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
    return x;
}
#endif
