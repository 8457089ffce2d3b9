// sanitizer: none
// status: 3
// report: the program's own handler
// not: ptcpu:
// A handler that the program has installed stays.
#include <csignal>
#include <unistd.h>

__global__ void store(int *nothing) { *nothing = 1; }

static void caught(int)
{
    static const char text[] = "the program's own handler\n";
    _exit(write(STDERR_FILENO, text, sizeof text - 1) > 0 ? 3 : 4);
}

int main()
{
    std::signal(SIGSEGV, caught);
    store<<<1, 1>>>(nullptr);
    return cudaDeviceSynchronize() != cudaSuccess;
}
