// How many blocks a launch has: as many as were launched, or fewer where `items(...)` says so on the device.
//
// In:  an integer expression, as a function without parameters. Out: the number of blocks, at most those launched; a negative
//      one stands for none.
// Invariant: it is evaluated once the launches are done that this one depends on, and a launch with a queue evaluates it once
//            for all groups: the first one to come leaves it in the queue's entry, and the last one out takes it away.
//            Without a queue, and in the plain launch, each thread evaluates it for itself.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.1 (a consumer whose producer counts).
#ifndef PT_COUNT_CUH
#define PT_COUNT_CUH

#include "atomic.cuh"
#include "block.cuh"
#include "order.cuh"
#include "schedule.h"

#include <type_traits>

namespace pt {
namespace detail {

// As a number of blocks that is none of the grid's yet.
template <class Count> static __device__ __forceinline__ unsigned long long none_or_more(Count count)
{
    static_assert(std::is_integral<Count>::value || std::is_enum<Count>::value, "items(...) takes an integer");
    return std::is_unsigned<Count>::value || static_cast<long long>(count) > 0 ? static_cast<unsigned long long>(count) : 0ull;
}

template <class Count> static __device__ __forceinline__ unsigned at_most(unsigned most, Count count)
{
    const unsigned long long all = none_or_more(count);
    return all < most ? static_cast<unsigned>(all) : most;
}

} // namespace detail

namespace detail {

// The compiler takes it for another pointer: what is read by it can't be moved in front of this, nor be read through the cache for
// what a kernel's `const __restrict__` parameters point to, which does not see what is written while the kernel runs.
template <class T> static __device__ __forceinline__ void renew(T *&pointer)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("" : "+l"(pointer) : : "memory");
#else
    (void)pointer;
#endif
}
template <class T> static __device__ __forceinline__ void renew(T *__restrict__ &pointer)
{
    T *plain = pointer;
    renew(plain);
    pointer = plain;
}
template <class T> static __device__ __forceinline__ void renew(T &) {}

} // namespace detail

// A launch with the attribute for programmatic dependent launch may begin before what it depends on has ended. `parameters` are the
// kernel's, to be used behind this only.
template <class... Parameter> static __device__ __forceinline__ void wait_for_dependency(Parameter &...parameters)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    const int in_order[] = {0, (detail::renew(parameters), 0)...};
    (void)in_order;
}

// All that were launched.
struct all_blocks {
    static constexpr bool is_counted = false;
    __device__ __forceinline__ unsigned items(const launch &l) const { return l.items; }
    __device__ __forceinline__ unsigned tickets(const launch &l) const { return l.tickets; }
    __device__ __forceinline__ unsigned last_ticket(const launch &l) const { return l.last_ticket; }
};

// The first `items`; of tickets only thread 0 knows.
struct counted_blocks {
    static constexpr bool is_counted = true;
    __device__ __forceinline__ unsigned items(const launch &) const { return items_; }
    __device__ __forceinline__ unsigned tickets(const launch &) const { return tickets_; }
    __device__ __forceinline__ unsigned last_ticket(const launch &) const { return tickets_ + ::gridDim.x - 1u; }

    unsigned items_ = 0u, tickets_ = 0u;
};

// In the plain launch: is this block behind the last one that there is?
template <class Count> static __device__ __forceinline__ bool is_left_out(const Count &count)
{
    wait_for_dependency();
    const unsigned long long block =
        (static_cast<unsigned long long>(::blockIdx.z) * ::gridDim.y + ::blockIdx.y) * ::gridDim.x + ::blockIdx.x;
    return block >= detail::none_or_more(count());
}

} // namespace pt

#endif
