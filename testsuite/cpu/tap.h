// TAP for the tests of the CPU back end's headers, and launches of their kernels.
//
// In:  checks, of host code. Out: a line for each check on stdout, the plan, the exit status. Invariant: TAP version 13.
#ifndef PTCC_CPU_TAP_H
#define PTCC_CPU_TAP_H

#include <cuda_runtime.h>

#include <cstdio>

namespace tap {

inline int checks, failures;

inline void check(bool holds, const char *what, const char *file, int line)
{
    std::printf("%sok %d - %s\n", holds ? "" : "not ", ++checks, what);
    std::fflush(stdout); // what comes next may not come back
    if (!holds) {
        failures++;
        std::printf("# %s:%d\n", file, line);
    }
}

inline int finish()
{
    std::printf("1..%d\n", checks);
    return failures != 0;
}

// Runs a kernel to its end. Gives whether it came there.
template <class... P, class... A> bool run(dim3 grid, dim3 block, void (*kernel)(P...), A &&...arguments)
{
    return pt::cpu::launch(grid, block, 0, nullptr, kernel, static_cast<A &&>(arguments)...) == cudaSuccess &&
           cudaDeviceSynchronize() == cudaSuccess;
}

} // namespace tap

#define CHECK(condition, what) ::tap::check((condition), what, __FILE__, __LINE__)

#endif
