// A step of a loop as a kernel of its own, for graphs of steps (loop_graph.cuh).
//
// In:  the launch, and the arguments behind it. Out: what the launch of the step would have done.
// Programmatic dependent launch: the next step's groups may begin while this one's work, and so are there when it has ended; no group
//      reads or writes memory before all that the launch depends on is done and can be seen (griddepcontrol.wait). A step waits for the
//      one before it, which has waited for the one before that.
// Memory: as in loop.cuh, no pointer is a kernel's parameter, so `const __restrict__` makes no read-only loads, which might be
//         moved in front of the wait.
// Source: CUDA C++ Programming Guide, "Programmatic Dependent Launch and Synchronization"; PTX ISA, griddepcontrol.
#ifndef PT_LOOP_STEP_CUH
#define PT_LOOP_STEP_CUH

#include "count.cuh"
#include "loop_memory.cuh"
#include "loop_record.cuh"

#include <type_traits>
#include <utility>

namespace pt {
namespace detail {

// What depends on this launch may begin as soon as all its groups have come here.
static __device__ __forceinline__ void let_next_begin()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// The value is computed here and not later.
static __device__ __forceinline__ void pin(uint3 &block)
{
#if defined(PT_CPU)
    (void)block;
#else
    asm volatile("" : "+r"(block.x), "+r"(block.y), "+r"(block.z));
#endif
}

// Behind the wait. Every thread asks: it is one word for all, in the cache after the first one has it.
static __device__ __forceinline__ bool is_behind_wrong_guess(const step_head &head)
{
    return head.answer != nullptr && head.answer->wrong_chain == head.answer->chain;
}

template <class Step, bool guesses, class Run> struct single_step;

template <class Step, bool guesses, class... Parameter> struct single_step<Step, guesses, void (*)(const uint3 &, const dim3 &, Parameter...)> {
    using layout = parameter_layout<Parameter...>;
    // Larger ones are never recorded, and with what is in front of them might be more than a kernel takes.
    static constexpr bool fits = layout::are_bytes && layout::offset(sizeof...(Parameter)) <= loop_launch::capacity_bytes;
    using record = step_record<fits ? layout::offset(sizeof...(Parameter)) : 0u>;

    static __device__ __forceinline__ void run(const record &r) { run_if(r, std::integral_constant<bool, fits>()); }

  private:
    static __device__ __forceinline__ void run_if(const record &r, std::true_type) { run_blocks(r, std::index_sequence_for<Parameter...>()); }
    static __device__ __forceinline__ void run_if(const record &, std::false_type) {}

    // Each group one block, or every groups-th one, as in a loop that is one launch. The first block stands for itself, so that what follows
    // the wait is short: a kernel's instructions come slowly at first.
    template <std::size_t... Index> static __device__ __forceinline__ void run_blocks(const record &r, std::index_sequence<Index...>)
    {
        using between = typename Step::pt_between;
        const launch &l = r.head.launch;
        let_next_begin();
        unsigned item = ::blockIdx.x;
        uint3 block = r.head.is_dealt ? Step::pt_order::block_of(item, l) : uint3(::blockIdx);
        pin(block);
        between::begin();
        wait_for_dependency();
        if (guesses && is_behind_wrong_guess(r.head))
            return;
        Step::pt_run(block, dim3(l.grid_x, l.grid_y, l.grid_z), *reinterpret_cast<const Parameter *>(r.arguments + layout::offset(Index))...);
        if (!r.head.is_dealt)
            return;
        for (;;) {
            advance(item, ::gridDim.x);
            if (item >= l.items)
                return;
            between::separate();
            block = Step::pt_order::block_of(item, l);
            Step::pt_run(block, dim3(l.grid_x, l.grid_y, l.grid_z), *reinterpret_cast<const Parameter *>(r.arguments + layout::offset(Index))...);
        }
    }
};

} // namespace detail

// `guesses`: in a loop that runs ahead of what it reads back.
template <class Step, bool guesses>
__global__ void step_kernel(const __grid_constant__ typename detail::single_step<Step, guesses, decltype(&Step::pt_run)>::record pt_step)
{
    detail::single_step<Step, guesses, decltype(&Step::pt_run)>::run(pt_step);
}

// The same for a step that is an operation on memory. A template, so that it is only there where it is used.
template <unsigned bytes> __global__ void memory_step_kernel(const __grid_constant__ step_record<bytes> pt_step)
{
    detail::let_next_begin();
    wait_for_dependency();
    if (pt_step.head.kind != loop_step::guess) {
        if (!detail::is_behind_wrong_guess(pt_step.head))
            detail::run_memory(pt_step.head.kind, pt_step.arguments);
    } else if (is_first_thread() && !detail::is_behind_wrong_guess(pt_step.head)) { // of the one group that there is
        loop_answer *const answer = pt_step.head.answer;
        if (detail::is_guess_wrong(pt_step.arguments, answer)) {
            answer->wrong = answer->right;
            answer->wrong_chain = answer->chain;
        } else {
            answer->right++;
        }
    }
}

// In front of a graph with guesses: which chain they belong to, and how many of it were made already.
template <unsigned> __global__ void chain_kernel(loop_answer *answer, unsigned chain, unsigned right)
{
    answer->chain = chain;
    answer->right = right;
}

} // namespace pt

#endif
