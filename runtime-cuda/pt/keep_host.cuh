// A host loop whose arrays stay in shared memory, on the host: `#pragma pt loop keep(a)`.
//
//     #pragma pt loop keep(a)              static thread_local bool pt_kept_is_gone = false;
//     for (int i = 0; i < steps; i++) {    static thread_local ::ptrt::kept_loop pt_kept(::ptrt::kept_kernel_of<step_pt_step>(), ...);
//         ...                              if (!pt_kept_is_gone) pt_loop.keep_in(pt_kept); ... (loop_host.cuh)
//
// In:  what a loop has recorded: launches of one kernel with two arrays that change their parts. Out: one cooperative launch of
//      kept_loop_kernel (keep.cuh), or none, where the loop goes on as it would without the clause.
// How: once for a shape of the launches (grid, block, stream, what else the kernel is given) a probe tells which elements the blocks read
//      and write. From that come the tiles (keep_tiles.cuh): as many groups as are resident take consecutive slices of the grid. Where
//      there are none, the shape is given up.
// Invariant: nothing is launched on what a probe has not shown. An object belongs to one host thread, and waits for a probe, for
//            20 ms at the most.
#ifndef PT_KEEP_HOST_CUH
#define PT_KEEP_HOST_CUH

#include "halo.cuh"
#include "host_word.cuh"
#include "keep_launch.cuh"
#include "keep_steps.cuh"
#include "keep_tiles.cuh"
#include "launch.cuh"
#include "loop_record.cuh"

#include <memory>
#include <stdio.h>
#include <string.h>
#include <vector>

// How many steps a round has: 1, 2 or 4, where tiles allow for it. Not defined: what is estimated to be fastest.
#if defined(PT_KEEP_STEPS)
static_assert(PT_KEEP_STEPS == 1 || PT_KEEP_STEPS == 2 || PT_KEEP_STEPS == 4, "PT_KEEP_STEPS is 1, 2 or 4");
#endif

