// Each schedule, each order, each form of groups: what the twin and the stub say.
#pragma pt kernel schedule(static)
__global__ void by_static(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel schedule(dynamic)
__global__ void by_dynamic(int *out) { out[blockIdx.x] = 2; }
#pragma pt kernel schedule(dynamic, 64) groups(7)
__global__ void by_chunks(int *out) { out[blockIdx.x] = 3; }
#pragma pt kernel schedule(guided, 2) groups(2 per sm)
__global__ void by_guided(int *out) { out[blockIdx.x] = 4; }
#pragma pt kernel schedule(hardware) groups(max)
__global__ void by_hardware(int *out) { out[blockIdx.x] = 5; }
#pragma pt kernel order(column)
__global__ void by_column(int *out) { out[blockIdx.y * gridDim.x + blockIdx.x] = 6; }
#pragma pt kernel order(tile(4, 8)) schedule(auto)
__global__ void by_tile(int *out) { out[blockIdx.y * gridDim.x + blockIdx.x] = 7; }
#pragma pt kernel order(morton)
__global__ void by_morton(int *out) { out[blockIdx.y * gridDim.x + blockIdx.x] = 8; }
#pragma pt kernel order(reverse)
__global__ void by_reverse(int *out) { out[blockIdx.x] = 9; }
#pragma pt kernel schedule(dynamic) order(longest)
__global__ void by_length(int *out) { out[blockIdx.x] = 10; }

void start(int *out, cudaStream_t stream)
{
    by_static<<<10, 32>>>(out);
    by_dynamic<<<dim3(10, 2), 32, 0, stream>>>(out);
    by_chunks<<<10, 32, 128>>>(out);
#pragma pt launch mode(groups(3))
    by_guided<<<10, 32>>>(out);
#pragma pt launch mode(nonpt)
    by_hardware<<<10, 32>>>(out);
#pragma pt launch mode(max)
    by_column<<<10, 32>>>(out);
    by_tile<<<10, 32>>>(out), by_morton<<<10, 32>>>(out);
    if (out) by_reverse<<<10, 32>>>(out);
    by_length<<<10, 32>>>(out);
}
