// A host loop whose arrays stay in shared memory, on the device: `#pragma pt loop keep(a)`.
//
// In:  steps of one kernel that reads one array and writes the other, whose parts change from step to step (a, b; b, a; ...); for
//      each tile, a run of the kernel's blocks, the elements that are its own. Out: what the steps one after the other would
//      have done.
// How: a group has a tile of both arrays in shared memory, and around the tile room for a halo of what its neighbours write. In each
//      round the groups send each other the edges of their tiles, and wait for those of their neighbours alone; then the blocks of
//      the tile read and write there. There is no barrier of the grid. Behind the last step the tiles go back to where they came from.
//      A round has one step, or several: the halo is then as many times as wide, and in all steps but the last one the group also runs
//      those threads of the neighbours' blocks whose elements it needs for the next one, which saves it from asking for them.
// Invariant: an element has one tile that writes it in global memory, and a tile's halo lies in the tiles beside it. That is what a probe
//            (keep_probe.cuh) has found for one step, and it holds for all, since nothing that a step reads decides what it touches
//            (src/frontend/keep.h).
// Memory order: halo.cuh.
// Source: that tiles stay: Zhang et al., "PERKS: a Locality-Optimized Execution Model for Iterative Memory-bound GPU
//         Applications". Several steps between two exchanges: the ghost zones of Meng and Skadron, "Performance Modeling and Automatic
//         Ghost Zone Optimization for Iterative Stencil Loops on GPUs". The rest is our own.
#ifndef PT_KEEP_CUH
#define PT_KEEP_CUH

#include "halo.cuh"
#include "keep_host.cuh"
#include "keep_probe.cuh"
#include "keep_step.cuh"

#include <utility>

namespace pt {
namespace detail {

// What a group sends and receives in each round.
template <class T> static __device__ __forceinline__ halo halo_of(const kept_launch &l, unsigned tile)
{
    constexpr unsigned words = sizeof(T) / 4u;
    const unsigned begin = l.bounds[tile], end = l.bounds[tile + 1u];
    const unsigned below = tile != 0u ? l.halo_below : 0u, above = tile + 1u < l.tiles ? min(l.halo_above, l.bounds[tile + 2u] - end) : 0u;
    halo h;
    h.own = begin * sizeof(T);
    h.edge = static_cast<unsigned>((end - l.halo_below) * sizeof(T));
    h.behind_own = static_cast<unsigned>(end * sizeof(T));
    h.words_to_below = tile != 0u ? min(l.halo_above, end - begin) * words : 0u;
    h.words_to_above = tile + 1u < l.tiles ? l.halo_below * words : 0u;
    h.words_below = below * words;
    h.words_above = above * words;
    h.mine = packets_of(l, tile);
    h.to_below = packets_of(l, tile - 1u) + 2u * l.halo_pairs;
    h.to_above = packets_of(l, tile + 1u);
    return h;
}

// The bits of step j of a round. As a word of its own, of which each bit is tested by one instruction.
static __device__ __forceinline__ unsigned turns_in_step(unsigned long long turns, unsigned j)
{
    unsigned which = static_cast<unsigned>(turns >> (kept_launch::few_at_most * j));
#if !defined(PT_CPU)
    asm volatile("" : "+r"(which));
#endif
    return which;
}

static __device__ __forceinline__ void change(unsigned &a, unsigned &b)
{
    const unsigned other = a;
    a = b;
    b = other;
}

} // namespace detail

// By a group for each tile. `few`: no group runs more blocks, of its own or of others; 0: its own, of any number, in rounds of one step.
template <class Step, unsigned few> static __device__ __forceinline__ void keep_loop(const kept_launch &l)
{
    using step = detail::kept<Step>;
    using T = typename step::element;
    const unsigned tile = ::blockIdx.x, thread = detail::thread_in_group(), threads = detail::group_threads();
    const unsigned begin = l.bounds[tile], end = l.bounds[tile + 1u];
    const unsigned first_item = tile * l.items_of_tile, count = min(l.items_of_tile, l.launch.items - first_item);

    constexpr unsigned named = few ? few : 1u;
    uint3 blocks[named];
    const unsigned none = first_item < l.items_below ? l.items_below - first_item : 0u; // of the blocks below, and never run
    blocks[0] = order_linear::block_of(first_item - (l.items_below - none), l.launch);
#pragma unroll
    for (unsigned i = 1u; i < named; i++)
        blocks[i] = i <= none ? blocks[0] : step::block_behind(l, blocks[i - 1u]);
    const unsigned long long turns = l.turns ? *detail::turns_of(l, tile) : (1ull << (few ? count : 0u)) - 1ull;

    const halo h = detail::halo_of<T>(l, tile);
    const halo_exchange<kept_launch> halos(l, h);
    // Where the whole arrays would begin: of each the tile and its halo are there.
    unsigned in = detail::kept_base() - (h.own - 4u * h.words_below), out = in + l.tile_bytes;
    T *const arrays[2] = {static_cast<T *>(l.arrays[0]), static_cast<T *>(l.arrays[1])};
    for (unsigned i = thread; i < end - begin; i += threads) {
        detail::kept_at<T>(in + h.own)[i] = arrays[0][begin + i];
        detail::kept_at<T>(out + h.own)[i] = arrays[1][begin + i];
    }
    ::__syncthreads();

    unsigned exchanges = 0u;
    // What nobody writes around the tile is read there, too, in a round's second step.
    if (l.depth > 1u) {
        halos.exchange(out, exchanges, l.first_tag + exchanges);
        exchanges++;
        ::__syncthreads();
    }
    for (unsigned left = l.steps; left != 0u;) {
        halos.exchange(in, exchanges, l.first_tag + exchanges);
        exchanges++;
        ::__syncthreads();
        const unsigned steps = min(left, l.depth);
        left -= steps;
        for (unsigned j = l.depth - steps; j < l.depth; j++) {
            const detail::kept_reader<T> read = {in};
            const detail::kept_writer<T> written = {out};
            if (few)
                step::run_few(l, blocks, detail::turns_in_step(turns, j), read, written);
            else
                step::template run<typename step::plain>(l, blocks[0], count, read, written, nullptr);
            ::__syncthreads();
            detail::change(in, out);
        }
    }

    if (l.steps % 2u != 0u)
        detail::change(in, out);
    for (unsigned i = thread; i < end - begin; i += threads) {
        arrays[0][begin + i] = detail::kept_at<T>(in + h.own)[i];
        arrays[1][begin + i] = detail::kept_at<T>(out + h.own)[i];
    }
}

template <class Step> __global__ void kept_loop_kernel(const __grid_constant__ kept_launch pt_kept) { keep_loop<Step, 0u>(pt_kept); }

// More of what it computes stays in registers, as many as a group of any size may have.
template <class Step, unsigned few> __global__ void __launch_bounds__(1024) kept_loop_of_few_kernel(const __grid_constant__ kept_launch pt_kept)
{
    keep_loop<Step, few>(pt_kept);
}

} // namespace pt

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