namespace ptrt {
PTRT_OF_THIS_FILE {

// A loop's kernel as one that keeps its arrays.
struct kept_kernel {
    enum : unsigned { sizes = 4u };
    const void *loop, *probe;       // nullptr: elements of this type cannot be kept
    const void *loop_of_few[sizes]; // of groups that run at most 2, 4, 8, 16 blocks

    // The number of the first one that has enough, from 1; 0: none has.
    static unsigned few_for(unsigned blocks)
    {
        for (unsigned i = 0u; i < sizes; i++)
            if (blocks <= 2u << i)
                return i + 1u;
        return 0u;
    }

    unsigned in, out; // of its parameters
    size_t element_bytes;
    unsigned parameters;
};

namespace detail {

// Tiles, what one takes in shared memory for one array, and which kernel it is that runs on them: see kept_kernel::few_for.
struct kept_choice {
    kept_tiling tiling;
    size_t tile_bytes = 0;
    unsigned few = 0u;

    // What is known of a launch is known by its size: no two kernels have the same, since a tile is a multiple of 64 bytes.
    size_t shared_bytes() const { return 2u * tile_bytes + 16u * few; }
};

// Launches that touch the same elements of their arrays, one after the other on one stream: what they are known by, and what is
// known of them. What is on the device stays there until another shape takes its place.
struct kept_shape : kept_choice {
    enum class state { probing_slices, probing_tiles, known, given_up };

    uint64_t context;
    cudaStream_t stream;
    unsigned long long stream_identity; // no other stream's, also when this one is gone
    dim3 block;
    pt_launch_t launch;
    std::vector<unsigned char> arguments; // without the arrays

    state is = state::given_up;
    void *slices = nullptr, *tiles = nullptr; // on the device: the first probe's answer; and what on_tiles tells
    cudaEvent_t probed = nullptr;
    std::vector<::pt::kept_slice> found; // while there is a probe
    std::vector<::pt::kept_range> others; // what other parameters lead to
    struct {
        size_t packets, turns, is_refused, end;
    } on_tiles = {0, 0, 0, 0}; // behind the bounds
    unsigned halo_pairs = 0u;
    unsigned next_tag = 1u; // they begin again behind the last one (halo.cuh)

    // Blocks that are not taken apart: those that differ in the grid's faster dimensions.
    unsigned items_of_slice() const { return launch.grid_z > 1u ? launch.grid_x * launch.grid_y : launch.grid_y > 1u ? launch.grid_x : 1u; }
    unsigned slice_count() const { return launch.items / items_of_slice(); }
    unsigned threads() const { return block.x * block.y * block.z; }
    ::pt::kept_slice *slices_at() const { return static_cast<::pt::kept_slice *>(slices); }
    ::pt::kept_range *others_at() const { return reinterpret_cast<::pt::kept_range *>(slices_at() + slice_count()); }
    template <class T> T *tiles_at(size_t byte) const { return reinterpret_cast<T *>(static_cast<char *>(tiles) + byte); }

    // In the shape's own context. Waits for those who use it.
    void release()
    {
        if (slices)
            (void)cudaFree(slices);
        if (tiles)
            (void)cudaFree(tiles);
        if (probed)
            (void)cudaEventDestroy(probed);
    }
};

} // namespace detail

class kept_loop : public detail::step_keeper {
  public:
    // `is_gone` stands beside the object and outlives it: others of the thread's objects, whose end is later, may still run loops.
    kept_loop(const kept_kernel &what, kernel &k, bool &is_gone) : what_(what), kernel_(k), is_gone_(is_gone) {}
    // When the thread ends. What it has in other contexts stays there.
    ~kept_loop()
    {
        is_gone_ = true;
        uint64_t context = 0;
        bool exact = true;
        if (shapes_.empty() || !detail::current_context(&context, &exact))
            return;
        for (const auto &s : shapes_)
            if (s->context == context)
                s->release();
    }
    kept_loop(const kept_loop &) = delete;
    kept_loop &operator=(const kept_loop &) = delete;

    bool launch(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count, unsigned steps,
                const dim3 &block, cudaStream_t stream) override
    {
        uint64_t context = 0;
        bool exact = true;
        if (!what_.loop)
            return tell("not kept: elements are of 4 bytes or a multiple of that, the same type in both arrays, can be copied as bytes, and in a template are numbers");
        // A context that cannot be told from one that is gone has nothing that could be kept.
        if (cudaPeekAtLastError() != cudaSuccess || !detail::current_context(&context, &exact) || !exact)
            return tell_once("not kept: an error has not been asked for, or the context is not known");
        if (!take_arguments(first, second, offsets, count))
            return false;
        unsigned long long identity = 0;
#if CUDART_VERSION >= 12000
        const detail::capture_aside aside;
        if (cudaStreamGetId(stream, &identity) != cudaSuccess) {
            (void)cudaGetLastError();
            return tell_once("not kept: the stream is not known");
        }
#else
        if (stream)
            return tell("not kept: this version of CUDA does not tell a stream from one that is gone");
#endif
        shape &s = find_shape(context, block, stream, identity);
        if (s.is == state::probing_slices)
            partition(s);
        if (s.is == state::probing_tiles)
            read_refusal(s);
        if (s.is == state::probing_slices || s.is == state::probing_tiles)
            return tell_once("not kept: the probe has not ended within 20 ms");
        if (s.is != state::known)
            return false;
        if (lie_in_each_other(s))
            return tell("not kept: its arrays overlap, or another parameter leads into one of them");
        return launch_tiles(s, steps);
    }

    bool change_places(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count) override
    {
        return !is_gone_ && what_.loop && take_arguments(first, second, offsets, count);
    }

    bool tell_once(const char *why) override
    {
        if (is_gone_)
            return false;
        for (const char *told : told_)
            if (told == why)
                return false;
        told_.push_back(why);
        return tell(why);
    }

  private:
    using shape = detail::kept_shape;
    using state = shape::state;
    enum : size_t { shapes_at_most = 16 };

    bool tell(const char *why) const
    {
        ptrt_remark(&kernel_, why);
        return false;
    }

    template <class One> static One read(const unsigned char *from)
    {
        One x;
        memcpy(&x, from, sizeof x);
        return x;
    }

    // Both steps have the same arguments, but for the arrays, which change places.
    bool take_arguments(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count)
    {
        const unsigned bytes = offsets[count];
        const unsigned at_in = offsets[what_.in], at_out = offsets[what_.out];
        if (bytes > sizeof launch_.arguments)
            return tell_once("not kept: the kernel's arguments are too large");
        if (first.bytes != second.bytes || memcmp(&first.launch, &second.launch, sizeof first.launch) != 0)
            return tell_once("not kept: the grid changes from one step to the next");
        void *const in = read<void *>(first.arguments() + at_in), *const out = read<void *>(first.arguments() + at_out);
        arguments_.assign(second.arguments(), second.arguments() + bytes);
        memcpy(arguments_.data() + at_in, &in, sizeof in);
        memcpy(arguments_.data() + at_out, &out, sizeof out);
        if (read<void *>(second.arguments() + at_in) != out || read<void *>(second.arguments() + at_out) != in)
            return tell_once("not kept: the two arrays do not change places from one step to the next");
        if (memcmp(arguments_.data(), first.arguments(), bytes) != 0)
            return tell_once("not kept: an argument that is none of the two arrays changes from one step to the next");
        memset(launch_.arguments, 0, sizeof launch_.arguments);
        memcpy(launch_.arguments, first.arguments(), bytes);
        launch_.launch = first.launch;
        launch_.arrays[0] = in;
        launch_.arrays[1] = out;
        memset(arguments_.data() + at_in, 0, sizeof in); // arrays may lie elsewhere the next time
        memset(arguments_.data() + at_out, 0, sizeof out);
        return true;
    }

    // The shape of the launch, probed if it is new. The oldest one makes room.
    shape &find_shape(uint64_t context, const dim3 &block, cudaStream_t stream, unsigned long long identity)
    {
        for (const auto &s : shapes_)
            if (s->context == context && s->stream_identity == identity && s->block.x == block.x && s->block.y == block.y && s->block.z == block.z &&
                memcmp(&s->launch, &launch_.launch, sizeof s->launch) == 0 && s->arguments == arguments_)
                return *s;
        if (shapes_.size() == shapes_at_most) {
            if (shapes_.front()->context == context) // what is in a context that is gone is gone with it
                shapes_.front()->release();
            shapes_.erase(shapes_.begin());
        }
        shapes_.emplace_back(new shape);
        shape &s = *shapes_.back();
        s.context = context;
        s.stream = stream;
        s.stream_identity = identity;
        s.block = block;
        s.launch = launch_.launch;
        s.arguments = arguments_;
        probe_slices(s);
        return s;
    }

    // ---- the probes

    void probe_slices(shape &s)
    {
        const detail::capture_aside aside;
        int device = 0, shared = 0;
        cudaFuncAttributes attributes;
        if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
            cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device) != cudaSuccess ||
            cudaFuncGetAttributes(&attributes, what_.probe) != cudaSuccess)
            return;
        const double bytes = 2.0 * s.launch.items * s.threads() * static_cast<double>(what_.element_bytes);
        if (bytes > static_cast<double>(shared) * multiprocessors_) {
            tell("not kept: the arrays are larger than the shared memory of all multiprocessors");
            return;
        }
        if (static_cast<int>(s.threads()) > attributes.maxThreadsPerBlock) {
            tell("not kept: blocks of this size have too few registers for the probe");
            return;
        }
        ::pt::kept_launch l = launch_;
        l.tiles = s.slice_count();
        l.items_of_tile = s.items_of_slice();
        l.turns = nullptr; // it is slices that are asked for
        const unsigned most = static_cast<unsigned>(multiprocessors_) * 8u;
        void *arguments[] = {&l};
        const size_t others = what_.parameters * sizeof(::pt::kept_range);
        if (cudaMalloc(&s.slices, l.tiles * sizeof(::pt::kept_slice) + others) == cudaSuccess) {
            l.slices = s.slices_at();
            l.others = s.others_at();
            if (cudaMemsetAsync(l.others, 0xff, others, s.stream) == cudaSuccess &&
                ::cudaLaunchKernel(what_.probe, dim3(l.tiles < most ? l.tiles : most), s.block, arguments,
                                   static_cast<size_t>(::pt::kept_launch::shared_bytes_of_probe), s.stream) == cudaSuccess &&
                cudaEventCreateWithFlags(&s.probed, cudaEventDisableTiming) == cudaSuccess && cudaEventRecord(s.probed, s.stream) == cudaSuccess)
                s.is = state::probing_slices;
        }
        if (s.is != state::probing_slices) {
            (void)cudaGetLastError();
            tell("not kept: the probe cannot be launched");
        }
    }

