// sanitizer: none
// status: -11
// report: ptcpu: kernel store_pt, block (3,0,0), thread (5,1,0): an access to address 0x14, where no memory is (SIGSEGV)
// A write through a null pointer: the process ends by the signal, and says where it was.
#pragma pt kernel schedule(static)
__global__ void store(int *out, int *nothing)
{
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    __syncthreads();
    (blockIdx.x == 3 && thread == 13 ? nothing : out + blockIdx.x * 16)[threadIdx.x] = thread;
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    store<<<4, dim3(8, 2)>>>(out, nullptr);
    return cudaDeviceSynchronize() != cudaSuccess;
}
