// Kernels and launches, in C++: from a function's type to the engine's record of it.
//
// In:  functions of type void (*)(P...), arguments. Out: records (once for each function), launches.
// Invariant: arguments convert as in a call, once, in the launching thread. What a kernel's thread gets is a copy of
//            their bytes, as on a GPU: no copy constructor and no destructor runs in device code.
#ifndef PT_CPU_KERNEL_HPP
#define PT_CPU_KERNEL_HPP

#include "../../cuda_runtime_api.h"
#include "engine.h"

#include <string.h>
#include <type_traits>
#include <utility>

namespace pt {
namespace cpu {
namespace detail {

// The C++ ABI hands such objects over by value, all others by the address of an object that is the callee's for the
// time of the call (Itanium C++ ABI, "non-trivial for the purposes of calls").
template <class T>
constexpr bool passed_by_value = std::is_trivially_destructible<T>::value &&
                                 (std::is_trivially_copy_constructible<T>::value ||
                                  !std::is_copy_constructible<T>::value) &&
                                 (std::is_trivially_move_constructible<T>::value ||
                                  !std::is_move_constructible<T>::value);

template <class T, bool by_value = passed_by_value<T>> struct passed {
    using type = T;
    T *object;
    explicit passed(void *argument) : object(static_cast<T *>(argument)) {}
    std::conditional_t<std::is_copy_constructible<T>::value, const T &, T &&> get()
    {
        return static_cast<std::conditional_t<std::is_copy_constructible<T>::value, const T &, T &&>>(*object);
    }
};

template <class T> struct passed<T, false> {
    using type = T &;
    alignas(T) unsigned char bytes[sizeof(T)];
    explicit passed(void *argument) { memcpy(bytes, argument, sizeof bytes); }
    T &get() { return *reinterpret_cast<T *>(bytes); }
};

template <class... P, size_t... I>
inline void invoke_indexed(const void *function, void *const *arguments, std::index_sequence<I...>)
{
    reinterpret_cast<void (*)(typename passed<P>::type...)>(const_cast<void *>(function))(
        passed<P>(arguments[I]).get()...);
    static_cast<void>(arguments); // of no parameters
}

template <class... P> void invoke(const void *function, void *const *arguments)
{
    invoke_indexed<std::remove_reference_t<P>...>(function, arguments, std::index_sequence_for<P...>());
}

template <class... P> constexpr uint32_t parameter_bytes[sizeof...(P) + 1] = {sizeof(std::remove_reference_t<P>)..., 0};

} // namespace detail

// The kernel's record, made and registered at the first call for each function. NULL: no memory. The bound is that of
// __launch_bounds__, 0 where it is not known.
template <class... P>
pt_cpu_kernel_t *kernel_record(void (*function)(P...), unsigned flags = 0, const char *name = "",
                               unsigned max_threads = 0)
{
    return pt_cpu_kernel_record(reinterpret_cast<const void *>(function), &detail::invoke<P...>,
                                detail::parameter_bytes<P...>, sizeof...(P), flags, name,
                                max_threads);
}

// The address of a function that is registered by now, or of anything else.
template <class... P> const void *known(void (*function)(P...))
{
    if (!pt_cpu_find(reinterpret_cast<const void *>(function)))
        kernel_record(function);
    return reinterpret_cast<const void *>(function);
}
inline const void *known(const void *function) { return function; }

namespace detail {

template <class... P> struct call {
    static cudaError_t with(const cudaLaunchConfig_t *config, void (*kernel)(P...), P... values)
    {
        void *arguments[] = {const_cast<void *>(static_cast<const volatile void *>(__builtin_addressof(values)))...,
                             nullptr};
        return cudaLaunchKernelExC(config, known(kernel), arguments);
    }
};

} // namespace detail

// kernel<<<grid, block, shared_bytes, stream>>>(arguments...). The error is also the last error.
template <class... P, class... A>
cudaError_t launch(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream, void (*kernel)(P...),
                   A &&...arguments)
{
    cudaLaunchConfig_t config = {grid, block, shared_bytes, stream, nullptr, 0};
    return detail::call<P...>::with(&config, kernel, static_cast<A &&>(arguments)...);
}

} // namespace cpu
} // namespace pt

#endif
