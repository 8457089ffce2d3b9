// A host loop whose arrays stay in shared memory, on the device: `#pragma pt loop keep(a)`.
//
// In:  steps of one kernel that reads one array and writes the other, whose parts change from step to step (a, b; b, a; ...); for
//      each tile, a run of the kernel's blocks, the elements that are its own. Out: what the steps one after the other would
//      have done.
// How: a group has a tile of both arrays in shared memory, and around the tile room for a halo of what its neighbours write. In each
//      step the groups send each other the edges of their tiles, and wait for those of their neighbours alone; then the blocks of
//      the tile read and write there. There is no barrier of the grid. Behind the last step the tiles go back to where they came from.
// Invariant: an element has one tile that writes it, and a tile's halo lies in the tiles beside it. That is what a probe (below) has
//            found for one step, and it holds for all, since nothing that a step reads decides what it touches (src/frontend/keep.h).
//            In global memory a group touches the elements of its own tile alone.
// Memory order: halo.cuh.
// Source: our own. That tiles stay: Zhang et al., "PERKS: a Locality-Optimized Execution Model for Iterative Memory-bound GPU
//         Applications".
#ifndef PT_KEEP_CUH
#define PT_KEEP_CUH

#include "halo.cuh"
#include "keep_host.cuh"
#include "loop.cuh"

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
    template <class I> __device__ __forceinline__ T operator[](I index) const
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
    template <class I> __device__ __forceinline__ probe_target operator[](I index) const
    {
        range->touch(static_cast<unsigned long long>(index));
        return probe_target();
    }
};

// In place of another pointer.
template <class T> struct probe_other {
    const T *elements;
    kept_range *range;
    template <class I> __device__ __forceinline__ const T &operator[](I index) const
    {
        const T &element = elements[index];
        const unsigned long long first = reinterpret_cast<unsigned long long>(&element), not_last = ~(first + sizeof(T) - 1u);
        range->first = first < range->first ? first : range->first;
        range->not_last = not_last < range->not_last ? not_last : range->not_last;
        return element;
    }
};

// ---- a step's blocks -------------------------------------------------------------------------------------------------

// An argument of the kernel: what stands for the array that it reads or writes, or its own; for another pointer, what a probe puts there.
enum : int { kept_as_it_is, kept_read, kept_written, kept_other };
template <int what, class P> struct kept_argument {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const P &pick(const unsigned char *bytes, const In &, const Out &, kept_range *)
    {
        return *reinterpret_cast<const P *>(bytes);
    }
};
template <class P> struct kept_argument<kept_read, P> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const In &pick(const unsigned char *, const In &in, const Out &, kept_range *)
    {
        return in;
    }
};
template <class P> struct kept_argument<kept_written, P> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ const Out &pick(const unsigned char *, const In &, const Out &kept_out, kept_range *)
    {
        return kept_out;
    }
};
template <class P> struct kept_argument<kept_other, P> {
    template <class Kernel, class In, class Out>
    static __device__ __forceinline__ typename Kernel::template other<P> pick(const unsigned char *bytes, const In &, const Out &, kept_range *range)
    {
        return Kernel::template make_other<P>(*reinterpret_cast<const P *>(bytes), range);
    }
};

template <class Step, class Run> struct kept_step;