    // Something else may wait for the host, so it does not wait for long.
    static bool is_probed(const shape &s)
    {
        const double begin = now_microseconds();
        cudaError_t error = cudaErrorNotReady;
        while ((error = cudaEventQuery(s.probed)) == cudaErrorNotReady &&
               now_microseconds() - begin < 20e3)
            (void)cudaGetLastError();
        if (error == cudaErrorNotReady)
            (void)cudaGetLastError();
        return error == cudaSuccess;
    }

    // ---- tiles

    // The fastest ones of those for which a group each is resident.
    void partition(shape &s)
    {
        const detail::capture_aside aside;
        if (!is_probed(s))
            return;
        s.is = state::given_up;
        s.found.resize(s.slice_count());
        s.others.resize(what_.parameters);
        if (cudaMemcpyAsync(s.found.data(), s.slices, s.found.size() * sizeof s.found[0], cudaMemcpyDeviceToHost, s.stream) != cudaSuccess ||
            cudaMemcpyAsync(s.others.data(), s.others_at(), s.others.size() * sizeof s.others[0], cudaMemcpyDeviceToHost, s.stream) != cudaSuccess ||
            cudaStreamSynchronize(s.stream) != cudaSuccess)
            return;
#if defined(PT_KEEP_STEPS)
        choose_tiles(s, PT_KEEP_STEPS, PT_KEEP_STEPS);
#else
        choose_tiles(s, 1u, ::pt::kept_launch::depth_at_most);
#endif
    }

