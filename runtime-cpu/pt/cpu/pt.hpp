// What every file begins with that ptcc wrote for the CPU: CUDA's names, then ptcc's own device and launch headers.
//
// In:  a C++17 compiler, `ptcc --target=cpu --cflags`. Out: the names that nvcc knows without an #include.
#ifndef PT_CPU_PT_HPP
#define PT_CPU_PT_HPP

// In clang not where a header was included behind what may have called printf.
#if !defined(__clang__) || !defined(_STDIO_H)
#include <pt/cpu/printf.h>
#endif

#include <cuda_runtime.h>

#include <pt/cpu/shared.hpp>

namespace pt {
namespace cpu {

// What ptcc knows of a kernel and no type says; max_threads is 0 where it has no launch bounds. Always true. Every launch of a
// template says it again, on any host thread.
template <class... Parameter>
bool describe(void (*kernel)(Parameter...), const char *name, unsigned flags, unsigned max_threads, size_t static_shared_bytes)
{
    if (pt_cpu_kernel_t *const record = kernel_record(kernel, flags, name)) {
        __atomic_store_n(&record->max_threads, max_threads, __ATOMIC_RELAXED);
        __atomic_store_n(&record->static_shared_bytes, static_shared_bytes, __ATOMIC_RELAXED);
    }
    return true;
}

} // namespace cpu
} // namespace pt

#include <pt/pt.cuh>

namespace pt {
namespace cpu {

namespace detail {

template <class Call, class... Argument> void call_in_kernel(Call call, Argument... arguments) { call(arguments...); }

} // namespace detail

// A launch whose callee is not a function by itself (an overload set, a template that its arguments decide): each thread
// makes the call. launch_call(call, config)(arguments...).
template <class Call> class call_launcher {
  public:
    call_launcher(Call call, const ::ptrt::config &c) : call_(call), config_(c) {}
    template <class... Argument> void operator()(Argument... arguments) const
    {
        ::ptrt::launch_plain(config_, detail::call_in_kernel<Call, Argument...>, call_, arguments...);
    }

  private:
    Call call_;
    ::ptrt::config config_;
};

template <class Call> call_launcher<Call> launch_call(Call call, const ::ptrt::config &c)
{
    return call_launcher<Call>(call, c);
}

} // namespace cpu
} // namespace pt

#endif
