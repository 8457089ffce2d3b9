// What every file begins with that ptcc wrote for the CPU: CUDA's names, then ptcc's own device and launch headers.
//
// In:  a C++17 compiler, `ptcc --target=cpu --cflags`. Out: the names that nvcc knows without an #include.
#ifndef PT_CPU_PT_HPP
#define PT_CPU_PT_HPP

#include <cuda_runtime.h>

#include <pt/cpu/shared.hpp>

namespace pt {
namespace cpu {

// What ptcc knows of a kernel and no type says; max_threads is 0 where it has no launch bounds. Always true.
template <class... P>
bool describe(void (*kernel)(P...), const char *name, unsigned flags, unsigned max_threads, size_t static_shared_bytes)
{
    if (pt_cpu_kernel_t *const record = kernel_record(kernel, flags, name)) {
        record->max_threads = max_threads;
        record->static_shared_bytes = static_shared_bytes;
    }
    return true;
}

} // namespace cpu
} // namespace pt

#include <pt/pt.cuh>

#endif