template <class Step, class... P> struct kept_step<Step, void (*)(const uint3 &, const dim3 &, P...)> {
    using layout = parameter_layout<P...>;
    using element = typename kept_element<Step, P...>::type;
    static constexpr unsigned parameters = sizeof...(P);

    // The kernel itself.
    struct plain {
        template <class X> using other = X;
        template <class X> static __device__ __forceinline__ X make_other(X pointer, kept_range *) { return pointer; }
        template <class... X> static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const X &...x)
        {
            Step::pt_run(block, grid, x...);
        }
    };
    // The kernel with its accesses noted.
    struct probing {
        template <class X> using other = probe_other<typename std::remove_pointer<X>::type>;
        template <class X> static __device__ __forceinline__ other<X> make_other(X pointer, kept_range *range) { return other<X>{pointer, range}; }
        template <class... X> static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const X &...x)
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
            run_block<Kernel>(l, block, in, kept_out, others, std::index_sequence_for<P...>());
            block = block_behind(l, block);
        }
    }
    // The same for one or two, the same ones in each step: what follows from the block's place is computed once for all steps.
    template <class In, class Out>
    static __device__ __forceinline__ void run_few(const kept_launch &l, const uint3 &first, const uint3 &second, unsigned count, const In &in,
                                                   const Out &kept_out)
    {
        run_block<plain>(l, first, in, kept_out, nullptr, std::index_sequence_for<P...>());
        if (count > 1u)
            run_block<plain>(l, second, in, kept_out, nullptr, std::index_sequence_for<P...>());
    }

  private:
    template <class X, std::size_t index> struct kind {
        static constexpr int value = index == Step::pt_kept_in         ? kept_read
                                     : index == Step::pt_kept_out      ? kept_written
                                     : std::is_pointer<X>::value ? kept_other
                                                                       : kept_as_it_is;
    };

    template <class Kernel, class In, class Out, std::size_t... I>
    static __device__ __forceinline__ void run_block(const kept_launch &l, const uint3 &block, const In &in, const Out &kept_out, kept_range *others,
                                                     std::index_sequence<I...>)
    {
        Kernel::run(block, dim3(l.launch.grid_x, l.launch.grid_y, l.launch.grid_z),
                    kept_argument<kind<P, I>::value, P>::template pick<Kernel>(l.arguments + layout::offset(I), in, kept_out, others + I)...);
    }
};

template <class Step> using kept = kept_step<Step, decltype(&Step::pt_run)>;

} // namespace detail

// By a group for each tile. `is_few`: a tile has one block or two.
template <class Step, bool is_few> static __device__ __forceinline__ void keep_loop(const kept_launch &l)
{
    using step = detail::kept<Step>;
    using T = typename step::element;
    constexpr unsigned words = sizeof(T) / 4u;
    const unsigned tile = ::blockIdx.x, thread = detail::thread_in_group(), threads = detail::group_threads();
    const unsigned begin = l.bounds[tile], end = l.bounds[tile + 1u];
    const unsigned below = tile ? l.halo_below : 0u, above = tile + 1u < l.tiles ? min(l.halo_above, l.bounds[tile + 2u] - end) : 0u;
    const unsigned first = begin - below;
    const unsigned first_item = tile * l.items_of_tile, count = min(l.items_of_tile, l.launch.items - first_item);
    const uint3 first_block = order_linear::block_of(first_item, l.launch), second_block = step::block_behind(l, first_block);
    const unsigned own = below * sizeof(T);
    const halo h = {own,
                    static_cast<unsigned>((end - l.halo_below - first) * sizeof(T)),
                    static_cast<unsigned>((end - first) * sizeof(T)),
                    tile != 0u ? min(l.halo_above, end - begin) * words : 0u,
                    tile + 1u < l.tiles ? l.halo_below * words : 0u,
                    below * words,
                    above * words,
                    detail::packets_of(l, tile),
                    detail::packets_of(l, tile - 1u) + 2u * l.halo_pairs,
                    detail::packets_of(l, tile + 1u)};
    T *const arrays[2] = {static_cast<T *>(l.arrays[0]), static_cast<T *>(l.arrays[1])};
    unsigned in = 0u, out = l.tile_bytes; // where they are in shared memory
    for (unsigned i = thread; i < end - begin; i += threads) {
        detail::kept_at<T>(in + own)[i] = arrays[0][begin + i];
        detail::kept_at<T>(out + own)[i] = arrays[1][begin + i];
    }
    ::__syncthreads();
    for (unsigned s = 0u; s < l.steps; s++) {
        exchange_halos(l, h, in, s, l.first_tag + s);
        ::__syncthreads();
        // As if the whole arrays lay there.
        T *const read = detail::kept_at<T>(in) - first, *const written = detail::kept_at<T>(out) - first;
        if (is_few)
            step::run_few(l, first_block, second_block, count, read, written);
        else
            step::template run<typename step::plain>(l, first_block, count, read, written, nullptr);
        ::__syncthreads();
        const unsigned other = in;
        in = out;
        out = other;
    }
    if (l.steps % 2u != 0u) {
        const unsigned other = in;
        in = out;
        out = other;
    }
    for (unsigned i = thread; i < end - begin; i += threads) {
        arrays[0][begin + i] = detail::kept_at<T>(in + own)[i];
        arrays[1][begin + i] = detail::kept_at<T>(out + own)[i];
    }
}

