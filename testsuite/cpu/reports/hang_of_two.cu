// sanitizer: none
// report: ptcpu: watchdog: kernel wait_for_each_other_pt
// report: ptcpu:   block (0,0,0): thread
// report: ptcpu:   block (1,0,0): thread
// environment: PTRT_CPU_WATCHDOG=2
// Two groups wait for each other for ever: the watchdog says of both where they are.
#pragma pt kernel schedule(static)
__global__ void wait_for_each_other(unsigned *words)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicAdd(&words[1u - blockIdx.x], 0u) == 0u)
            ;
        atomicExch(&words[blockIdx.x], 1u);
    }
    __syncthreads();
}

int main()
{
    unsigned *words;
    cudaMalloc(&words, 2 * sizeof *words);
    cudaMemset(words, 0, 2 * sizeof *words);
    wait_for_each_other<<<2, 64>>>(words);
    return cudaDeviceSynchronize() != cudaSuccess;
}
