// A kernel's blocks with something else in the place of its arrays (keep.cuh).
//
// In:  a step that ptcc has written with the types of its two arrays open (pt_run_kept), its arguments as bytes. Out: its blocks run, on
//      arrays in shared memory, or so that each access is noted and nothing is written.
// Invariant: what is noted is what is touched: each element is reached by an array and an index (src/frontend/keep.h).
#ifndef PT_KEEP_STEP_CUH
#define PT_KEEP_STEP_CUH

#include "halo.cuh"
#include "keep_launch.cuh"
#include "loop.cuh"

#include <utility>

namespace pt {
namespace detail {

// ---- the probe's accesses ---------------------------------------------------------------------------------------------

// Elements of an array, by their numbers.
struct touched {
    unsigned first, last; // first > last: none

    __device__ __forceinline__ void touch(unsigned long long index)
    {
        const unsigned place = index < kept_elements_at_most ? static_cast<unsigned>(index) : kept_elements_at_most;
        first = place < first ? place : first;
        last = place > last ? place : last;
    }
};

// In place of the pointer that the kernel reads through: `in[i]`, a copy.
template <class T> struct probe_reader {
    const T *elements;
    touched *range;
    template <class Index> __device__ __forceinline__ T operator[](Index index) const
    {
        range->touch(static_cast<unsigned long long>(index));
        return elements[index];
    }
};

// In place of the pointer that it writes through: `out[i] = x`, which is not done.
struct probe_target {
    template <class T> __device__ __forceinline__ T operator=(T x) const { return x; } // a copy: a constant of the host has no address here
};
struct probe_writer {
    touched *range;
    template <class Index> __device__ __forceinline__ probe_target operator[](Index index) const
    {
        range->touch(static_cast<unsigned long long>(index));
        return probe_target();
    }
};

// In place of another pointer.
template <class T> struct probe_other {
    const T *elements;
    kept_range *range;
    template <class Index> __device__ __forceinline__ const T &operator[](Index index) const
    {
        const T &element = elements[index];
        const unsigned long long first = reinterpret_cast<unsigned long long>(&element), not_last = ~(first + sizeof(T) - 1u);
        range->first = first < range->first ? first : range->first;
        range->not_last = not_last < range->not_last ? not_last : range->not_last;
        return element;
    }
};

// ---- the arrays in shared memory ---------------------------------------------------------------------------------------

// In place of the pointers, once the arrays are there: `begin` is where the whole array would begin. The index of an element is below 2
// to the 30th, as the probe has found, so 32 bits of its place are enough, and what an index has in common from step to step can be
// computed once for all of them.
template <class T> struct kept_reader {
    unsigned begin;
    template <class Index> __device__ __forceinline__ const T &operator[](Index index) const
    {
        return *kept_at<const T>(begin + static_cast<unsigned>(index) * static_cast<unsigned>(sizeof(T)));
    }
};
template <class T> struct kept_writer {
    unsigned begin;
    template <class Index> __device__ __forceinline__ T &operator[](Index index) const
    {
        return *kept_at<T>(begin + static_cast<unsigned>(index) * static_cast<unsigned>(sizeof(T)));
    }
};

// ---- a step's blocks -------------------------------------------------------------------------------------------------

// An argument of the kernel: what stands for the array that it reads or writes, or its own; for another pointer, what a probe puts there.
enum : int { kept_as_it_is, kept_read, kept_written, kept_other };
template <int what, class Parameter> struct kept_argument {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const Parameter &pick(const unsigned char *bytes, const In &, const Out &, kept_range *)
    {
        return *reinterpret_cast<const Parameter *>(bytes);
    }
};
template <class Parameter> struct kept_argument<kept_read, Parameter> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const In &pick(const unsigned char *, const In &in, const Out &, kept_range *)
    {
        return in;
    }
};
template <class Parameter> struct kept_argument<kept_written, Parameter> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const Out &pick(const unsigned char *, const In &, const Out &kept_out, kept_range *)
    {
        return kept_out;
    }
};
template <class Parameter> struct kept_argument<kept_other, Parameter> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ typename Kernel::template other<Parameter> pick(const unsigned char *bytes, const In &, const Out &, kept_range *range)
    {
        return Kernel::template make_other<Parameter>(*reinterpret_cast<const Parameter *>(bytes), range);
    }
};

