// Unsigned integers by size, for looking at objects of other types.
//
// In:  a size in bytes. Out: pt::cpu::detail::word_of<size>::type. Invariant: may alias any object.
#ifndef PT_CPU_WORD_HPP
#define PT_CPU_WORD_HPP

#include <stddef.h>
#include <stdint.h>

namespace pt {
namespace cpu {
namespace detail {

template <size_t size> struct word_of;
template <> struct word_of<1> { typedef uint8_t __attribute__((may_alias)) type; };
template <> struct word_of<2> { typedef uint16_t __attribute__((may_alias)) type; };
template <> struct word_of<4> { typedef uint32_t __attribute__((may_alias)) type; };
template <> struct word_of<8> { typedef uint64_t __attribute__((may_alias)) type; };

} // namespace detail
} // namespace cpu
} // namespace pt

#endif