template <class Step, std::size_t... Index> static inline void describe_few(kept_kernel &k, std::index_sequence<Index...>)
{
    const void *const loops[] = {reinterpret_cast<const void *>(&::pt::kept_loop_of_few_kernel<Step, 2u << Index>)...};
    for (std::size_t i = 0; i < sizeof...(Index); i++)
        k.loop_of_few[i] = loops[i];
#if defined(PT_CPU)
    const int described[] = {(::pt::cpu::describe(::pt::kept_loop_of_few_kernel<Step, 2u << Index>, "kept_loop_of_few_kernel", 0, 0, 0), 0)...};
    (void)described;
#endif
}
template <class Step> static inline void describe_kernels(kept_kernel &k, std::true_type)
{
    k.loop = reinterpret_cast<const void *>(&::pt::kept_loop_kernel<Step>);
    describe_few<Step>(k, std::make_index_sequence<kept_kernel::sizes>());
    k.probe = reinterpret_cast<const void *>(&::pt::kept_probe_kernel<Step>);
#if defined(PT_CPU)
    (void)::pt::cpu::describe(::pt::kept_loop_kernel<Step>, "kept_loop_kernel", 0, 0, 0);
    (void)::pt::cpu::describe(::pt::kept_probe_kernel<Step>, "kept_probe_kernel", 0, 0, 0);
#endif
}
template <class Step> static inline void describe_kernels(kept_kernel &, std::false_type) {}

template <class Step, class... Parameter> static inline kept_kernel describe_kept(void (*)(const uint3 &, const dim3 &, Parameter...))
{
    using element = ::pt::detail::kept_element<Step, Parameter...>;
    kept_kernel k;
    k.loop = k.probe = nullptr;
    describe_kernels<Step>(k, std::integral_constant<bool, element::fits>());
    k.in = Step::pt_kept_in;
    k.out = Step::pt_kept_out;
    k.element_bytes = sizeof(typename element::type);
    k.parameters = sizeof...(Parameter);
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
