// Reductions over a tile or coalesced group (CUDA C++ Programming Guide, "reduce").
//
// In:  a value of each member, an operation. Out: the same result in all members: combined in the order of ranks.
// Invariant: each member computes by itself, of copies; the operation may be any function object.
#ifndef PT_CPU_COOPERATIVE_GROUPS_REDUCE_H
#define PT_CPU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define PT_CPU_OPERATION(name, expression) \
    template <class T = void> struct name { \
        T operator()(const T &a, const T &b) const { return static_cast<T>(expression); } \
    }; \
    template <> struct name<void> { \
        template <class T> T operator()(const T &a, const T &b) const { return static_cast<T>(expression); } \
    };
PT_CPU_OPERATION(plus, a + b)
PT_CPU_OPERATION(less, b < a ? b : a)
PT_CPU_OPERATION(greater, a < b ? b : a)
PT_CPU_OPERATION(bit_and, a & b)
PT_CPU_OPERATION(bit_or, a | b)
PT_CPU_OPERATION(bit_xor, a ^ b)
#undef PT_CPU_OPERATION

namespace details {

// The values of the lanes in `lanes`, which is not 0, that are members of the group, combined in the order of lanes.
template <class T, class Operation>
inline T combine(const pt::cpu::values_of_lanes<T> &values, unsigned lanes, Operation &operation)
{
    T sum = values.at(pt::cpu::lowest_bit(lanes));
    for (unsigned rest = lanes & (lanes - 1u); rest; rest &= rest - 1u)
        sum = operation(sum, values.at(pt::cpu::lowest_bit(rest)));
    return sum;
}

// destination = operation(destination, value), for any object with cuda::atomic's members; gives the old value.
template <class Atomic, class T, class Operation>
inline T update_atomically(Atomic &destination, const T &value, Operation &operation)
{
    auto old = destination.load();
    while (!destination.compare_exchange_weak(old, operation(old, value))) {
    }
    return old;
}

} // namespace details

template <class Group, class T, class Operation>
inline std::decay_t<T> reduce(const Group &group, T &&value, Operation &&operation)
{
    const std::decay_t<T> own = value;
    const pt::cpu::values_of_lanes<std::decay_t<T>> values(group.pt_mask(), own);
    return details::combine(values, values.members, operation);
}

// Of several warps.
template <unsigned Size, class Parent, class T, class Operation>
inline std::enable_if_t<(Size > 32), std::decay_t<T>> reduce(const thread_block_tile<Size, Parent> &tile, T &&value,
                                                             Operation &&operation)
{
    const std::decay_t<T> own = value;
    return tile.reduced(own, operation);
}

// Done when they return, which CUDA allows.
template <class Group, class Atomic, class T, class Operation>
inline void reduce_update_async(const Group &group, Atomic &destination, T &&value, Operation &&operation)
{
    const std::decay_t<T> sum = reduce(group, value, operation);
    if (group.thread_rank() == 0)
        details::update_atomically(destination, sum, operation);
}

template <class Group, class Atomic, class T, class Operation>
inline void reduce_store_async(const Group &group, Atomic &destination, T &&value, Operation &&operation)
{
    const std::decay_t<T> sum = reduce(group, value, operation);
    if (group.thread_rank() == 0)
        destination.store(sum);
}

} // namespace cooperative_groups

#endif