    // Whether all threads have what they need in rounds of several steps; else they have one.
    void read_refusal(shape &s)
    {
        const detail::capture_aside aside;
        if (!is_probed(s))
            return;
        unsigned is_refused = 1u;
        if (cudaMemcpyAsync(&is_refused, s.tiles_at<unsigned>(s.on_tiles.is_refused), sizeof is_refused, cudaMemcpyDeviceToHost, s.stream) != cudaSuccess ||
            cudaStreamSynchronize(s.stream) != cudaSuccess) {
            s.is = state::given_up;
        } else if (is_refused) {
            (void)cudaFree(s.tiles);
            s.tiles = nullptr;
            choose_tiles(s, 1u, 1u);
        } else {
            become_known(s);
        }
    }

    void become_known(shape &s) const
    {
        char text[160];
        snprintf(text, sizeof text, "kept in %u tiles of %u slices, halos sent every %u steps", s.tiling.tiles, s.tiling.slices_of_tile, s.tiling.depth);
        tell(text);
        s.is = state::known;
        std::vector<::pt::kept_slice>().swap(s.found);
    }

    static const char *no_room() { return "no tiles fit into the shared memory that all groups have together, which must be resident at once"; }

    // With the number of slices and steps that `c` has: nullptr, where a group for each tile is resident; or why not.
    const char *find_choice(const shape &s, detail::kept_choice &c) const
    {
        const bool needs_few = c.tiling.depth > 1u;
        if (const char *const no = find_tiles(s.found, c.tiling))
            return no;
        c.tile_bytes = (c.tiling.most * what_.element_bytes + 63u) / 64u * 64u;
        c.few = what_.few_for(c.tiling.slices_of_group() * s.items_of_slice());
        if (needs_few && (!c.few || c.tiling.tiles == 1u))
            return no_room();
        if (resident_groups(s, c) >= c.tiling.tiles)
            return nullptr;
        c.few = 0u;
        return !needs_few && resident_groups(s, c) >= c.tiling.tiles ? nullptr : no_room();
    }

