// Live values: what a software block has in registers and shared memory and needs again behind a grid barrier.
//
// In:  a launch whose groups work on several blocks each, with memory for what is live (launch.cuh allocates it), or on one, without.
//      Out: in each phase a block finds what it left in the phases before.
// Invariant: without that memory everything stays where it is, in registers and shared memory. With it, a value lies where only
//            the thread that wrote it reads it again: the same group has the block in every phase (for_each_block), and
//            copies of shared memory are made by the same threads in both directions. So no fence is needed.
// Layout: of a block first the threads' values, for each variable an array with an element for each thread, then its shared memory.
// Source: Stratton, Stone, Hwu, "MCUDA", 3.3 (selective replication), with blocks in the place of threads.
#ifndef PT_LIVE_CUH
#define PT_LIVE_CUH

#include "abi.h"
#include "block.cuh"
#include "grid.cuh"
#include "order.cuh"

#include <type_traits>

namespace pt {

// The place of a class that is a parameter: it is made before the kernel begins, so that only its copies matter.
template <class T> struct live_parameter {
    static_assert(std::is_trivially_copyable<T>::value && std::is_trivially_copy_assignable<T>::value,
                  "a parameter becomes another for each block and lives across a barrier of the grid, and its copies run functions: keep numbers in its place");
    alignas(T) char bytes[sizeof(T)];
};

// It may be declared without a value and get one later, and a copy of its bytes is a copy of it.
template <class T> struct may_live {
    static constexpr bool value = std::is_trivial<T>::value && alignof(T) <= PT_LIVE_ALIGNMENT;
};

// A thread's live values, by their types: bytes of all, and the sum of those in front of one.
template <class... T> struct live_layout {
    static constexpr unsigned bytes = 0u;
};
template <class First, class... Rest> struct live_layout<First, Rest...> {
    static_assert(may_live<First>::value,
                  "a variable lives across a barrier of the grid, and its type has constructors or a destructor, or is aligned to more than 16: keep numbers in its place");
    static constexpr unsigned bytes = sizeof(First) + live_layout<Rest...>::bytes;
};

namespace detail {

template <unsigned Index, class Layout> struct live_offset;
template <class... T> struct live_offset<0u, live_layout<T...>> {
    static constexpr unsigned value = 0u;
};
template <unsigned Index, class First, class... Rest> struct live_offset<Index, live_layout<First, Rest...>> {
    static constexpr unsigned value = sizeof(First) + live_offset<Index - 1u, live_layout<Rest...>>::value;
};
template <class First, class... Rest> struct live_offset<0u, live_layout<First, Rest...>> {
    static constexpr unsigned value = 0u;
};

// A pointer that says nothing of others: such a type is none of an object in memory.
template <class T> struct without_restrict {
    using type = T;
};
template <class T> struct without_restrict<T *__restrict__> {
    using type = T *;
};

template <class To, class From> static __device__ __forceinline__ void copy_value(To &to, const From &from) { to = from; }
template <class To, class From, size_t Size> static __device__ __forceinline__ void copy_value(To (&to)[Size], const From (&from)[Size])
{
    for (size_t i = 0; i < Size; i++)
        copy_value(to[i], from[i]);
}

} // namespace detail

// The place of a software block's live values; null where they stay in registers.
template <class Layout> class live_block {
  public:
    __device__ __forceinline__ live_block(const launch &l, const uint3 &block, const dim3 &grid)
        : begin_(l.live ? reinterpret_cast<char *>(l.live) + grid_block_rank(block, grid) * l.live_block_bytes : nullptr)
    {
    }
    template <unsigned Index, class T> __device__ __forceinline__ typename detail::without_restrict<T>::type *place() const
    {
        if (!begin_)
            return nullptr;
        const unsigned threads = PT_LIVE_ROUNDED(detail::group_threads());
        return reinterpret_cast<typename detail::without_restrict<T>::type *>(begin_ + threads * detail::live_offset<Index, Layout>::value) + detail::thread_in_group();
    }

  private:
    char *begin_;
};

template <unsigned Index, class Layout, class T> static __device__ __forceinline__ void load_live(const live_block<Layout> &b, T &value)
{
    if (const auto *const place = b.template place<Index, T>())
        detail::copy_value(value, *place);
}

template <unsigned Index, class Layout, class T> static __device__ __forceinline__ void store_live(const live_block<Layout> &b, const T &value)
{
    if (auto *const place = b.template place<Index, T>())
        detail::copy_value(*place, value);
}

// Runs where the phase ends for the thread, wherever it returns.
template <class Body> class at_end {
  public:
    __device__ __forceinline__ explicit at_end(const Body &body) : body_(body) {}
    __device__ __forceinline__ ~at_end() { body_(); }
    at_end(const at_end &) = delete;
    at_end &operator=(const at_end &) = delete;

  private:
    const Body &body_;
};

// direct<T>{value}, direct<T>(value): what T x{value} and T x(value) begin with, whatever words T is written with.
template <class T> using direct = T;

// A variable that was declared with its value, now that it lives on.
template <class T> static __device__ __forceinline__ void set_live(T &to, const T &from) { detail::copy_value(to, from); }

// A variable in shared memory, and whether the phase may use it; those that it does not use tell where the others' copies lie.
struct shared_part {
    void *address;
    unsigned bytes;
    bool is_used;

