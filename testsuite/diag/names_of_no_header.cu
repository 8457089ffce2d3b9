// Names of the standard library whose headers nvcc's cuda_runtime.h does not bring: `using namespace std` makes nothing of them ambiguous.
using namespace std;

__device__ int count, find, sort;
struct vector {
    float x, y;
};
struct function {
    int number;
};

#pragma pt kernel
__global__ void k(vector *out, function *f)
{
    out[blockIdx.x].x = count + find + sort + f->number;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(f->number));
}
