// sanitizer: none
// status: -11
// environment: PTRT_CPU_STACK=64
// report: ptcpu: kernel descend, block (0,0,0), thread (1,0,0): the thread's stack is full: set PTRT_CPU_STACK (SIGSEGV)
// A recursion that needs more than a thread's stack.
__device__ int depth(volatile int *levels, int level)
{
    volatile int here[64];
    here[level % 64] = level;
    return level == *levels ? here[level % 64] : depth(levels, level + 1) + here[(level + 1) % 64];
}

__global__ void descend(int *levels)
{
    levels[1 + threadIdx.x] = threadIdx.x ? depth(levels, 0) : 0;
}

int main()
{
    int *levels;
    cudaMallocManaged(&levels, 3 * sizeof *levels);
    *levels = 1000000;
    descend<<<1, 2>>>(levels);
    return cudaDeviceSynchronize() != cudaSuccess;
}
