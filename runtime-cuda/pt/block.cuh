// Barriers of one thread group: what must happen between two items, and the barriers of items that some
// threads leave before others have passed their last barrier.
//
// In:  all threads of the group, at the end of an item or at a barrier of its body. Out: order of shared
//      memory, and warps that are whole again.
// Invariant: all barriers of a draining item, and those that its leavers serve, are the same barrier (id 0,
//            not aligned, since warps are diverged here): one that also reduces "have all threads left?".
//            A thread in the body says no, a thread that has left says yes and goes on serving until the
//            answer is yes, so that no barrier of the body ever waits for a thread that is gone.
#ifndef PT_BLOCK_CUH
#define PT_BLOCK_CUH

namespace pt {

// Shared memory by its own 32-bit addresses, which take half the registers of generic pointers.
static __device__ __forceinline__ unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

static __device__ __forceinline__ uint4 load_shared(unsigned address)
{
    uint4 words;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "r"(address)
                 : "memory");
    return words;
}

static __device__ __forceinline__ void store_shared(unsigned address, uint4 words)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(words.x), "r"(words.y),
                 "r"(words.z), "r"(words.w)
                 : "memory");
}

// Barrier 0 of the group, not aligned, with the conjunction of `value` over its threads.
static __device__ __forceinline__ bool barrier_all(bool value)
{
    unsigned result;
    asm volatile("{\n\t"
                 ".reg .pred in, out;\n\t"
                 "setp.ne.u32 in, %1, 0;\n\t"
                 "barrier.cta.red.and.pred out, 0, in;\n\t"
                 "selp.u32 %0, 1, 0, out;\n\t"
                 "}"
                 : "=r"(result)
                 : "r"(static_cast<unsigned>(value))
                 : "memory");
    return result != 0;
}

// Likewise, with the number of threads whose `value` is true.
static __device__ __forceinline__ unsigned barrier_count(bool value)
{
    unsigned result;
    asm volatile("{\n\t"
                 ".reg .pred in;\n\t"
                 "setp.ne.u32 in, %1, 0;\n\t"
                 "barrier.cta.red.popc.u32 %0, 0, in;\n\t"
                 "}"
                 : "=r"(result)
                 : "r"(static_cast<unsigned>(value))
                 : "memory");
    return result;
}

// A policy's `separate` stands between two items of a chunk, its `meet` between two chunks, where a barrier of
// the group is needed anyway. `before_fetch`: separate is so cheap that it stands in front of meet as well,
// which saves a branch in the loop.

// Items have no warp operation, no barrier and no shared memory: nothing at all.
struct between_none {
    static constexpr bool before_fetch = true;
    static __device__ __forceinline__ void separate() {}
    static __device__ __forceinline__ void meet()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
};

// No memory is shared between items: warps only become whole again.
struct between_warp {
    static constexpr bool before_fetch = true;
    static __device__ __forceinline__ void separate() { ::__syncwarp(); }
    static __device__ __forceinline__ void meet()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
};

// The next item writes shared memory that this one may still read.
struct between_block {
    static constexpr bool before_fetch = false;
    static __device__ __forceinline__ void separate()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
    static __device__ __forceinline__ void meet() { separate(); }
};

// The body's barriers are `draining_barrier`: serve them until every thread has left.
struct between_drain {
    static constexpr bool before_fetch = false;
    static __device__ __forceinline__ void separate()
    {
        while (!barrier_all(true)) {
        }
        ::__syncwarp();
    }
    static __device__ __forceinline__ void meet() { separate(); }
};

// An item that started asynchronous copies into shared memory ends with them: the hardware would wait for them at
// the end of a block, and the next item writes the same memory.
static __device__ __forceinline__ void finish_async_copies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

struct draining_barrier {
    __device__ __forceinline__ void operator()() const { barrier_all(false); }
};

// Where the body also votes at barriers, every barrier takes two steps: have all threads left, and, if not,
// how many of those that stay have a true predicate. A thread that has left votes in both. To tell "all
// that stay" from "all", the number that stay is counted in the first step.
struct between_drain_voting {
    static constexpr bool before_fetch = false;
    static __device__ __forceinline__ void separate()
    {
        while (barrier_count(false) != 0)
            barrier_count(false);
        ::__syncwarp();
    }
    static __device__ __forceinline__ void meet() { separate(); }
};

struct draining_barrier_voting {
    __device__ __forceinline__ void operator()() const
    {
        barrier_count(true);
        barrier_count(false);
    }
};

struct draining_count {
    __device__ __forceinline__ int operator()(int predicate) const
    {
        barrier_count(true);
        return static_cast<int>(barrier_count(predicate != 0));
    }
};

struct draining_and {
    __device__ __forceinline__ int operator()(int predicate) const
    {
        const unsigned staying = barrier_count(true);
        return barrier_count(predicate != 0) == staying;
    }
};

struct draining_or {
    __device__ __forceinline__ int operator()(int predicate) const
    {
        barrier_count(true);
        return barrier_count(predicate != 0) != 0;
    }
};

} // namespace pt

#endif
