// --target=cpu: dynamic shared memory outside of functions.
extern __shared__ int everywhere[];

__global__ void lane(int *out)
{
    everywhere[threadIdx.x] = 1;
    __syncwarp();
    out[0] = everywhere[0];
}
