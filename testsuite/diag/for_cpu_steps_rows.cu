// --target=cpu: threads that differ in y alone have one element between them.
__global__ void rows(int *out)
{
    __shared__ int row[8];
    if (threadIdx.y == 3)
        row[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x + 8 * threadIdx.y] = row[threadIdx.x];
}
