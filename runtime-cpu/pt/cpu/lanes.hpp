// Values of several lanes at once, for what cooperative groups and halves exchange in a warp.
//
// In:  a mask of lanes of the calling warp, each lane's value of one type. Out: another lane's value, or all of them.
// Invariant: every exchange is a call of pt_cpu_warp by all lanes of the mask. No code of the user's runs inside one:
//            it may call the engine, which only a thread that runs may do.
#ifndef PT_CPU_LANES_HPP
#define PT_CPU_LANES_HPP

#include "engine.h"
#include "warp.hpp"
#include "word.hpp"

#include <string.h>
#include <type_traits>

namespace pt {
namespace cpu {

inline unsigned count_bits(unsigned mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }
inline unsigned lowest_bit(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); } // not of 0

// The value of lane `source`, of any size; the own one where that lane takes no part.
template <class T> inline T value_of_lane(unsigned mask, const T &value, unsigned source)
{
    static_assert(std::is_trivially_copyable<T>::value, "lanes exchange the bytes of trivially copyable types only");
    unsigned long long words[(sizeof(T) + 7) / 8] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned long long &word : words)
        word = __shfl_sync(mask, word, static_cast<int>(source));
    T result(value);
    memcpy(static_cast<void *>(&result), words, sizeof(T));
    return result;
}

template <class T> inline unsigned long long bits_of(const T &value)
{
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8, "lanes compare values of up to 8 bytes");
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return bits;
}

// ---- the values of all lanes ---------------------------------------------------------------------------------------

namespace detail {

// For a race detector word by word, volatile: in place of a loop the compiler calls memcpy, which is always watched.
template <class T>
__attribute__((no_sanitize("thread"))) inline void copy_unwatched(void *to, const void *from, size_t count)
{
#ifdef PT_CPU_THREAD_SANITIZER
    typedef typename word_of<(alignof(T) < 8 ? alignof(T) : 8)>::type word;
    volatile word *const target = static_cast<word *>(to);
    const volatile word *const source = static_cast<const word *>(from);
    for (size_t i = 0; i < count * sizeof(T) / sizeof(word); i++)
        target[i] = source[i];
#else
    memcpy(to, from, count * sizeof(T));
#endif
}

} // namespace detail

// What each lane brought, by lane.
template <class T> struct values_of_lanes {
    static_assert(std::is_trivially_copyable<T>::value, "lanes exchange the bytes of trivially copyable types only");
    alignas(T) unsigned char bytes[32 * sizeof(T)];
    const void *own;
    unsigned members; // lanes that took part

    values_of_lanes(unsigned mask, const T &value);

    const T &at(unsigned lane) const { return *reinterpret_cast<const T *>(bytes + lane * sizeof(T)); }
};

namespace detail {

template <class T>
__attribute__((no_sanitize("thread"))) inline void finish_values(void *const lanes[32], uint32_t members)
{
    alignas(T) unsigned char all[32 * sizeof(T)];
    const unsigned end = 32u - static_cast<unsigned>(__builtin_clz(members));
    for (unsigned lane = 0; lane < end; lane++)
        if (members >> lane & 1u)
            copy_unwatched<T>(all + lane * sizeof(T), static_cast<values_of_lanes<T> *>(lanes[lane])->own, 1);
    for (unsigned lane = 0; lane < end; lane++)
        if (members >> lane & 1u) {
            copy_unwatched<T>(static_cast<values_of_lanes<T> *>(lanes[lane])->bytes, all, end);
            static_cast<values_of_lanes<T> *>(lanes[lane])->members = members;
        }
}

} // namespace detail

template <class T>
inline values_of_lanes<T>::values_of_lanes(unsigned mask, const T &value) : own(&value), members(0)
{
    pt_cpu_warp(mask, this, detail::finish_values<T>);
}

} // namespace cpu
} // namespace pt

#endif
