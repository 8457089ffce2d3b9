// Copies that a group makes together (CUDA C++ Programming Guide, "memcpy_async", "wait and wait_prior").
//
// In:  a group, all of whose threads call; bytes, or elements of two arrays. Out: the copy is made when `wait` returns.
// Invariant: the member of rank 0 copies at once, so waiting is the group's sync, however many copies may stay under
//            way.
#ifndef PT_CPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define PT_CPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#include <string.h>

namespace cooperative_groups {

// `size`: bytes, a number or a cuda::aligned_size_t.
template <class Group, class Size>
inline void memcpy_async(const Group &group, void *to, const void *from, const Size &size)
{
    if (group.thread_rank() == 0)
        memcpy(to, from, static_cast<size_t>(size));
}

// As many elements as both arrays have.
template <class Group, class T, class ToLayout, class FromLayout>
inline void memcpy_async(const Group &group, T *to, const ToLayout &to_elements, const T *from,
                         const FromLayout &from_elements)
{
    const size_t room = static_cast<size_t>(to_elements), there = static_cast<size_t>(from_elements);
    if (group.thread_rank() == 0)
        memcpy(static_cast<void *>(to), from, (room < there ? room : there) * sizeof(T));
}

template <class Group> inline void wait(const Group &group) { group.sync(); }

template <unsigned stages, class Group> inline void wait_prior(const Group &group) { group.sync(); }

} // namespace cooperative_groups

#endif
