// Parameters of class type on their way to an item.
//
// In:  a parameter of the persistent kernel. Out: what stands for it in the item, for which each item has one of its own.
// Invariant: CUDA copies a kernel's parameters byte by byte, and none of their constructors and destructors runs on the
//            device; nor does one here. Source: CUDA C++ Programming Guide, "__global__ Function Argument Processing".
#ifndef PT_PARAMETER_CUH
#define PT_PARAMETER_CUH

#include <string.h>

#include <type_traits>

namespace pt {

namespace detail {

template <class T> struct unrestricted {
    using type = T;
};
template <class T> struct unrestricted<T *__restrict__> {
    using type = T *;
};
template <class T> struct unrestricted<T *const __restrict__> { // as decltype has it; a function's type drops the const, too
    using type = T *;
};

// A copy is made of an lvalue that is not const, for which a class may have a constructor of its own: template <class U> view(U &).
template <class T> struct copies_plainly {
    static constexpr bool value = std::is_trivially_constructible<T, T &>::value && std::is_trivially_copy_constructible<T>::value &&
                                  std::is_trivially_destructible<T>::value;
};

} // namespace detail

// Of a parameter, as a function's type has it.
template <class T> using without_restrict = typename detail::unrestricted<T>::type;

// As decltype of the parameter has it in the kernel, where the item's name is one of a reference.
template <class T> using without_reference = typename std::remove_reference<T>::type;

// What the item takes: a value, or one of the bytes that `argument` holds.
template <class T> using parameter = typename std::conditional<detail::copies_plainly<T>::value, T, T &>::type;

// What it is called with, for the time of the call.
template <class T, bool plainly = detail::copies_plainly<T>::value> class argument {
  public:
    __device__ __forceinline__ explicit argument(T &value) : value_(value) {}
    __device__ __forceinline__ T &object() const { return value_; }

  private:
    T &value_;
};

template <class T> class argument<T, false> {
  public:
    __device__ __forceinline__ explicit argument(T &value)
    {
        memcpy(bytes_, const_cast<const char *>(&reinterpret_cast<const volatile char &>(value)), sizeof(T));
    }
    __device__ __forceinline__ T &object() { return *reinterpret_cast<T *>(bytes_); }

  private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

// A copy of a parameter's bytes, for a block that may change it.
template <class T> using fresh_parameter = argument<T, false>;

// No operator of its own can change it.
template <class T> struct stays {
    static constexpr bool value = std::is_empty<T>::value || !(std::is_class<T>::value || std::is_union<T>::value);
};

} // namespace pt

#endif
