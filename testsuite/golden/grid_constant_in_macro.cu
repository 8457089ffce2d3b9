// A parameter's __grid_constant__ may be a macro's, as in CUTLASS.
#if defined(__CUDACC__)
#define APP_GRID_CONSTANT __grid_constant__
#else
#define APP_GRID_CONSTANT
#endif

struct scale {
    float *values;
    float by;
};

#pragma pt kernel
__global__ void multiply(APP_GRID_CONSTANT scale const s)
{
    s.values[blockIdx.x] *= s.by;
}

void start(scale s) { multiply<<<5, 1>>>(s); }
