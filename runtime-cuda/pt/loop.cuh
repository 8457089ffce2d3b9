// A host loop as one launch, on the device: the steps that the host has recorded, with a grid barrier between two of them.
//
// In:  a cooperative launch; a record of steps, each the launch of one of the kernels `Steps` or an operation on memory. Out: what
//      the launches one after the other would have done.
// Invariant: all groups take the same steps in the same order; between two of them all groups have met, so that what one step wrote
//            the next one reads (barrier.cuh). The record is the kernel's parameter: constant, and each launch's own.
// Memory: the kernels' items are inlined here, where no pointer is a kernel's parameter: `const __restrict__` makes no read-only
//         loads of them, which would go by a cache that the barrier does not clean.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.4 (global synchronisation).
#ifndef PT_LOOP_CUH
#define PT_LOOP_CUH

#include "barrier.cuh"
#include "loop_host.cuh"
#include "loop_types.cuh"
#include "loop_memory.cuh"
#include "loop_record.cuh"
#include "loop_step.cuh"

#include <type_traits>
#include <utility>

namespace pt {
namespace detail {

template <class Between> static __device__ __forceinline__ void begin_step() { Between::begin(); }
// The barrier of draining items is there from the kernel's beginning on.
template <> __device__ __forceinline__ void begin_step<between_drain>() { between_drain::separate(); }

template <class Step, class Run> struct step_runner;

template <class Step, class... Parameter> struct step_runner<Step, void (*)(const uint3 &, const dim3 &, Parameter...)> {
    using layout = parameter_layout<Parameter...>;

    static __device__ __forceinline__ void run(const loop_step &step) { run_if(step, std::integral_constant<bool, layout::are_bytes>()); }

  private:
    static __device__ __forceinline__ void run_if(const loop_step &step, std::true_type) { run_blocks(step, std::index_sequence_for<Parameter...>()); }
    static __device__ __forceinline__ void run_if(const loop_step &, std::false_type) {}

    // Every groups-th block, as between the barriers of a kernel (barrier.cuh).
    template <std::size_t... Index> static __device__ __forceinline__ void run_blocks(const loop_step &step, std::index_sequence<Index...>)
    {
        using between = typename Step::pt_between;
        const launch &l = step.launch;
        begin_step<between>();
        for (unsigned item = ::blockIdx.x; item < l.items;) {
            Step::pt_run(Step::pt_order::block_of(item, l), dim3(l.grid_x, l.grid_y, l.grid_z),
                      *reinterpret_cast<const Parameter *>(step.arguments() + layout::offset(Index))...);
            advance(item, ::gridDim.x);
            if (between::before_fetch || item < l.items)
                between::separate();
        }
    }
};

// How many guesses there are in front of a step, those of earlier launches included.
static __device__ __forceinline__ unsigned guesses_before(const loop_launch &l, unsigned index)
{
    unsigned count = l.first_guess;
    for (unsigned i = 0u; i < index; i++)
        count += l.step(i).kind == loop_step::guess;
    return count;
}

// The guess at `index`, by one thread of all: it tells the host, and the other groups behind the next barrier.
static __device__ __forceinline__ bool is_wrong(const loop_launch &l, unsigned index)
{
    const bool wrong = is_guess_wrong(l.step(index).arguments(), l.answer);
    if (wrong) {
        l.answer->wrong = guesses_before(l, index);
        l.answer->wrong_chain = l.chain;
    }
    return wrong;
}

// A step that is done as soon as the guess before it, by the same thread: a flag that is reset, say.
static __device__ __forceinline__ bool is_small(const loop_step &step)
{
    return step.kind == loop_step::store ||
           (step.kind == loop_step::set && reinterpret_cast<const loop_memory *>(step.arguments())->bytes <= sizeof(uint4));
}

static __device__ __forceinline__ void run_small(const loop_step &step)
{
    const loop_memory &m = *reinterpret_cast<const loop_memory *>(step.arguments());
    unsigned char *const to = static_cast<unsigned char *>(m.to);
    for (unsigned i = 0u; i < m.bytes; i++)
        to[i] = step.kind == loop_step::set ? static_cast<unsigned char>(m.value) : step.arguments()[sizeof(loop_memory) + i];
}

// Was a guess of this chain wrong? One thread of a group looks: a word that all threads of all groups ask for comes slowly.
static __device__ __forceinline__ bool is_chain_wrong(const loop_launch &l)
{
    return ::__syncthreads_or(is_first_thread() && device_scope::load_relaxed(&l.answer->wrong_chain) == l.chain) != 0;
}

template <unsigned index> static __device__ __forceinline__ void run_step(const loop_step &step, unsigned kind)
{
    if (kind != loop_step::guess)
        run_memory(step.kind, step.arguments());
}

template <unsigned index, class Step, class... Others> static __device__ __forceinline__ void run_step(const loop_step &step, unsigned kind)
{
    if (kind == index)
        step_runner<Step, decltype(&Step::pt_run)>::run(step);
    else
        run_step<index + 1u, Others...>(step, kind);
}

template <class... Steps> struct any_drains {
    static constexpr bool value = false;
};
template <class Step, class... Others> struct any_drains<Step, Others...> {
    static constexpr bool value = std::is_same<typename Step::pt_between, between_drain>::value || any_drains<Others...>::value;
};

template <class... Steps> static __device__ __forceinline__ void run_loop(const loop_launch &l)
{
    const global_sync<false> pt_global_sync(l.launch);
    if (any_drains<Steps...>::value)
        between_drain::begin();
    if (l.first_guess != 0u && is_chain_wrong(l))
        return;
    const bool is_first = ::blockIdx.x == 0u && is_first_thread();
    const loop_step *step = &l.step(0u);
    for (unsigned i = 1u;; i++) {
        run_step<0u, Steps...>(*step, step->kind);
        const bool guesses = step->kind == loop_step::guess;
        if (guesses) {
            const bool wrong = is_first && is_wrong(l, i - 1u);
            if (i < l.steps && is_small(l.step(i))) {
                if (is_first && !wrong)
                    run_small(l.step(i));
                i++;
            }
        }
        if (i == l.steps)
            return;
        step = &l.step(i); // found while the groups wait for each other
        grid_barrier();
        if (guesses && is_chain_wrong(l))
            return;
    }
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ <= 720 || __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
enum : unsigned { largest_groups_of_multiprocessor = 2u };
#else
enum : unsigned { largest_groups_of_multiprocessor = 1u };
#endif

} // namespace detail

template <class... Steps> __global__ void loop_kernel(const __grid_constant__ loop_launch pt_loop) { detail::run_loop<Steps...>(pt_loop); }

// The same in 32 registers, with which a multiprocessor of 2048 threads is full of them. The host takes it where more groups are resident so,
// and nothing is spilled (loop_launcher.cuh): what ptxas does not spend on the loop itself, it need not have. Other multiprocessors hold one
// group of 1024 (CUDA Programming Guide, "Technical Specifications per Compute Capability"), and ptxas warns of a bound that asks for two.
// With -rdc=true the kernel may call what another file defines, or what ptxas keeps apart with -G, in more registers than that: nvlink
// refuses it, so there is none.
#if defined(__CUDACC_RDC__) || defined(__CLANG_RDC__)
template <class... Steps> inline const void *narrow_loop() { return reinterpret_cast<const void *>(&loop_kernel<Steps...>); }
#else
template <class... Steps>
__global__ void __launch_bounds__(1024, detail::largest_groups_of_multiprocessor) narrow_loop_kernel(const __grid_constant__ loop_launch pt_loop)
{
    detail::run_loop<Steps...>(pt_loop);
}
template <class... Steps> inline const void *narrow_loop() { return reinterpret_cast<const void *>(&narrow_loop_kernel<Steps...>); }
#endif

} // namespace pt

namespace ptrt {
PTRT_OF_THIS_FILE {

// The loop around the launches of the kernels whose steps these are.
template <class... Steps> class recorded_loop : public detail::loop_recorder {
  public:
    recorded_loop(loop_site &site, bool records = true)
        : loop_recorder(site.of_loop, site.choice, functions(), graphs_of_thread<recorded_loop>(), limits_of_loop_, records)
    {
#if defined(PT_CPU)
        size_t shared_bytes = 0;
        for (size_t bytes : {Steps::pt_static_shared_bytes...})
            shared_bytes += bytes;
        bool all = ::pt::cpu::describe(::pt::loop_kernel<Steps...>, site.of_loop.name, 0, 0, shared_bytes) &&
                   ::pt::cpu::describe(::pt::narrow_loop_kernel<Steps...>, site.of_loop.name, 0, 0, shared_bytes) &&
                   ::pt::cpu::describe(::pt::memory_step_kernel<detail::loop_functions::memory_bytes>, site.of_loop.name, 0, 0, 0) &&
                   ::pt::cpu::describe(::pt::chain_kernel<0u>, site.of_loop.name, 0, 0, 0);
        for (bool one : {(::pt::cpu::describe(::pt::step_kernel<Steps, false>, site.of_loop.name, 0, 0, Steps::pt_static_shared_bytes) &&
                          ::pt::cpu::describe(::pt::step_kernel<Steps, true>, site.of_loop.name, 0, 0, Steps::pt_static_shared_bytes))...})
            all = all && one;
        (void)all;
#endif
    }

  private:
    static const detail::loop_functions &functions()
    {
        static const detail::step_functions steps[] = {
            {Steps::pt_twin(),
             {reinterpret_cast<const void *>(&::pt::step_kernel<Steps, false>), reinterpret_cast<const void *>(&::pt::step_kernel<Steps, true>)},
             std::is_same<typename Steps::pt_between, ::pt::between_drain>::value}...};
        static const detail::loop_functions all = {
            reinterpret_cast<const void *>(&::pt::loop_kernel<Steps...>), ::pt::narrow_loop<Steps...>(),
            reinterpret_cast<const void *>(&::pt::memory_step_kernel<detail::loop_functions::memory_bytes>),
            reinterpret_cast<const void *>(&::pt::chain_kernel<0u>), steps,
            static_cast<unsigned>(sizeof...(Steps))};
        return all;
    }
    detail::loop_kernel_limits limits_of_loop_[sizeof...(Steps)] = {};
};

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