template <class Step> __global__ void kept_loop_kernel(const __grid_constant__ kept_launch pt_kept) { keep_loop<Step, false>(pt_kept); }

// More of what it computes stays in registers, as many as a group of any size may have.
template <class Step> __global__ void __launch_bounds__(1024) kept_loop_of_few_kernel(const __grid_constant__ kept_launch pt_kept)
{
    keep_loop<Step, true>(pt_kept);
}

// Which elements the blocks of each slice read and write, a slice being the blocks that are not taken apart: groups take every
// groups-th slice.
template <class Step> __global__ void kept_probe_kernel(const __grid_constant__ kept_launch pt_kept)
{
    using step = detail::kept<Step>;
    using T = typename step::element;
    const kept_launch &l = pt_kept;
    detail::touched *const ranges = detail::kept_at<detail::touched>(0u);
    for (unsigned slice = ::blockIdx.x; slice < l.tiles; slice += ::gridDim.x) {
        detail::touched read = {~0u, 0u}, written = {~0u, 0u};
        kept_range others[step::parameters + 1u];
        for (kept_range &x : others)
            x.first = x.not_last = ~0ull;
        const unsigned first_item = slice * l.items_of_tile, count = min(l.items_of_tile, l.launch.items - first_item);
        if (is_first_thread())
            ranges[0] = ranges[1] = read;
        ::__syncthreads();
        step::template run<typename step::probing>(l, order_linear::block_of(first_item, l.launch), count, detail::probe_reader<T>{static_cast<const T *>(l.arrays[0]), &read},
                                                   detail::probe_writer{&written}, others);
        atomicMin(&ranges[0].first, read.first);
        atomicMax(&ranges[0].last, read.last);
        atomicMin(&ranges[1].first, written.first);
        atomicMax(&ranges[1].last, written.last);
        for (unsigned i = 0u; i < step::parameters; i++)
            if (others[i].first != ~0ull) {
                atomicMin(&l.others[i].first, others[i].first);
                atomicMin(&l.others[i].not_last, others[i].not_last);
            }
        ::__syncthreads();
        if (is_first_thread())
            l.slices[slice] = kept_slice{ranges[0].first, ranges[0].last, ranges[1].first, ranges[1].last};
        ::__syncthreads();
    }
}

} // namespace pt

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

template <class Step> static inline void describe_kernels(kept_kernel &k, std::true_type)
{
    k.loop = reinterpret_cast<const void *>(&::pt::kept_loop_kernel<Step>);
    k.loop_of_few = reinterpret_cast<const void *>(&::pt::kept_loop_of_few_kernel<Step>);
    k.probe = reinterpret_cast<const void *>(&::pt::kept_probe_kernel<Step>);
#if defined(PT_CPU)
    (void)::pt::cpu::describe(::pt::kept_loop_kernel<Step>, "kept_loop_kernel", 0, 0, 0);
    (void)::pt::cpu::describe(::pt::kept_loop_of_few_kernel<Step>, "kept_loop_of_few_kernel", 0, 0, 0);
    (void)::pt::cpu::describe(::pt::kept_probe_kernel<Step>, "kept_probe_kernel", 0, 0, 0);
#endif
}
template <class Step> static inline void describe_kernels(kept_kernel &, std::false_type) {}

template <class Step, class... P> static inline kept_kernel describe_kept(void (*)(const uint3 &, const dim3 &, P...))
{
    using element = ::pt::detail::kept_element<Step, P...>;
    kept_kernel k;
    k.loop = k.loop_of_few = k.probe = nullptr;
    describe_kernels<Step>(k, std::integral_constant<bool, element::fits>());
    k.in = Step::pt_kept_in;
    k.out = Step::pt_kept_out;
    k.element_bytes = sizeof(typename element::type);
    k.parameters = sizeof...(P);
    return k;
}

} // namespace detail

template <class Step> static inline const kept_kernel &kept_kernel_of()
{
    static const kept_kernel k = detail::describe_kept<Step>(decltype(&Step::pt_run)());
    return k;
}

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