    // The cheapest choice; where there is none with so many steps, one with one.
    void choose_tiles(shape &s, unsigned depth_at_least, unsigned depth_at_most)
    {
        const kept_cost cost = {s.items_of_slice(), (s.threads() + 31u) / 32u, static_cast<unsigned>(what_.element_bytes / 4u),
                                static_cast<unsigned>(multiprocessors_)};
        const char *why = no_room();
        double least = -1.0;
        for (unsigned depth = depth_at_least; depth <= depth_at_most; depth *= 2u) {
            unsigned last = 0u;
            for (unsigned groups = 2048u / s.threads() + 1u; groups > 0u; groups--) {
                const unsigned most = groups * static_cast<unsigned>(multiprocessors_);
                detail::kept_choice c;
                c.tiling.slices_of_tile = (s.slice_count() + most - 1u) / most;
                c.tiling.depth = depth;
                if (c.tiling.slices_of_tile == last)
                    continue;
                last = c.tiling.slices_of_tile;
                if (const char *const no = find_choice(s, c)) {
                    why = strcmp(no, no_room()) != 0 ? no : why; // what is wrong with tiles says more
                    continue;
                }
                const double cycles = cost.of(c.tiling, c.few ? 1u << c.few : 0u);
                if (least < 0.0 || cycles < least) {
                    least = cycles;
                    static_cast<detail::kept_choice &>(s) = c;
                }
            }
        }
        s.is = state::given_up;
        if (least < 0.0 && depth_at_least > 1u)
            return choose_tiles(s, 1u, 1u);
        if (least < 0.0) {
            char text[160];
            snprintf(text, sizeof text, "not kept: %s", why);
            tell(text);
        } else if (!upload(s)) {
            (void)cudaGetLastError();
        } else if (s.tiling.depth == 1u) {
            become_known(s);
        } else {
            probe_tiles(s);
        }
    }

    const void *loop_of(const detail::kept_choice &c) const { return c.few ? what_.loop_of_few[c.few - 1u] : what_.loop; }

    unsigned resident_groups(const shape &s, const detail::kept_choice &c) const
    {
        const void *const loop = loop_of(c);
        cudaFuncAttributes attributes;
        occupancy::device device;
        if (cudaFuncGetAttributes(&attributes, loop) != cudaSuccess || !occupancy::find_device(&device))
            return 0;
        const size_t bytes = pt_bytes_with_slot(c.shared_bytes());
        return occupancy::resident_like(attributes, loop, attributes, static_cast<int>(s.threads()), bytes, device) * device.multiprocessors;
    }

    // The bounds, and behind them packets of no step and room for the second probe's answer.
    bool upload(shape &s) const
    {
        const kept_tiling &t = s.tiling;
        const size_t bounds_bytes = t.bounds.size() * sizeof t.bounds[0];
        const unsigned larger = t.halo_below() > t.halo_above() ? t.halo_below() : t.halo_above();
        s.halo_pairs = ::pt::detail::halo_pairs(larger * static_cast<unsigned>(what_.element_bytes / 4u));
        s.on_tiles.packets = (bounds_bytes + 255u) / 256u * 256u;
        s.on_tiles.turns = s.on_tiles.packets + static_cast<size_t>(t.tiles) * 8u * s.halo_pairs * sizeof(unsigned long long);
        s.on_tiles.is_refused = s.on_tiles.turns + (t.depth > 1u ? static_cast<size_t>(t.tiles) * s.threads() * sizeof(unsigned long long) : 0u);
        s.on_tiles.end = s.on_tiles.is_refused + sizeof(unsigned);
        return cudaMalloc(&s.tiles, s.on_tiles.end) == cudaSuccess &&
               cudaMemcpyAsync(s.tiles, t.bounds.data(), bounds_bytes, cudaMemcpyHostToDevice, s.stream) == cudaSuccess &&
               cudaMemsetAsync(s.tiles_at<char>(s.on_tiles.packets), 0, s.on_tiles.end - s.on_tiles.packets, s.stream) == cudaSuccess;
    }

    void probe_tiles(shape &s)
    {
        ::pt::kept_launch l = launch_;
        describe_tiles(s, l);
        const unsigned most = static_cast<unsigned>(multiprocessors_) * 8u;
        void *arguments[] = {&l};
        if (::cudaLaunchKernel(what_.probe, dim3(l.tiles < most ? l.tiles : most), s.block, arguments,
                               static_cast<size_t>(::pt::kept_launch::shared_bytes_of_probe), s.stream) == cudaSuccess &&
            cudaEventRecord(s.probed, s.stream) == cudaSuccess) {
            s.is = state::probing_tiles;
        } else {
            (void)cudaGetLastError();
            tell("not kept: the probe cannot be launched");
        }
    }

