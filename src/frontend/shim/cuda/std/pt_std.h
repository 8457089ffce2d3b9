// <cuda/std/...>: the standard library's names in cuda::std. Calls of them in device code parse (constexpr functions are
// on both sides for clang); what the standard library of C++17 lacks is declared here.
#ifndef PTCC_SHIM_CUDA_STD_H
#define PTCC_SHIM_CUDA_STD_H

#include <cuda_runtime.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
template <class T> struct remove_cvref { typedef typename ::std::remove_cv<typename ::std::remove_reference<T>::type>::type type; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
// In C++17 those of the standard library are not constexpr, so that clang would drop calls of them in device code, and what these change.
template <class T, class U = T> __host__ __device__ constexpr T exchange(T &object, U &&value);
struct identity { template <class T> __host__ __device__ constexpr T &&operator()(T &&value) const noexcept { return static_cast<T &&>(value); } };
template <class To, class From> __host__ __device__ To bit_cast(const From &from) noexcept;
template <class T> __host__ __device__ int popcount(T value) noexcept;
template <class T> __host__ __device__ int countl_zero(T value) noexcept;
template <class T> __host__ __device__ int countr_zero(T value) noexcept;
template <class T> __host__ __device__ T bit_ceil(T value) noexcept;
template <class T> __host__ __device__ bool has_single_bit(T value) noexcept;
template <class T, decltype(sizeof 0) Extent = static_cast<decltype(sizeof 0)>(-1)> class span {
public:
    typedef T element_type;
    typedef typename ::std::remove_cv<T>::type value_type;
    typedef T *iterator;
    __host__ __device__ constexpr span() noexcept;
    __host__ __device__ constexpr span(T *first, decltype(sizeof 0) count);
    template <class C> __host__ __device__ constexpr span(C &container);
    __host__ __device__ constexpr T &operator[](decltype(sizeof 0) index) const;
    __host__ __device__ constexpr T *data() const noexcept;
    __host__ __device__ constexpr decltype(sizeof 0) size() const noexcept;
    __host__ __device__ constexpr bool empty() const noexcept;
    __host__ __device__ constexpr T *begin() const noexcept;
    __host__ __device__ constexpr T *end() const noexcept;
    __host__ __device__ constexpr span<T> subspan(decltype(sizeof 0) offset, decltype(sizeof 0) count = static_cast<decltype(sizeof 0)>(-1)) const;
};
} // namespace std
} // namespace cuda

#endif
