// --target=cpu: dynamic shared memory outside of functions, where a macro's text names it.
extern __shared__ int everywhere[];
#define FIRST everywhere[0]
#define TWICE(x) (2 * (x))

__global__ void lane(int *out)
{
    everywhere[threadIdx.x] = 1;
    __syncwarp();
    out[0] = TWICE(everywhere[0]);
    out[1] = FIRST;
}
