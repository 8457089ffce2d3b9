// Prefix sums over the lanes of a tile or coalesced group (CUDA C++ Programming Guide, "inclusive_scan and
// exclusive_scan").
//
// In:  a value of each member, an operation (default: plus). Out: the values of lower ranks combined, with the own one
//      or without; without, rank 0 gets T(). Invariant: combined in the order of ranks.
#ifndef PT_CPU_COOPERATIVE_GROUPS_SCAN_H
#define PT_CPU_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline std::decay_t<T> inclusive_scan(const Group &group, T &&value, Operation &&operation)
{
    const std::decay_t<T> own = value;
    const pt::cpu::values_of_lanes<std::decay_t<T>> values(group.pt_mask(), own);
    const unsigned lane = pt_cpu_lane();
    return details::combine(values, values.members & (details::lanes_below(lane) | 1u << lane), operation);
}

template <class Group, class T, class Operation>
inline std::decay_t<T> exclusive_scan(const Group &group, T &&value, Operation &&operation)
{
    const std::decay_t<T> own = value;
    const pt::cpu::values_of_lanes<std::decay_t<T>> values(group.pt_mask(), own);
    const unsigned before = values.members & details::lanes_below(pt_cpu_lane());
    return before ? details::combine(values, before, operation) : std::decay_t<T>();
}

template <class Group, class T> inline std::decay_t<T> inclusive_scan(const Group &group, T &&value)
{
    return inclusive_scan(group, value, plus<std::decay_t<T>>());
}

template <class Group, class T> inline std::decay_t<T> exclusive_scan(const Group &group, T &&value)
{
    return exclusive_scan(group, value, plus<std::decay_t<T>>());
}

namespace details {

// One member combines the sum of all with `destination`; each gets what was there, which the first `own` follows.
template <class Group, class Atomic, class T, class Operation>
inline T scan_update(const Group &group, Atomic &destination, const T &value, Operation &operation, bool with_own)
{
    const pt::cpu::values_of_lanes<T> values(group.pt_mask(), value);
    const unsigned lane = pt_cpu_lane(), first = pt::cpu::lowest_bit(values.members);
    T old = value;
    if (lane == first)
        old = update_atomically(destination, combine(values, values.members, operation), operation);
    old = pt::cpu::value_of_lane(group.pt_mask(), old, first);
    const unsigned before = values.members & (lanes_below(lane) | (with_own ? 1u << lane : 0u));
    return before ? operation(old, combine(values, before, operation)) : old;
}

} // namespace details

template <class Group, class Atomic, class T, class Operation>
inline std::decay_t<T> inclusive_scan_update(const Group &group, Atomic &destination, T &&value, Operation &&operation)
{
    return details::scan_update<Group, Atomic, std::decay_t<T>>(group, destination, value, operation, true);
}

template <class Group, class Atomic, class T, class Operation>
inline std::decay_t<T> exclusive_scan_update(const Group &group, Atomic &destination, T &&value, Operation &&operation)
{
    return details::scan_update<Group, Atomic, std::decay_t<T>>(group, destination, value, operation, false);
}

template <class Group, class Atomic, class T>
inline std::decay_t<T> inclusive_scan_update(const Group &group, Atomic &destination, T &&value)
{
    return inclusive_scan_update(group, destination, value, plus<std::decay_t<T>>());
}

template <class Group, class Atomic, class T>
inline std::decay_t<T> exclusive_scan_update(const Group &group, Atomic &destination, T &&value)
{
    return exclusive_scan_update(group, destination, value, plus<std::decay_t<T>>());
}

} // namespace cooperative_groups

#endif
