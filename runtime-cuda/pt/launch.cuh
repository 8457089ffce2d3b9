// Launches of rewritten kernels, compiled in the program's own translation unit.
//
// In:  the original kernel, its persistent twin, the launch configuration, the arguments. Out: one launch.
// Invariant: whatever is invalid or unusual goes to the original, so that CUDA answers as it would have; the
//            queries made on the way are made only where they succeed if the launch does, so CUDA's last
//            error neither appears nor disappears. libptrt decides (ptrt.h); here is what must be asked of
//            and done with the CUDA runtime that the program uses.
#ifndef PT_LAUNCH_CUH
#define PT_LAUNCH_CUH

#include "barrier_choice.h"
#include "context.cuh"
#include "longest.cuh"
#include "loop_record.cuh"
#include "occupancy.cuh"
#include "ptrt.h"

#include <cuda_runtime.h>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace ptrt {

PTRT_OF_THIS_FILE {

using kernel = ptrt_kernel_t;

struct config;

// What a launch may be handed to instead of CUDA (loop_host.cuh): a kernel's arguments and where they lie behind each other.
struct launch_arguments {
    void **values;
    const unsigned *offsets; // one more than values: the end
    const unsigned *bytes;
    unsigned count;
    bool are_bytes; // a copy of their bytes is a copy of them
};
class launch_taker {
  public:
    // False: the launch is to be made now.
    virtual bool take(kernel &k, const config &c, const void *original, const void *twin, const launch_arguments &a) = 0;

    // What stands between <<< and >>>, of a launch that this is asked to take.
    config configuration(dim3 grid, dim3 block = 1, size_t dynamic_bytes = 0, cudaStream_t stream = 0);

  protected:
    ~launch_taker() {}
};

// The value of a clause's expression, as a description of a kernel holds it.
template <class T> constexpr unsigned clause_count(T value)
{
    return static_cast<long long>(value) < 1 || static_cast<long long>(value) > 2147483647 ? PTRT_NO_COUNT
                                                                                           : static_cast<unsigned>(value);
}

// What stands between <<< and >>>, or in a cudaLaunchConfig_t.
struct config {
    dim3 grid, block;
    size_t dynamic_shared_bytes;
    cudaStream_t stream;
    ptrt_mode_t mode;
    unsigned groups;
    const void *attributes; // cudaLaunchAttribute, of cudaLaunchKernelEx
    unsigned attribute_count;
    launch_taker *taker; // #pragma pt loop

    config(dim3 grid_blocks, dim3 block_threads = 1, size_t dynamic_bytes = 0, cudaStream_t on_stream = 0)
        : grid(grid_blocks), block(block_threads), dynamic_shared_bytes(dynamic_bytes), stream(on_stream),
          mode(PTRT_MODE_DEFAULT), groups(0), attributes(nullptr), attribute_count(0), taker(nullptr)
    {
    }

    // #pragma pt launch mode(...)
    config mode_nonpt() const { return with(PTRT_MODE_NONPT, 0); }
    config mode_max() const { return with(PTRT_MODE_MAX, 0); }
    template <class T> config mode_groups(T n) const { return with(PTRT_MODE_GROUPS, clause_count(n)); }

  private:
    config with(ptrt_mode_t m, unsigned n) const
    {
        config c = *this;
        c.mode = m;
        c.groups = n;
        return c;
    }
};

inline config launch_taker::configuration(dim3 grid, dim3 block, size_t dynamic_bytes, cudaStream_t stream)
{
    config c(grid, block, dynamic_bytes, stream);
    c.taker = this;
    return c;
}

namespace detail {

static inline bool valid_shape(const dim3 &grid, const dim3 &block)
{
    return grid.x - 1u < 0x7fffffffu && grid.y - 1u < 65535u && grid.z - 1u < 65535u && block.x - 1u < 1024u &&
           block.y - 1u < 1024u && block.z - 1u < 64u && block.x * block.y * block.z <= 1024u;
}

// Shared memory that a block may have without asking for more.
constexpr size_t shared_bytes_by_default = 48u * 1024u;

// What ptrt_learn wants to know. False when the launch is invalid (as things stand).
static inline bool find_facts(const ptrt_request_t &request, const void *original, const void *twin,
                              ptrt_facts_t *facts)
{
    cudaFuncAttributes of_original, of_twin;
    occupancy::device device;
    const int threads = static_cast<int>(request.block[0] * request.block[1] * request.block[2]);
    if (cudaFuncGetAttributes(&of_original, original) != cudaSuccess || threads > of_original.maxThreadsPerBlock ||
        request.dynamic_shared_bytes > static_cast<size_t>(of_original.maxDynamicSharedSizeBytes))
        return false;
    if (cudaFuncGetAttributes(&of_twin, twin) != cudaSuccess || !occupancy::find_device(&device))
        return false;
    *facts = ptrt_facts_t();
    facts->multiprocessors = device.multiprocessors;
    facts->original_local_bytes = of_original.localSizeBytes;
    facts->twin_local_bytes = of_twin.localSizeBytes;
#if CUDART_VERSION >= 12000
    if (of_original.clusterDimMustBeSet != 0 || of_original.requiredClusterWidth > 0) {
        facts->obstacle = "blocks form clusters";
        return true;
    }
#endif
    if (threads > of_twin.maxThreadsPerBlock) {
        facts->obstacle = "the persistent kernel needs too many registers for this block size";
        return true;
    }
#if CUDART_VERSION >= 11080 && !defined(PT_CPU)
    // Code for earlier devices, compiled anew for this one, does not wait.
    constexpr int with_dependent_launch = 90;
    facts->waits = of_original.ptxVersion >= with_dependent_launch && of_twin.ptxVersion >= with_dependent_launch;
#endif
    const size_t bytes = request.dynamic_shared_bytes;
    facts->original_groups = occupancy::resident(original, threads, bytes);
    facts->twin_groups = occupancy::resident_like(of_original, twin, of_twin, threads, bytes, device);
    facts->twin_groups_queue = occupancy::resident_like(of_original, twin, of_twin, threads, pt_bytes_with_slot(bytes), device);
    return true;
}

#if PT_GRID_BARRIER_HAS_CLUSTERS && !defined(PT_CPU) && CUDART_VERSION >= 12000

// How many groups of a cooperative launch are to form a cluster for their barrier: 1 where that cannot be.
static inline unsigned groups_of_cluster(const cudaLaunchConfig_t &launch, const void *twin)
{
    constexpr unsigned wanted = PT_BARRIER_CLUSTER;
    static_assert(wanted >= 1 && wanted <= 8, "a cluster has eight blocks at most, unless its kernel says otherwise");
    int device = 0, has_clusters = 0, clusters = 0;
    if (launch.gridDim.x % wanted != 0u || cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, device) != cudaSuccess || !has_clusters)
        return 1u;
    cudaLaunchAttribute cluster = cudaLaunchAttribute();
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = wanted;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t asked = launch;
    asked.attrs = &cluster;
    asked.numAttrs = 1;
    const bool fits = cudaOccupancyMaxActiveClusters(&clusters, twin, &asked) == cudaSuccess &&
                      static_cast<unsigned>(clusters) >= launch.gridDim.x / wanted;
    return fits ? wanted : 1u;
}

#endif

// The twin, with groups that wait for each other: whether all of them can run at once is CUDA's to say.
static inline cudaError_t launch_cooperatively(const config &c, const void *twin, unsigned groups, size_t dynamic_bytes,
                                               void **arguments)
{
#if CUDART_VERSION >= 11080
    enum { attributes_at_most = 32 }; // CUDA has fewer kinds
    if ((c.attribute_count || PT_GRID_BARRIER_HAS_CLUSTERS) && c.attribute_count + 2 <= attributes_at_most) {
        cudaLaunchAttribute with_ours[attributes_at_most];
        unsigned count = 0;
        for (unsigned i = 0; i < c.attribute_count; i++) {
            with_ours[count] = static_cast<const cudaLaunchAttribute *>(c.attributes)[i];
            count += with_ours[count].id != cudaLaunchAttributeCooperative;
        }
        with_ours[count].id = cudaLaunchAttributeCooperative;
        with_ours[count++].val.cooperative = 1;
        cudaLaunchConfig_t all = cudaLaunchConfig_t();
        all.gridDim = dim3(groups);
        all.blockDim = c.block;
        all.dynamicSmemBytes = dynamic_bytes;
        all.stream = c.stream;
#if PT_GRID_BARRIER_HAS_CLUSTERS && !defined(PT_CPU) && CUDART_VERSION >= 12000
        with_ours[count].id = cudaLaunchAttributeClusterDimension;
        with_ours[count].val.clusterDim.x = groups_of_cluster(all, twin);
        with_ours[count].val.clusterDim.y = with_ours[count].val.clusterDim.z = 1;
        count += with_ours[count].val.clusterDim.x > 1u;
#endif
        all.attrs = with_ours;
        all.numAttrs = count;
        return ::cudaLaunchKernelExC(&all, twin, arguments);
    }
#endif
    return ::cudaLaunchCooperativeKernel(twin, dim3(groups), c.block, arguments, dynamic_bytes, c.stream);
}

// The launch that CUDA makes: of the original as it was asked for, or of the twin.
static inline cudaError_t launch_as_is(const config &c, const void *function, dim3 grid, size_t dynamic_bytes,
                                       void **arguments)
{
#if CUDART_VERSION >= 11080
    if (c.attribute_count) {
        cudaLaunchConfig_t all = cudaLaunchConfig_t();
        all.gridDim = grid;
        all.blockDim = c.block;
        all.dynamicSmemBytes = dynamic_bytes;
        all.stream = c.stream;
        all.attrs = static_cast<cudaLaunchAttribute *>(const_cast<void *>(c.attributes));
        all.numAttrs = c.attribute_count;
        return ::cudaLaunchKernelExC(&all, function, arguments);
    }
#endif
    return ::cudaLaunchKernel(function, grid, c.block, arguments, dynamic_bytes, c.stream);
}

// The same, and it may begin before what is in front of it in the stream has ended.
static inline cudaError_t launch_early(config c, const void *function, dim3 grid, size_t dynamic_bytes, void **arguments)
{
#if CUDART_VERSION >= 11080 && !defined(PT_CPU)
    cudaLaunchAttribute early = cudaLaunchAttribute();
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    c.attributes = &early;
    c.attribute_count = 1;
#endif
    return launch_as_is(c, function, grid, dynamic_bytes, arguments);
}

static inline cudaError_t launch_original(const config &c, const void *original, void **arguments)
{
    return launch_as_is(c, original, c.grid, c.dynamic_shared_bytes, arguments);
}

// The twin of a kernel with grid barriers, with memory for what its blocks need behind them. Memory and launch follow each other in
// the stream, so that nothing waits; without that memory nothing runs, and CUDA's error is the launch's.
static inline cudaError_t launch_with_live_values(const config &c, const void *twin, ptrt_decision_t &decision, void **arguments)
{
    void *live = nullptr;
    cudaError_t result = ::cudaMallocAsync(&live, decision.live_bytes, c.stream);
    if (result != cudaSuccess)
        return result;
    decision.launch.live = reinterpret_cast<uint64_t>(live);
    arguments[0] = &decision.launch;
    result = launch_cooperatively(c, twin, decision.groups, decision.dynamic_shared_bytes, arguments);
    const cudaError_t freed = ::cudaFreeAsync(live, c.stream);
    return result != cudaSuccess ? result : freed;
}

// What a launch needs that notes how long each block takes (longest.cuh).
struct notes {
    void *record, *order; // on the device
    cudaEvent_t done;     // behind what writes the order
};

static inline bool prepare(notes &n, cudaStream_t stream, unsigned items)
{
    const size_t bytes = sizeof(::pt::longest_record) + sizeof(unsigned) * items;
    const capture_aside aside;
    return ::cudaMallocAsync(&n.record, bytes, stream) == cudaSuccess &&
           ::cudaMallocAsync(&n.order, sizeof(unsigned) * items, stream) == cudaSuccess &&
           cudaMemsetAsync(n.record, 0, bytes, stream) == cudaSuccess && cudaEventCreate(&n.done) == cudaSuccess;
}

static inline bool sort_behind(notes &n, const void *longest_first, cudaStream_t stream, unsigned items)
{
    void *arguments[] = {&n.record, &n.order, &items};
    const capture_aside aside;
    return ::cudaLaunchKernel(longest_first, dim3(1), dim3(::pt::longest_threads), arguments, 0, stream) == cudaSuccess &&
           cudaEventRecord(n.done, stream) == cudaSuccess;
}

static inline void give_back(const notes &n, cudaStream_t stream, bool keeps_order)
{
    const capture_aside aside;
    if (n.record)
        ::cudaFreeAsync(n.record, stream);
    if (n.order && !keeps_order)
        ::cudaFreeAsync(n.order, stream);
    if (n.done && !keeps_order)
        cudaEventDestroy(n.done);
}

// The launch, and behind it that of the kernel which sorts the blocks. Where that cannot be, nothing is noted, and CUDA's last error is as
// the launch leaves it.
static inline cudaError_t launch_and_note(const kernel &k, const config &c, const void *twin, ptrt_decision_t &decision, void **arguments)
{
    notes n = {nullptr, nullptr, nullptr};
    const bool was_right = cudaPeekAtLastError() == cudaSuccess;
    const bool is_prepared = was_right && prepare(n, c.stream, decision.launch.items);
    decision.launch.longest = is_prepared ? PT_LONGEST_NOTED : PT_LONGEST_UNKNOWN;
    decision.launch.lengths = is_prepared ? reinterpret_cast<uint64_t>(static_cast<::pt::longest_record *>(n.record) + 1) : 0u;
    arguments[0] = &decision.launch;
    const cudaError_t result = launch_as_is(c, twin, dim3(decision.groups), decision.dynamic_shared_bytes, arguments);
    const bool is_sorted = is_prepared && result == cudaSuccess && sort_behind(n, k.longest_first, c.stream, decision.launch.items);
    give_back(n, c.stream, is_sorted);
    if (was_right && result == cudaSuccess)
        cudaGetLastError();
    ptrt_noted(decision.lengths, is_sorted ? n.order : nullptr, is_sorted ? n.done : nullptr);
    return result;
}

// `exact`: the context is known for sure, and so whose the events are.
static inline void make_request(ptrt_request_t &request, const config &c, bool exact)
{
    request.grid[0] = c.grid.x;
    request.grid[1] = c.grid.y;
    request.grid[2] = c.grid.z;
    request.block[0] = c.block.x;
    request.block[1] = c.block.y;
    request.block[2] = c.block.z;
    request.dynamic_shared_bytes = c.dynamic_shared_bytes;
    request.mode = c.mode;
    request.mode_groups = c.groups;
    request.stream = c.stream;
    request.is_capturing = is_capturing;
    request.elapsed = exact ? elapsed : nullptr;
}

// More groups than fit is what a cooperative launch refuses: nothing runs, and CUDA's last error is
// set, so that the checks of the program see it.
static inline cudaError_t refuse_launch(const config &c, const void *twin, ptrt_decision_t &decision, void **arguments)
{
    arguments[0] = &decision.launch;
    decision.launch = pt_launch_t();
    return cudaLaunchCooperativeKernel(twin, dim3(decision.groups > 0x1000000u ? decision.groups : 0x1000000u),
                                       c.block, arguments, c.dynamic_shared_bytes, c.stream);
}

// Whether the event in front of the launch could be recorded. If not, that is no error of the program's.
static inline bool begin_measure(const config &c, const ptrt_decision_t &decision)
{
    bool recorded = true;
    const bool was_right = cudaPeekAtLastError() == cudaSuccess;
    const capture_aside aside;
    for (void **event : {decision.begin, decision.end})
        if (recorded && !*event) {
            cudaEvent_t created = nullptr;
            recorded = cudaEventCreate(&created) == cudaSuccess;
            *event = created;
        }
    recorded = recorded && cudaEventRecord(static_cast<cudaEvent_t>(*decision.begin), c.stream) == cudaSuccess;
    if (!recorded && was_right)
        (void)cudaGetLastError();
    return recorded;
}

static inline void end_measure(const config &c, const ptrt_decision_t &decision, bool recorded)
{
    const bool was_right = cudaPeekAtLastError() == cudaSuccess;
    const capture_aside aside;
    const bool both = recorded && cudaEventRecord(static_cast<cudaEvent_t>(*decision.end), c.stream) == cudaSuccess;
    if (recorded && !both && was_right)
        (void)cudaGetLastError();
    ptrt_measured(decision.measure, both);
}

// As it was decided, whatever that is but to refuse it.
static inline cudaError_t launch_decided(kernel &k, const config &c, const void *original, const void *twin, ptrt_decision_t &decision,
                                         void **arguments)
{
    void **const own = arguments + 1;
    if (decision.live_bytes) {
        return launch_with_live_values(c, twin, decision, arguments);
    } else if (decision.begins_early && !c.attribute_count) {
        arguments[0] = &decision.launch;
        const bool is_twin = decision.action == PTRT_ACTION_TWIN;
        return is_twin ? launch_early(c, twin, dim3(decision.groups), decision.dynamic_shared_bytes, arguments)
                       : launch_early(c, original, c.grid, c.dynamic_shared_bytes, own);
    } else if (decision.lengths) {
        return launch_and_note(k, c, twin, decision, arguments);
    } else if (decision.action == PTRT_ACTION_TWIN) {
        arguments[0] = &decision.launch;
        return decision.cooperative
                   ? launch_cooperatively(c, twin, decision.groups, decision.dynamic_shared_bytes, arguments)
                   : launch_as_is(c, twin, dim3(decision.groups), decision.dynamic_shared_bytes, arguments);
    } else {
        return launch_original(c, original, own);
    }
}

// `arguments` has room for the launch record in front of the kernel's own.
static inline cudaError_t launch_untyped(kernel &k, const config &c, const void *original, const void *twin,
                                  void **arguments)
{
    void **const own = arguments + 1;
    if (ptrt_is_plain(&k, c.mode))
        return launch_original(c, original, own);
    if (!valid_shape(c.grid, c.block)) {
        ptrt_passed_on(&k, "invalid launch");
        return launch_original(c, original, own);
    }
    ptrt_request_t request;
    bool exact = true;
    cudaFuncAttributes of_original;
    if (!current_context(&request.context, &exact) &&
        (cudaFuncGetAttributes(&of_original, original) != cudaSuccess ||
         !current_context(&request.context, &exact))) {
        ptrt_passed_on(&k, "no CUDA context");
        return launch_original(c, original, own);
    }
    make_request(request, c, exact);

    // The most that a kernel may be given can change between launches, so it is asked for where it matters.
    if (c.dynamic_shared_bytes >= shared_bytes_by_default / 2 &&
        (cudaFuncGetAttributes(&of_original, original) != cudaSuccess ||
         c.dynamic_shared_bytes > static_cast<size_t>(of_original.maxDynamicSharedSizeBytes))) {
        ptrt_passed_on(&k, "invalid launch");
        return launch_original(c, original, own);
    }
    ptrt_decision_t decision;
    ptrt_decide(&k, &request, &decision);
    if (decision.action == PTRT_ACTION_ASK_FACTS) {
        ptrt_facts_t facts;
        if (!find_facts(request, original, twin, &facts)) {
            ptrt_passed_on(&k, "invalid launch");
            return launch_original(c, original, own);
        }
        ptrt_learn(&k, &request, &facts);
        ptrt_decide(&k, &request, &decision);
    }
    if (decision.action == PTRT_ACTION_REFUSE)
        return refuse_launch(c, twin, decision, arguments);
    const bool recorded = decision.measure && begin_measure(c, decision);
    const cudaError_t result = launch_decided(k, c, original, twin, decision, arguments);
    if (decision.measure)
        end_measure(c, decision, recorded);
    return result;
}

template <class T> void *address_of(T &object)
{
    return const_cast<char *>(&reinterpret_cast<const volatile char &>(object));
}

// How an argument A comes to a parameter P: converted, unless it is the stub's own parameter, which is as the launch as written has it.
template <class Parameter, class Argument> struct passed { using type = Parameter; };
template <class Parameter> struct passed<Parameter, Parameter> { using type = Parameter &&; };
template <class Parameter> struct passed<Parameter, const Parameter> { using type = const Parameter &&; };

// The parameters are handed on where they are: nvcc's own function for it would copy them once more.
template <class... Passed, class... Parameter>
void launch_by_address(std::true_type, const config &c, void (*original)(Parameter...), Passed &&...parameters)
{
    void *arguments[] = {address_of(parameters)..., nullptr};
#if defined(PT_CPU)
    ::pt::cpu::kernel_record(original);
#endif
    launch_original(c, reinterpret_cast<const void *>(original), arguments);
}

#if defined(PT_CPU)
template <class... Parameter> void launch_lent(const config &c, void (*original)(Parameter...), ::pt::cpu::detail::lent<Parameter>... parameters)
{
    void *arguments[] = {parameters.address()..., nullptr};
    ::pt::cpu::kernel_record(original);
    launch_original(c, reinterpret_cast<const void *>(original), arguments);
}
#endif

// Of a reference the kernel gets the address, which lies nowhere that could be named.
template <class... Passed, class... Parameter>
void launch_by_address(std::false_type, const config &c, void (*original)(Parameter...), Passed &&...parameters)
{
#if defined(PT_CPU)
    launch_lent(c, original, ::pt::cpu::detail::lent<Parameter>(parameters)...);
#else
    original<<<c.grid, c.block, c.dynamic_shared_bytes, c.stream>>>(static_cast<Passed &&>(parameters)...);
#endif
}

// original<<<...>>>(parameters...)
template <class... Passed, class... Parameter> void launch_as_written(const config &c, void (*original)(Parameter...), Passed... parameters)
{
    launch_by_address<Passed...>(typename all_of<!std::is_reference<Parameter>::value...>::type(), c, original, static_cast<Passed &&>(parameters)...);
}

template <class... Parameter, size_t... Index>
bool hand_over(kernel &k, const config &c, const void *original, const void *twin, void **values, std::index_sequence<Index...>)
{
    using layout = ::pt::parameter_layout<Parameter...>;
    static constexpr unsigned offsets[] = {layout::offset(Index)..., layout::offset(sizeof...(Parameter))}, bytes[] = {sizeof(Parameter)..., 0u};
    const launch_arguments a = {values, offsets, bytes, layout::count, layout::are_bytes};
    return c.taker->take(k, c, original, twin, a);
}

template <class... Passed, class... Parameter>
void launch_converted(kernel &k, const config &c, void (*original)(Parameter...), void (*twin)(pt_launch_t, Parameter...),
                      Passed... parameters)
{
    void *arguments[] = {nullptr, address_of(parameters)..., nullptr};
#if defined(PT_CPU)
    ::pt::cpu::kernel_record(original);
    ::pt::cpu::kernel_record(twin);
#endif
    if (c.taker && hand_over<Parameter...>(k, c, reinterpret_cast<const void *>(original), reinterpret_cast<const void *>(twin), arguments + 1,
                                   std::index_sequence_for<Parameter...>()))
        return;
    launch_untyped(k, c, reinterpret_cast<const void *>(original), reinterpret_cast<const void *>(twin), arguments);
}

} // namespace detail

