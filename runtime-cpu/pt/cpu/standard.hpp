// cuda::std: the standard library's names, and those of C++20 that programs use and C++17 has not.
//
// In:  what the header that includes this one brings of ::std. Out: the same in cuda::std.
// Invariant: a name that is declared in cuda::std itself hides ::std's, so programs may be compiled as C++20, too.
#ifndef PT_CPU_STANDARD_HPP
#define PT_CPU_STANDARD_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {

using namespace ::std;

template <class T> struct remove_cvref {
    typedef ::std::remove_cv_t<::std::remove_reference_t<T>> type;
};
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;

template <class T> struct type_identity {
    typedef T type;
};
template <class T> using type_identity_t = typename type_identity<T>::type;

struct identity {
    typedef void is_transparent;
    template <class T> constexpr T &&operator()(T &&value) const noexcept { return static_cast<T &&>(value); }
};

// ---- bits

template <class To, class From> inline To bit_cast(const From &from) noexcept
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    static_assert(::std::is_trivially_copyable<To>::value && ::std::is_trivially_copyable<From>::value,
                  "bits of trivially copyable types");
    union { // no constructor of To's runs
        char none;
        To value;
    } made = {0};
    ::std::memcpy(static_cast<void *>(&made.value), &from, sizeof(To));
    return made.value;
}

template <class T> constexpr int popcount(T value) noexcept
{
    static_assert(::std::is_unsigned<T>::value, "bits are those of unsigned integers");
    return __builtin_popcountll(value);
}
template <class T> constexpr int countl_zero(T value) noexcept
{
    static_assert(::std::is_unsigned<T>::value, "bits are those of unsigned integers");
    constexpr int digits = ::std::numeric_limits<T>::digits;
    return value ? __builtin_clzll(value) - (64 - digits) : digits;
}
template <class T> constexpr int countr_zero(T value) noexcept
{
    static_assert(::std::is_unsigned<T>::value, "bits are those of unsigned integers");
    return value ? __builtin_ctzll(value) : ::std::numeric_limits<T>::digits;
}
template <class T> constexpr int countl_one(T value) noexcept { return countl_zero(static_cast<T>(~value)); }
template <class T> constexpr int countr_one(T value) noexcept { return countr_zero(static_cast<T>(~value)); }
template <class T> constexpr int bit_width(T value) noexcept
{
    return ::std::numeric_limits<T>::digits - countl_zero(value);
}
template <class T> constexpr bool has_single_bit(T value) noexcept { return popcount(value) == 1; }
template <class T> constexpr T bit_floor(T value) noexcept
{
    return value ? static_cast<T>(T(1) << (bit_width(value) - 1)) : T(0);
}
template <class T> constexpr T bit_ceil(T value) noexcept
{
    return value <= 1 ? T(1) : static_cast<T>(T(1) << bit_width(static_cast<T>(value - 1)));
}
template <class T> constexpr T rotl(T value, int by) noexcept
{
    constexpr unsigned digits = static_cast<unsigned>(::std::numeric_limits<T>::digits);
    const unsigned left = static_cast<unsigned>(by) % digits;
    return left ? static_cast<T>(value << left | value >> (digits - left)) : value;
}
template <class T> constexpr T rotr(T value, int by) noexcept { return rotl(value, -by); }

// ---- views of arrays. The extent is a number of the type's, no more.

inline constexpr size_t dynamic_extent = static_cast<size_t>(-1);

template <class T, size_t Extent = dynamic_extent> class span {
  public:
    typedef T element_type;
    typedef ::std::remove_cv_t<T> value_type;
    typedef size_t size_type;
    typedef T &reference;
    typedef T *pointer;
    typedef T *iterator;
    static constexpr size_t extent = Extent;

    constexpr span() noexcept = default;
    constexpr span(T *first, size_t count) : first_(first), size_(count) {}
    template <size_t Size> constexpr span(T (&array)[Size]) noexcept : first_(array), size_(Size) {}
    template <class Container, class = decltype(::std::declval<Container &>().data())>
    constexpr span(Container &&container) : first_(container.data()), size_(container.size())
    {
    }

    constexpr T &operator[](size_t index) const { return first_[index]; }
    constexpr T &front() const { return first_[0]; }
    constexpr T &back() const { return first_[size_ - 1]; }
    constexpr T *data() const noexcept { return first_; }
    constexpr size_t size() const noexcept { return size_; }
    constexpr size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return first_; }
    constexpr T *end() const noexcept { return first_ + size_; }
    constexpr span<T> first(size_t count) const { return span<T>(first_, count); }
    constexpr span<T> last(size_t count) const { return span<T>(first_ + (size_ - count), count); }
    constexpr span<T> subspan(size_t offset, size_t count = dynamic_extent) const
    {
        return span<T>(first_ + offset, count == dynamic_extent ? size_ - offset : count);
    }

  private:
    T *first_ = nullptr;
    size_t size_ = Extent == dynamic_extent ? 0 : Extent;
};
template <class T, size_t Size> span(T (&)[Size]) -> span<T, Size>;
template <class T> span(T *, size_t) -> span<T>;
template <class Container>
span(Container &&) -> span<::std::remove_pointer_t<decltype(::std::declval<Container &>().data())>>;

} // namespace std
} // namespace cuda

#endif
