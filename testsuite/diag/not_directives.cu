// #pragma pt kernal
/*
#pragma pt kernal
*/
#pragma omp parallel for num_threads(0)
#pragma ptx kernal
#pragma nv_diag_default 20199
// \
#pragma pt kernal
const char *text = R"(
#pragma pt kernal
)" "\
#pragma pt kernal";
#define UNUSED(x) #x
#pragma pt kernal
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
