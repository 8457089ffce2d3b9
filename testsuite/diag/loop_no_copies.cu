// With -Rpt: the host waits where a variable's bytes cannot be put back; the last loop runs ahead.
#pragma pt kernel
__global__ void step(int *a, int *flag)
{
    *flag = --a[blockIdx.x];
}

extern int sizes[];

template <int N, class... A> void waits(int *a, int *flag, A... by)
{
    int again = 1;
    #pragma pt loop
    while (again) {
        step<<<4, 32>>>(a + (0 + ... + by), flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) {
        step<<<sizes[0], 32>>>(a, flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
    volatile int rounds = 0;
    #pragma pt loop
    while (again) {
        step<<<4, 32>>>(a, flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
        rounds = rounds + 1;
    }
    const int *seen[N] = {};
    int counted[N] = {};
    #pragma pt loop
    while (again) {
        step<<<counted[0], 32>>>(a + (seen[0] != flag), flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
}
