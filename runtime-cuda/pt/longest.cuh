// order(longest): the blocks that took longest come first.
//
// In:  the launch record. Out: the block that an item stands for; in a launch that notes them, how long each block took.
// Invariant: the order is a bijection, whatever the lengths are: a permutation that one launch of `longest_first_kernel` writes, and
//            that nobody changes afterwards. While none is known, blocks come in linear order.
//
// A launch with few long blocks ends when the last of these does, and in grid order it may begin late. Longest first ("LPT") takes at
// most a third longer than the best order there is (R. L. Graham, Bounds on Multiprocessing Timing Anomalies, 1969). Here it is nearly that:
// blocks are sorted by powers of two of the mean, so that those of about one length stay together.
// Lengths are noted once for each kernel, shape and grid (libptrt's longest.c): what follows holds for as long as the same blocks are
// the long ones, and costs time, but no results, where they are not.
#ifndef PT_LONGEST_CUH
#define PT_LONGEST_CUH

#include "order.cuh"

namespace pt {

namespace detail {

static __device__ __forceinline__ unsigned *lengths_of(const launch &l) { return reinterpret_cast<unsigned *>(l.lengths); }

// Of one thread. A block is as long as its longest thread.
class block_stopwatch {
  public:
    __device__ __forceinline__ void begin_block(const launch &l)
    {
        if (l.longest == PT_LONGEST_NOTED)
            began_ = now();
    }
    __device__ __forceinline__ void end_block(const launch &l, unsigned block)
    {
        if (l.longest == PT_LONGEST_NOTED && speaks_for_others())
            ::atomicMax(&lengths_of(l)[block], now() - began_);
    }

  private:
    // In units of 64 clocks, of which 32 bits last for two minutes.
    static __device__ __forceinline__ unsigned now() { return static_cast<unsigned>(::clock64() >> 6); }

    // Threads that came here together have taken as long.
    static __device__ __forceinline__ bool speaks_for_others()
    {
#if defined(PT_CPU)
        return true;
#else
        unsigned lanes_before;
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes_before));
        return (::__activemask() & lanes_before) == 0u;
#endif
    }

    unsigned began_ = 0;
};

} // namespace detail

struct order_longest : order_by_item<order_longest> {
    using watch = detail::block_stopwatch;
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        return order_linear::block_of(l.longest == PT_LONGEST_FIRST ? detail::lengths_of(l)[item] : item, l);
    }
};

enum : unsigned { longest_threads = 512, longest_classes = 16 };

// What a launch that notes lengths needs, all 0 at first; the lengths follow.
struct longest_record {
    unsigned long long sum;
    unsigned of_class[longest_classes];                // blocks of each class
    unsigned begin[longest_classes][longest_threads]; // how many in a thread's part, then where they go in their class
};

namespace detail {

// 0: shorter than twice the mean, 1: than four times, and so on.
static __device__ __forceinline__ unsigned class_of_length(unsigned length, unsigned long long mean)
{
    unsigned c = 0;
    for (unsigned long long bound = 2 * mean; c + 1 < longest_classes && length >= bound; bound *= 2)
        c++;
    return c;
}

} // namespace detail

// One block: sorts the blocks by the class of their length, the longest first, and in grid order within a class, where neighbours may
// share what is in a cache. The template parameter means nothing: only files that launch the kernel have it.
template <unsigned>
__global__ void __launch_bounds__(longest_threads) longest_first_kernel(longest_record *r, unsigned *order, unsigned items)
{
    const unsigned *const lengths = reinterpret_cast<const unsigned *>(r + 1);
    const unsigned thread = ::threadIdx.x, part = (items + longest_threads - 1) / longest_threads;
    const unsigned first = min(items, thread * part), end = min(items, first + part);
    unsigned long long sum = 0;
    for (unsigned i = first; i < end; i++)
        sum += lengths[i];
    ::atomicAdd(&r->sum, sum);
    ::__syncthreads();
    const unsigned long long mean = r->sum / items + 1;
    for (unsigned i = first; i < end; i++)
        r->begin[detail::class_of_length(lengths[i], mean)][thread]++;
    ::__syncthreads();
    if (thread < longest_classes) {
        unsigned before = 0;
        for (unsigned i = 0; i < longest_threads; i++) {
            const unsigned count = r->begin[thread][i];
            r->begin[thread][i] = before;
            before += count;
        }
        r->of_class[thread] = before;
    }
    ::__syncthreads();
    for (unsigned i = first; i < end; i++) {
        const unsigned c = detail::class_of_length(lengths[i], mean);
        unsigned place = r->begin[c][thread]++;
        for (unsigned longer = c + 1; longer < longest_classes; longer++)
            place += r->of_class[longer];
        order[place] = i;
    }
}

// Its host address, for what describes a kernel (ptrt.h).
template <unsigned unused = 0> const void *longest_first()
{
#if defined(PT_CPU)
    static const bool described = cpu::describe(longest_first_kernel<unused>, "longest_first_kernel", 0, 0, 0);
    (void)described;
#endif
    return reinterpret_cast<const void *>(&longest_first_kernel<unused>);
}

} // namespace pt

#endif
