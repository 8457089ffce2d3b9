// Templates of a library that ask a group for more than they know of it.
#pragma once
#include <cooperative_groups.h>

namespace groups {
template <class G> __device__ void wait(const G &g) { g.sync(); }
template <class G> __device__ void sync(const G &g) { g.sync(); }
template <class G> __device__ unsigned rank(const G &g) { return g.thread_rank(); }
template <class G> __device__ unsigned index(const G &g) { return g.group_index().x; }
} // namespace groups
