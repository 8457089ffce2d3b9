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
                                 (std::is_copy_constructible<T>::value || std::is_move_constructible<T>::value) &&
                                 (std::is_trivially_copy_constructible<T>::value ||
                                  !std::is_copy_constructible<T>::value) &&
                                 (std::is_trivially_move_constructible<T>::value ||
                                  !std::is_move_constructible<T>::value);

template <class T, bool by_value = std::is_reference<T>::value || passed_by_value<T>> struct passed {
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

// A reference is handed over as a pointer, as a GPU has it: what it refers to is no copy.
template <class T> struct passed<T &, true> {
    using type = T &;
    T *object;
    explicit passed(void *argument) : object(*static_cast<T **>(argument)) {}
    T &get() { return *object; }
};

// Where a launch finds the argument for a parameter of type T.
template <class T> struct lent {
    void *object;
    explicit lent(T &value) : object(const_cast<void *>(static_cast<const volatile void *>(__builtin_addressof(value)))) {}
    void *address() { return object; }
};
template <class T> struct lent<T &> {
    T *object;
    explicit lent(T &value) : object(__builtin_addressof(value)) {}
    void *address() { return &object; }
};

template <class... Parameter, size_t... Index>
inline void invoke_indexed(const void *function, void *const *arguments, std::index_sequence<Index...>)
{
    reinterpret_cast<void (*)(typename passed<Parameter>::type...)>(const_cast<void *>(function))(
        passed<Parameter>(arguments[Index]).get()...);
    static_cast<void>(arguments); // of no parameters
}

template <class... Parameter> void invoke(const void *function, void *const *arguments)
{
    invoke_indexed<Parameter...>(function, arguments, std::index_sequence_for<Parameter...>());
}

template <class T> constexpr uint32_t bytes_of = std::is_reference<T>::value ? sizeof(void *) : sizeof(T);
template <class... Parameter> constexpr uint32_t parameter_bytes[sizeof...(Parameter) + 1] = {bytes_of<Parameter>..., 0};

} // namespace detail

// The kernel's record, made and registered at the first call for each function. NULL: no memory. The bound is that of
// __launch_bounds__, 0 where it is not known.
template <class... Parameter>
pt_cpu_kernel_t *kernel_record(void (*function)(Parameter...), unsigned flags = 0, const char *name = "",
                               unsigned max_threads = 0)
{
    return pt_cpu_kernel_record(reinterpret_cast<const void *>(function), &detail::invoke<Parameter...>,
                                detail::parameter_bytes<Parameter...>, sizeof...(Parameter), flags, name,
                                max_threads);
}

// The address of a function that is registered by now, or of anything else.
template <class... Parameter> const void *known(void (*function)(Parameter...))
{
    if (!pt_cpu_find(reinterpret_cast<const void *>(function)))
        kernel_record(function);
    return reinterpret_cast<const void *>(function);
}
inline const void *known(const void *function) { return function; }

namespace detail {

template <class... Parameter> struct call {
    static cudaError_t with(const cudaLaunchConfig_t *config, void (*kernel)(Parameter...), Parameter... values)
    {
        return with_lent(config, kernel, lent<Parameter>(values)...);
    }

  private:
    static cudaError_t with_lent(const cudaLaunchConfig_t *config, void (*kernel)(Parameter...), lent<Parameter>... values)
    {
        void *arguments[] = {values.address()..., nullptr};
        return cudaLaunchKernelExC(config, known(kernel), arguments);
    }
};

} // namespace detail

// kernel<<<grid, block, shared_bytes, stream>>>(arguments...). The error is also the last error.
template <class... Parameter, class... Argument>
cudaError_t launch(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream, void (*kernel)(Parameter...),
                   Argument &&...arguments)
{
    cudaLaunchConfig_t config = {grid, block, shared_bytes, stream, nullptr, 0};
    return detail::call<Parameter...>::with(&config, kernel, static_cast<Argument &&>(arguments)...);
}

} // namespace cpu
} // namespace pt

#endif
