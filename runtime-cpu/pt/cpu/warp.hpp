// Warp operations of device code (CUDA C++ Programming Guide, "Warp Vote Functions" to "Warp Reduce Functions").
//
// In:  masks and values of lanes. Out: results, as CUDA defines them for the lanes in the mask that have not ended.
// Invariant: each operation is one call of pt_cpu_warp, by all lanes with the same finish (warp_operations.h).
#ifndef PT_CPU_WARP_HPP
#define PT_CPU_WARP_HPP

#include "engine.h"
#include "warp_operations.h"

#include <string.h>

inline void __syncwarp(unsigned mask = 0xffffffffu) { pt_cpu_warp(mask, nullptr, nullptr); }

// Which lanes run together is not defined: a lane may always find itself alone.
inline unsigned __activemask() { return 1u << pt_cpu_lane(); }

// ---- votes

namespace pt {
namespace cpu {
namespace detail {

inline pt_cpu_vote_t vote(unsigned mask, int predicate)
{
    pt_cpu_vote_t own = {predicate != 0, 0, 0};
    pt_cpu_warp(mask, &own, pt_cpu_finish_ballot);
    return own;
}

} // namespace detail
} // namespace cpu
} // namespace pt

inline unsigned __ballot_sync(unsigned mask, int predicate) { return pt::cpu::detail::vote(mask, predicate).ballot; }
inline int __any_sync(unsigned mask, int predicate) { return pt::cpu::detail::vote(mask, predicate).ballot != 0; }
inline int __all_sync(unsigned mask, int predicate)
{
    const pt_cpu_vote_t all = pt::cpu::detail::vote(mask, predicate);
    return all.ballot == all.members;
}
inline int __uni_sync(unsigned mask, int predicate)
{
    const pt_cpu_vote_t all = pt::cpu::detail::vote(mask, predicate);
    return all.ballot == 0 || all.ballot == all.members;
}

// ---- shuffles. Lanes and limits are those of PTX's shfl.sync.

namespace pt {
namespace cpu {
namespace detail {

template <class T> inline T shuffle(unsigned mask, T value, unsigned source)
{
    static_assert(sizeof(T) <= 8, "CUDA shuffles values of up to 8 bytes");
    pt_cpu_shuffle_t own = {0, 0, source};
    memcpy(&own.value, &value, sizeof value);
    pt_cpu_warp(mask, &own, pt_cpu_finish_shuffle);
    memcpy(&value, &own.result, sizeof value);
    return value;
}

struct segment {
    unsigned lane, first, last;
    explicit segment(int width) : lane(pt_cpu_lane())
    {
        const unsigned inside = static_cast<unsigned>(width) - 1u;
        first = lane & ~inside & 31u;
        last = (lane | inside) & 31u;
    }
    unsigned at(int source) const { return first | (static_cast<unsigned>(source) & (last - first)); }
    unsigned up(unsigned delta) const { return lane - first >= (delta & 31u) ? lane - (delta & 31u) : lane; }
    unsigned down(unsigned delta) const { return last - lane >= (delta & 31u) ? lane + (delta & 31u) : lane; }
    unsigned crossed(int bits) const
    {
        const unsigned source = lane ^ (static_cast<unsigned>(bits) & 31u);
        return source <= last ? source : lane;
    }
};

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_SHUFFLE(T) \
    inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) \
    { \
        return pt::cpu::detail::shuffle(mask, value, pt::cpu::detail::segment(width).at(source)); \
    } \
    inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) \
    { \
        return pt::cpu::detail::shuffle(mask, value, pt::cpu::detail::segment(width).up(delta)); \
    } \
    inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) \
    { \
        return pt::cpu::detail::shuffle(mask, value, pt::cpu::detail::segment(width).down(delta)); \
    } \
    inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) \
    { \
        return pt::cpu::detail::shuffle(mask, value, pt::cpu::detail::segment(width).crossed(bits)); \
    }
PT_CPU_SHUFFLE(int)
PT_CPU_SHUFFLE(unsigned int)
PT_CPU_SHUFFLE(long)
PT_CPU_SHUFFLE(unsigned long)
PT_CPU_SHUFFLE(long long)
PT_CPU_SHUFFLE(unsigned long long)
PT_CPU_SHUFFLE(float)
PT_CPU_SHUFFLE(double)
#undef PT_CPU_SHUFFLE

// ---- matches: by bits

namespace pt {
namespace cpu {
namespace detail {

template <class T> inline pt_cpu_match_t match(unsigned mask, T value)
{
    pt_cpu_match_t own = {0, 0, 0};
    memcpy(&own.value, &value, sizeof value);
    pt_cpu_warp(mask, &own, pt_cpu_finish_match);
    return own;
}

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_MATCH(T) \
    inline unsigned __match_any_sync(unsigned mask, T value) { return pt::cpu::detail::match(mask, value).same; } \
    inline unsigned __match_all_sync(unsigned mask, T value, int *predicate) \
    { \
        const pt_cpu_match_t all = pt::cpu::detail::match(mask, value); \
        *predicate = all.same == all.members; \
        return *predicate ? all.members : 0; \
    }
PT_CPU_MATCH(int)
PT_CPU_MATCH(unsigned int)
PT_CPU_MATCH(long)
PT_CPU_MATCH(unsigned long)
PT_CPU_MATCH(long long)
PT_CPU_MATCH(unsigned long long)
PT_CPU_MATCH(float)
PT_CPU_MATCH(double)
#undef PT_CPU_MATCH

// ---- reductions

#define PT_CPU_REDUCE(name, T, finish) \
    inline T __reduce_##name##_sync(unsigned mask, T value) \
    { \
        pt_cpu_reduction_t own = {static_cast<uint32_t>(value), 0}; \
        pt_cpu_warp(mask, &own, pt_cpu_finish_##finish); \
        return static_cast<T>(own.result); \
    }
PT_CPU_REDUCE(add, unsigned int, add)
PT_CPU_REDUCE(add, int, add)
PT_CPU_REDUCE(min, unsigned int, min_unsigned)
PT_CPU_REDUCE(min, int, min_signed)
PT_CPU_REDUCE(max, unsigned int, max_unsigned)
PT_CPU_REDUCE(max, int, max_signed)
PT_CPU_REDUCE(and, unsigned int, and)
PT_CPU_REDUCE(or, unsigned int, or)
PT_CPU_REDUCE(xor, unsigned int, xor)
#undef PT_CPU_REDUCE

#endif
