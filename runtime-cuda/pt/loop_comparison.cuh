// What a loop's condition says of a number that the loop reads back, in the words of the device.
//
// In:  a variable, a relation, a number that stays the same. Out: a comparison that the device makes as the program does, or none.
// Invariant: where the device would have to convert one of them in another way than the program, there is no comparison.
#ifndef PT_LOOP_COMPARISON_CUH
#define PT_LOOP_COMPARISON_CUH

#include "launch.cuh"
#include "loop_record.cuh"

#include <string.h>
#include <type_traits>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

// Numbers that the device can compare: those of one kind, so that the comparison means the same there.
template <class One> struct number_kind {
    static constexpr ::pt::loop_number value = ::pt::loop_number::none;
    using wide = double;
};
#define PT_LOOP_NUMBER(type, name, wider)                                                                                                \
    template <> struct number_kind<type> {                                                                                               \
        static constexpr ::pt::loop_number value = ::pt::loop_number::name;                                                              \
        using wide = wider;                                                                                                              \
    }
PT_LOOP_NUMBER(float, as_float, double);
PT_LOOP_NUMBER(double, as_double, double);
PT_LOOP_NUMBER(int, as_int, long long);
PT_LOOP_NUMBER(unsigned, as_unsigned, unsigned long long);
PT_LOOP_NUMBER(long long, as_long, long long);
PT_LOOP_NUMBER(unsigned long long, as_unsigned_long, unsigned long long);
PT_LOOP_NUMBER(unsigned char, as_byte, unsigned long long);
PT_LOOP_NUMBER(bool, as_byte, unsigned long long);
#undef PT_LOOP_NUMBER
template <> struct number_kind<long> : number_kind<std::conditional<sizeof(long) == sizeof(int), int, long long>::type> {};
template <>
struct number_kind<unsigned long>
    : number_kind<std::conditional<sizeof(long) == sizeof(int), unsigned, unsigned long long>::type> {};

class loop_comparison {
  public:
    template <class One, class Other> void take(const One &variable, ::pt::loop_relation relation, const Other &number)
    {
        variable_ = nullptr;
        take(std::integral_constant<bool, std::is_arithmetic<One>::value && std::is_arithmetic<Other>::value>(), variable, relation, number);
    }

    // Is a copy all of the number? The device reads numbers where they may lie.
    bool is_of(const void *to, const void *from, size_t bytes) const
    {
        return variable_ == to && bytes == bytes_ && reinterpret_cast<size_t>(from) % bytes == 0;
    }

    unsigned compares() const { return compares_; } // as in loop_memory
    const unsigned char *number() const { return number_; }

  private:
    // Pointers and enumerations, which need not convert to numbers.
    template <class One, class Other> void take(std::false_type, const One &, ::pt::loop_relation, const Other &) {}

    template <class One, class Other> void take(std::true_type, const One &variable, ::pt::loop_relation relation, const Other &number)
    {
        using kind = number_kind<One>;
        using wide = typename kind::wide;
        static_assert(sizeof(wide) == sizeof number_, "as the device reads it");
        // Converted as by the comparison in the program; what that would change (-1 to an unsigned number) is not compared.
        const bool is_real = std::is_floating_point<One>::value && sizeof(Other) <= sizeof(double);
        const bool is_integer = std::is_integral<One>::value && std::is_integral<Other>::value &&
                                (std::is_signed<One>::value ? std::is_signed<Other>::value : static_cast<double>(number) >= 0.0);
        if (kind::value == ::pt::loop_number::none || (!is_real && !is_integer))
            return;
        const wide value = std::is_integral<Other>::value ? static_cast<wide>(static_cast<One>(number)) : static_cast<wide>(number);
        if (is_integer && static_cast<Other>(value) != number)
            return; // a long long beside an int
        variable_ = &variable;
        bytes_ = sizeof(One);
        compares_ = static_cast<unsigned>(kind::value) * ::pt::loop_relations + static_cast<unsigned>(relation);
        memcpy(number_, &value, sizeof value);
    }

    const void *variable_ = nullptr; // nullptr: nothing is said
    size_t bytes_ = 0;               // of the variable
    unsigned compares_ = 0u;
    unsigned char number_[::pt::compared_bytes] = {};
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
