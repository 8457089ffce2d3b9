// sanitizer: none
// report: none
// Groups wait for each other, and the first one for a thread of the host, which sleeps: they do not burn the processor meanwhile. All of them
// together take less than half of one; and as on a busy machine who burns it gets little of it, too: they go to sleep again and again.
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <thread>

#pragma pt kernel schedule(static)
__global__ void wait_for_the_one_before(unsigned *words)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&words[blockIdx.x], 0u) == 0u)
            ;
        atomicExch(&words[blockIdx.x + 1u], 1u);
    }
    __syncthreads();
}

static double seconds(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

int main()
{
    enum { groups = 8 };
    unsigned *words;
    cudaMallocManaged(&words, (groups + 1) * sizeof *words);
    cudaMemset(words, 0, (groups + 1) * sizeof *words);
    cudaDeviceSynchronize();
    const double begin = seconds(CLOCK_MONOTONIC), worked = seconds(CLOCK_PROCESS_CPUTIME_ID);
    std::thread other([words] {
        const timespec pause = {2, 0};
        nanosleep(&pause, nullptr);
        __atomic_store_n(&words[0], 1u, __ATOMIC_RELEASE);
    });
    wait_for_the_one_before<<<groups, 256>>>(words);
    const bool good = cudaDeviceSynchronize() == cudaSuccess && words[groups] == 1u;
    other.join();
    const double wall = seconds(CLOCK_MONOTONIC) - begin, work = seconds(CLOCK_PROCESS_CPUTIME_ID) - worked;
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (wall < 2.0 || work > wall / 2 || usage.ru_nvcsw < 1000)
        fprintf(stderr, "%.2f s, of which the processor worked %.2f s; %ld times asleep\n", wall, work, usage.ru_nvcsw);
    return !good;
}