    static void describe_tiles(const shape &s, ::pt::kept_launch &l)
    {
        const kept_tiling &t = s.tiling;
        l.tiles = t.tiles;
        l.items_of_tile = t.slices_of_tile * s.items_of_slice();
        l.depth = t.depth;
        l.items_below = t.depth > 1u ? t.slices_below * s.items_of_slice() : 0u;
        l.items_above = t.depth > 1u ? t.slices_above * s.items_of_slice() : 0u;
        l.reach_below = t.reach_below;
        l.reach_above = t.reach_above;
        l.halo_below = t.halo_below();
        l.halo_above = t.halo_above();
        l.halo_pairs = s.halo_pairs;
        l.tile_bytes = static_cast<unsigned>(s.tile_bytes);
        l.bounds = s.tiles_at<const unsigned>(0u);
        l.packets = s.tiles_at<unsigned long long>(s.on_tiles.packets);
        l.turns = t.depth > 1u ? s.tiles_at<unsigned long long>(s.on_tiles.turns) : nullptr;
        l.is_refused = s.tiles_at<unsigned>(s.on_tiles.is_refused);
    }

    // ---- the launch

    bool lie_in_each_other(const shape &s) const
    {
        const size_t begin = s.tiling.bounds.front() * what_.element_bytes, end = s.tiling.bounds.back() * what_.element_bytes;
        const unsigned long long in = reinterpret_cast<size_t>(launch_.arrays[0]), out = reinterpret_cast<size_t>(launch_.arrays[1]);
        if (in + begin < out + end && out + begin < in + end)
            return true;
        for (const ::pt::kept_range &x : s.others)
            for (unsigned long long array : {in, out})
                if (x.first <= ~x.not_last && x.first < array + end && array + begin <= ~x.not_last)
                    return true;
        return false;
    }

    bool launch_tiles(shape &s, unsigned steps)
    {
        describe_tiles(s, launch_);
        launch_.steps = steps;
        launch_.first_tag = s.next_tag;
        ptrt_request_t request = {};
        request.context = s.context;
        request.grid[0] = s.tiling.tiles;
        request.grid[1] = request.grid[2] = 1u;
        request.block[0] = s.block.x;
        request.block[1] = s.block.y;
        request.block[2] = s.block.z;
        request.dynamic_shared_bytes = s.shared_bytes();
        request.mode = PTRT_MODE_DEFAULT;
        request.stream = s.stream;
        request.is_capturing = detail::is_capturing;
        ptrt_decision_t decision;
        ptrt_decide(&kernel_, &request, &decision);
        if (decision.action == PTRT_ACTION_ASK_FACTS) {
            ptrt_facts_t facts;
            if (!detail::find_facts(request, loop_of(s), loop_of(s), &facts))
                return false;
            ptrt_learn(&kernel_, &request, &facts);
            ptrt_decide(&kernel_, &request, &decision);
        }
        if (decision.action != PTRT_ACTION_TWIN || decision.groups != s.tiling.tiles)
            return tell("not kept: it cannot have a group for each tile");
        void *arguments[] = {&launch_, nullptr};
        const ::ptrt::configuration c(dim3(s.tiling.tiles), s.block, decision.dynamic_shared_bytes, s.stream);
        if (detail::launch_cooperatively(c, loop_of(s), s.tiling.tiles, decision.dynamic_shared_bytes, arguments) != cudaSuccess) {
            (void)cudaGetLastError(); // nothing has run
            return tell_once("not kept: CUDA does not launch it");
        }
        s.next_tag += (steps + s.tiling.depth - 1u) / s.tiling.depth + (s.tiling.depth > 1u ? 1u : 0u); // of the exchanges
        return true;
    }

    const kept_kernel &what_;
    kernel &kernel_; // describes the loop
    bool &is_gone_;
    std::vector<std::unique_ptr<shape>> shapes_;
    std::vector<const char *> told_;
    int multiprocessors_ = 0;
    // of the launch that is asked for
    ::pt::kept_launch launch_;
    std::vector<unsigned char> arguments_; // as a shape has them
};

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
