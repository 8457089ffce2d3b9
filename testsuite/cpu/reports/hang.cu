// sanitizer: none
// report: ptcpu: watchdog: kernel wait_for_ever_pt
// environment: PTRT_CPU_WATCHDOG=5
// A block waits for a word that nobody writes: the watchdog ends it, and says where each group is.
#pragma pt kernel schedule(static)
__global__ void wait_for_ever(unsigned *word)
{
    if (blockIdx.x == 3)
        while (atomicAdd(word, 0u) == 0)
            ;
}

int main()
{
    unsigned *word;
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    wait_for_ever<<<500, 32>>>(word);
    return cudaDeviceSynchronize() != cudaSuccess;
}