// A stub's parameter on its way to the kernel: no copy is made of it that the launch as written would not have made.
template <class T> T &&handed_on(T &parameter) { return static_cast<T &&>(parameter); }

// As rewritten programs write it: `config`, and whatever else one would call things, may be a macro of theirs.
using configuration = config;

// A launch's configuration that is evaluated before the arguments, in one expression with them: they may launch something, too, or throw.
//
//     ((void)pending_configuration(configuration(next(n), block)), k_pt_launch(taken_configuration(), n));
class pending_configuration {
  public:
    explicit pending_configuration(const configuration &c) : configuration_(c), below_(top()) { top() = this; }
    ~pending_configuration()
    {
        if (top() == this) // nobody has taken it
            top() = below_;
    }
    pending_configuration(const pending_configuration &) = delete;
    pending_configuration &operator=(const pending_configuration &) = delete;

    static const configuration &take()
    {
        const pending_configuration *const last = top();
        top() = last->below_;
        return last->configuration_;
    }

  private:
    static pending_configuration *&top()
    {
        static thread_local pending_configuration *last = nullptr;
        return last;
    }

    const configuration configuration_;
    pending_configuration *const below_;
};

// Of the innermost launch; it stays until the expression ends.
static inline const configuration &taken_configuration() { return pending_configuration::take(); }

// The launch original<<<c.grid, c.block, c.dynamic_shared_bytes, c.stream>>>(arguments...), or what has the
// same effect. Arguments convert to the parameters' types and are evaluated once.
template <class... Parameter, class... Argument>
void launch_twin(kernel &k, const config &c, void (*original)(Parameter...), void (*twin)(pt_launch_t, Parameter...), Argument &&...arguments)
{
    detail::launch_converted<typename detail::passed<Parameter, Argument>::type...>(k, c, original, twin, static_cast<Argument &&>(arguments)...);
}

// The launch as it is written, for members of an overload set that are not annotated.
template <class... Parameter, class... Argument> void launch_plain(const config &c, void (*original)(Parameter...), Argument &&...arguments)
{
    detail::launch_as_written<typename detail::passed<Parameter, Argument>::type...>(c, original, static_cast<Argument &&>(arguments)...);
}

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