// For a thread of a tile's group: bit 16 j + i tells whether it runs block i in step j of a round.
static __device__ __forceinline__ unsigned long long *turns_of(const kept_launch &l, unsigned tile)
{
    return l.turns + (static_cast<unsigned long long>(tile) * group_threads() + thread_in_group());
}

template <class Step, class Run> struct kept_step;

template <class Step, class... Parameter> struct kept_step<Step, void (*)(const uint3 &, const dim3 &, Parameter...)> {
    using layout = parameter_layout<Parameter...>;
    using element = typename kept_element<Step, Parameter...>::type;
    static constexpr unsigned parameters = sizeof...(Parameter);

    // The kernel itself.
    struct plain {
        template <class One> using other = One;
        template <class One> static __device__ __forceinline__ One make_other(One pointer, kept_range *) { return pointer; }
        template <class... One> static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const One &...x)
        {
            Step::pt_run_kept(block, grid, x...);
        }
    };
    // The kernel with its accesses noted.
    struct probing {
        template <class One> using other = probe_other<typename std::remove_pointer<One>::type>;
        template <class One> static __device__ __forceinline__ other<One> make_other(One pointer, kept_range *range) { return other<One>{pointer, range}; }
        template <class... One> static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const One &...x)
        {
            Step::pt_run_kept(block, grid, x...);
        }
    };

    static __device__ __forceinline__ uint3 block_behind(const kept_launch &l, uint3 block)
    {
        if (++block.x == l.launch.grid_x) {
            block.x = 0u;
            if (++block.y == l.launch.grid_y) {
                block.y = 0u;
                block.z++;
            }
        }
        return block;
    }

    // So many blocks from one on.
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ void run(const kept_launch &l, uint3 block, unsigned count, const In &in, const Out &kept_out, kept_range *others)
    {
        for (; count > 0u; count--) {
            run_block<Kernel>(l, block, in, kept_out, others, std::index_sequence_for<Parameter...>());
            block = block_behind(l, block);
        }
    }
    // Those with a bit in `which`, of a few that are the same ones in each step: what follows from a block's place is computed once.
    template <unsigned few, class In, class Out>
    static __device__ __forceinline__ void run_few(const kept_launch &l, const uint3 (&blocks)[few], unsigned which, const In &in, const Out &kept_out)
    {
#pragma unroll
        for (unsigned i = 0u; i < few; i++)
            if ((which >> i & 1u) != 0u)
                run_block<plain>(l, blocks[i], in, kept_out, nullptr, std::index_sequence_for<Parameter...>());
    }

  private:
    template <class One, std::size_t index> struct kind {
        static constexpr int value = index == Step::pt_kept_in         ? kept_read
                                     : index == Step::pt_kept_out      ? kept_written
                                     : std::is_pointer<One>::value ? kept_other
                                                                       : kept_as_it_is;
    };

    template <class Kernel, class In, class Out, std::size_t... Index>
    static __device__ __forceinline__ void run_block(const kept_launch &l, const uint3 &block, const In &in, const Out &kept_out, kept_range *others,
                                                     std::index_sequence<Index...>)
    {
        Kernel::run(block, dim3(l.launch.grid_x, l.launch.grid_y, l.launch.grid_z),
                    kept_argument<kind<Parameter, Index>::value, Parameter>::template pick<Kernel>(l.arguments + layout::offset(Index), in, kept_out, others + Index)...);
    }
};

template <class Step> using kept = kept_step<Step, decltype(&Step::pt_run)>;

} // namespace detail
} // namespace pt

#endif