    template <class T> __device__ __forceinline__ explicit shared_part(T &variable, bool used)
        : address(const_cast<void *>(static_cast<const volatile void *>(&variable))), bytes(sizeof(T)), is_used(used)
    {
    }
    __device__ __forceinline__ explicit shared_part(size_t of_another) : address(nullptr), bytes(static_cast<unsigned>(of_another)), is_used(false) {}
    // All dynamic shared memory of the program. Where that begins only its own name says: ptxas aligns each for itself.
    template <class T> __device__ __forceinline__ shared_part(const launch &l, T (&variable)[], bool used)
        : address(&variable[0]), bytes(l.slot_offset), is_used(used)
    {
    }
};

namespace detail {

template <class Word> static __device__ __forceinline__ void copy_words(char *to, const char *from, unsigned bytes)
{
    for (unsigned i = thread_in_group() * sizeof(Word); i < bytes; i += group_threads() * sizeof(Word))
        *reinterpret_cast<Word *>(to + i) = *reinterpret_cast<const Word *>(from + i);
}

// By all threads of the group; the same thread copies the same words in both directions.
static __device__ __forceinline__ void copy_shared(const launch &l, unsigned thread_bytes, const shared_part *parts, unsigned count, const uint3 &block,
                                                   const dim3 &grid, bool to_block)
{
    char *at = reinterpret_cast<char *>(l.live) + grid_block_rank(block, grid) * l.live_block_bytes + PT_LIVE_ROUNDED(group_threads()) * thread_bytes;
    for (unsigned i = 0u; i < count; i++) {
        char *const variable = static_cast<char *>(parts[i].address);
        const bool in_words = (reinterpret_cast<size_t>(variable) | parts[i].bytes) % sizeof(unsigned) == 0u;
        char *const to = to_block ? variable : at, *const from = to_block ? at : variable;
        if (parts[i].is_used && in_words)
            copy_words<unsigned>(to, from, parts[i].bytes);
        else if (parts[i].is_used)
            copy_words<char>(to, from, parts[i].bytes);
        at += PT_LIVE_ROUNDED(parts[i].bytes);
    }
}

} // namespace detail

// for_each_block (barrier.cuh) for a phase that uses live shared memory. `IsFirst`: no phase has left anything there yet.
template <class Order, class Layout, bool IsFirst, unsigned Count, class Body>
static __device__ __forceinline__ void for_each_block_with_shared(const launch &l, const shared_part (&parts)[Count], const Body &body)
{
    const dim3 grid(l.grid_x, l.grid_y, l.grid_z);
    for (unsigned item = ::blockIdx.x; item < l.items; item += ::gridDim.x) {
        const uint3 block = Order::block_of(item, l);
        if (l.live && !IsFirst) {
            detail::copy_shared(l, Layout::bytes, parts, Count, block, grid, true);
            ::__syncthreads();
        }
        body(block, grid);
        ::__syncwarp();
        ::__syncthreads();
        if (l.live) {
            detail::copy_shared(l, Layout::bytes, parts, Count, block, grid, false);
            ::__syncthreads();
        }
    }
}

// What each block begins with: of a parameter that it may change, and of a flag.
template <class Order, unsigned Index, class Layout, class T> static __device__ __forceinline__ void begin_live(const launch &l, const T &value)
{
    const dim3 grid(l.grid_x, l.grid_y, l.grid_z);
    for (unsigned item = ::blockIdx.x; l.live && item < l.items; item += ::gridDim.x)
        store_live<Index>(live_block<Layout>(l, Order::block_of(item, l), grid), value);
}

} // namespace pt

#endif
