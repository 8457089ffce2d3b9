// A host loop whose arrays stay in shared memory, on the host: `#pragma pt loop keep(a)`.
//
//     #pragma pt loop keep(a)              static thread_local ::ptrt::kept_loop pt_kept(::ptrt::kept_kernel_of<step_pt_step>(), ...);
//     for (int i = 0; i < steps; i++) {    ... pt_loop.keep_in(pt_kept); ... (loop_host.cuh)
//
// In:  what a loop has recorded: launches of one kernel with two arrays that change their parts. Out: one cooperative launch of
//      kept_loop_kernel (keep.cuh), or none, where the loop goes on as it would without the clause.
// How: once for a shape of the launches (grid, block, what else the kernel is given) a probe tells which elements the blocks read and
//      write. From that come the tiles: as many groups as are resident take consecutive slices of the grid, and what lies
//      between the first element that a tile writes and that of the next one is the tile's own. It is given up, for this
//      shape, where tiles do not lie behind each other, need more of others than their neighbours have, or do not fit.
// Invariant: nothing is launched on what a probe has not shown. An object belongs to one host thread, and waits for a probe, for
//            20 ms at the most.
#ifndef PT_KEEP_HOST_CUH
#define PT_KEEP_HOST_CUH

#include "loop_host.cuh"

#include <vector>

namespace pt {

// What a slice's blocks touch, by numbers of elements; first > last: nothing.
struct kept_slice {
    unsigned first_read, last_read, first_written, last_written;
};

// The parameter of the kernels in keep.cuh. For the probe, a tile is a slice.
struct alignas(16) kept_launch {
    enum : unsigned { shared_bytes_of_probe = 16u, elements_at_most = 1u << 30 };
    pt_launch_t launch; // of a step
    unsigned tiles, items_of_tile;
    unsigned steps, first_tag;
    unsigned halo_below, halo_above; // elements
    unsigned halo_words;             // of the larger one, an even number
    unsigned tile_bytes;             // of one array, with its halo
    unsigned items_of_edge_below, items_of_edge_above; // of a tile: those that write what its neighbours read
    void *arrays[2];                 // the first step reads one and writes the other
    const unsigned *bounds;          // tiles + 1: where each one's own elements begin
    unsigned long long *packets;
    kept_slice *slices;              // the probe's answer
    alignas(16) unsigned char arguments[4096u - sizeof(pt_launch_t) - 80u];
};
static_assert(sizeof(kept_launch) == 4096u, "a parameter");

namespace detail {

template <std::size_t index, class... P> struct nth;
template <class First, class... P> struct nth<0u, First, P...> {
    using type = First;
};
template <std::size_t index, class First, class... P> struct nth<index, First, P...> : nth<index - 1u, P...> {};

// The type of the arrays' elements.
template <class Step, class... P> struct kept_element {
    template <unsigned index> using pointed = typename std::remove_cv<typename std::remove_pointer<typename nth<index, P...>::type>::type>::type;
    using type = pointed<Step::pt_kept_in>;
    // Halos travel in words, and tiles lie at multiples of 16 bytes.
    static constexpr bool fits = std::is_same<type, pointed<Step::pt_kept_out>>::value && std::is_trivially_copyable<type>::value &&
                                 sizeof(type) % 4u == 0u && alignof(type) <= 16u;
};

} // namespace detail
} // namespace pt

namespace ptrt {

namespace detail {

// On the device, for what goes one after the other on one stream.
struct kept_memory {
    void *at = nullptr;
    size_t bytes = 0;
    uint64_t context = 0;
    cudaStream_t stream = 0;

    bool has_room(uint64_t for_context, cudaStream_t for_stream, size_t needed)
    {
        if (at && needed <= bytes && for_context == context && for_stream == stream)
            return true;
        if (at && for_context == context)
            (void)cudaFree(at); // waits for those who use it; what was in a context that is gone is gone with it
        at = nullptr;
        context = for_context;
        stream = for_stream;
        bytes = needed;
        if (cudaMalloc(&at, needed) == cudaSuccess)
            return true;
        (void)cudaGetLastError();
        at = nullptr;
        return false;
    }
};

} // namespace detail

// A loop's kernel as one that keeps its arrays.
struct kept_kernel {
    const void *loop, *probe; // nullptr: elements of this type cannot be kept
    unsigned in, out; // of its parameters
    size_t element_bytes;
    std::vector<bool> is_pointer; // of its parameters
};

class kept_loop : public detail::step_keeper {
  public:
    kept_loop(const kept_kernel &what, kernel &k) : what_(what), kernel_(k) {}
    kept_loop(const kept_loop &) = delete;
    kept_loop &operator=(const kept_loop &) = delete;

    bool launch(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count, unsigned steps,
                const dim3 &block, cudaStream_t stream) override
    {
        uint64_t context = 0;
        bool exact = true;
        if (!what_.loop)
            return give_up("not kept: elements are of 4 bytes or a multiple of that, the same type in both arrays, and can be copied as bytes");
        if (cudaPeekAtLastError() != cudaSuccess || !detail::current_context(&context, &exact) || !take_arguments(first, second, offsets, count))
            return false;
        if (!is_of_shape(context, block, stream))
            state_ = state::unknown;
        if (state_ == state::unknown)
            probe(context, block, stream);
        if (state_ == state::probing)
            partition(block, stream);
        if (state_ != state::known)
            return false;
        if (lie_in_each_other())
            return give_up("not kept: its arrays overlap, or another parameter points into one of them", false);
        return launch_tiles(context, block, stream, steps);
    }

  private:
    enum class state { unknown, probing, known, given_up };

    bool give_up(const char *why, bool for_good = true)
    {
        ptrt_remark(&kernel_, why);
        if (for_good)
            state_ = state::given_up;
        return false;
    }

    template <class X> static X read(const unsigned char *from)
    {
        X x;
        memcpy(&x, from, sizeof x);
        return x;
    }

    // Both steps have the same arguments, but for the arrays, which change places.
    bool take_arguments(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count)
    {
        const unsigned bytes = offsets[count];
        const unsigned at_in = offsets[what_.in], at_out = offsets[what_.out];
        if (bytes > sizeof launch_.arguments || first.bytes != second.bytes || memcmp(&first.launch, &second.launch, sizeof first.launch) != 0)
            return false;
        void *const in = read<void *>(first.arguments() + at_in), *const out = read<void *>(first.arguments() + at_out);
        std::vector<unsigned char> changed(second.arguments(), second.arguments() + bytes);
        memcpy(changed.data() + at_in, &in, sizeof in);
        memcpy(changed.data() + at_out, &out, sizeof out);
        if (read<void *>(second.arguments() + at_in) != out || read<void *>(second.arguments() + at_out) != in ||
            memcmp(changed.data(), first.arguments(), bytes) != 0)
            return false;
        memset(launch_.arguments, 0, sizeof launch_.arguments);
        memcpy(launch_.arguments, first.arguments(), bytes);
        launch_.launch = first.launch;
        launch_.arrays[0] = in;
        launch_.arrays[1] = out;
        pointers_.clear();
        for (unsigned i = 0; i < count; i++)
            if (what_.is_pointer[i] && i != what_.in && i != what_.out)
                pointers_.push_back(read<const char *>(launch_.arguments + offsets[i]));
        argument_bytes_.assign(launch_.arguments, launch_.arguments + bytes);
        memset(argument_bytes_.data() + at_in, 0, sizeof in); // the same for arrays elsewhere
        memset(argument_bytes_.data() + at_out, 0, sizeof out);
        return true;
    }

    bool is_of_shape(uint64_t context, const dim3 &block, cudaStream_t stream)
    {
        return state_ != state::unknown && context == context_ && stream == stream_ && block.x == block_.x && block.y == block_.y &&
               block.z == block_.z && memcmp(&shape_, &launch_.launch, sizeof shape_) == 0 && argument_bytes_ == shape_arguments_;
    }

    // ---- the probe

    // Blocks that are not taken apart: those that differ in the grid's faster dimensions.
    unsigned items_of_slice() const
    {
        const pt_launch_t &l = launch_.launch;
        return l.grid_z > 1u ? l.grid_x * l.grid_y : l.grid_y > 1u ? l.grid_x : 1u;
    }
    unsigned slices() const { return (launch_.launch.items + items_of_slice() - 1u) / items_of_slice(); }

    void probe(uint64_t context, const dim3 &block, cudaStream_t stream)
    {
        const detail::capture_aside aside;
        context_ = context;
        stream_ = stream;
        block_ = block;
        shape_ = launch_.launch;
        shape_arguments_ = argument_bytes_;
        state_ = state::given_up;
        int device = 0, shared = 0;
        cudaFuncAttributes attributes;
        const int threads = static_cast<int>(block.x * block.y * block.z);
        if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
            cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device) != cudaSuccess ||
            cudaFuncGetAttributes(&attributes, what_.probe) != cudaSuccess)
            return;
        const double bytes = 2.0 * launch_.launch.items * threads * static_cast<double>(what_.element_bytes);
        if (bytes > static_cast<double>(shared) * multiprocessors_) {
            give_up("not kept: the arrays are larger than the shared memory of all multiprocessors");
            return;
        }
        if (threads > attributes.maxThreadsPerBlock || !slices_.has_room(context, stream, slices() * sizeof(::pt::kept_slice)))
            return;
        ::pt::kept_launch l = launch_;
        l.tiles = slices();
        l.items_of_tile = items_of_slice();
        l.slices = static_cast<::pt::kept_slice *>(slices_.at);
        void *arguments[] = {&l};
        const unsigned most = static_cast<unsigned>(multiprocessors_) * 8u;
        if (::cudaLaunchKernel(what_.probe, dim3(l.tiles < most ? l.tiles : most), block, arguments,
                               static_cast<size_t>(::pt::kept_launch::shared_bytes_of_probe), stream) != cudaSuccess ||
            (!probed_ && cudaEventCreateWithFlags(&probed_, cudaEventDisableTiming) != cudaSuccess) ||
            cudaEventRecord(probed_, stream) != cudaSuccess) {
            (void)cudaGetLastError();
            return;
        }
        state_ = state::probing;
    }

    // Something else may wait for the host, so it does not wait for long.
    bool is_probed()
    {
        const auto begin = std::chrono::steady_clock::now();
        cudaError_t error = cudaErrorNotReady;
        while ((error = cudaEventQuery(probed_)) == cudaErrorNotReady &&
               std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(20))
            (void)cudaGetLastError();
        if (error == cudaErrorNotReady)
            (void)cudaGetLastError();
        return error == cudaSuccess;
    }

    // ---- tiles

    struct tiling {
        unsigned tiles, slices_of_tile;
        unsigned halo_below, halo_above, most; // most: elements of a tile with its halo
        unsigned edge_below, edge_above;       // slices
        std::vector<unsigned> bounds;
    };

    void partition(const dim3 &block, cudaStream_t stream)
    {
        const detail::capture_aside aside;
        if (!is_probed())
            return;
        std::vector<::pt::kept_slice> found(slices());
        if (cudaMemcpyAsync(found.data(), slices_.at, found.size() * sizeof found[0], cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
            cudaStreamSynchronize(stream) != cudaSuccess) {
            state_ = state::given_up;
            return;
        }
        const int threads = static_cast<int>(block.x * block.y * block.z);
        const char *why = "not kept: the tiles do not fit into the shared memory of all multiprocessors";
        tiling t;
        unsigned last = 0u;
        for (unsigned groups = 2048u / static_cast<unsigned>(threads) + 1u; groups > 0u; groups--) {
            const unsigned most = groups * static_cast<unsigned>(multiprocessors_);
            t.slices_of_tile = (slices() + most - 1u) / most;
            if (t.slices_of_tile == last)
                continue;
            last = t.slices_of_tile;
            const char *const no = find_tiles(found, t);
            if (no) {
                why = no;
                continue;
            }
            if (resident_groups(threads, shared_bytes(t)) < t.tiles)
                continue;
            if (!upload(t, stream))
                break;
            tile_bytes_ = tile_bytes(t);
            launch_tiles_ = t.tiles;
            slices_of_tile_ = t.slices_of_tile;
            launch_.items_of_edge_below = t.edge_below * items_of_slice();
            launch_.items_of_edge_above = t.edge_above * items_of_slice();
            halo_below_ = t.halo_below;
            halo_above_ = t.halo_above;
            begin_ = t.bounds.front();
            end_ = t.bounds.back();
            state_ = state::known;
            return;
        }
        give_up(why);
    }

    size_t tile_bytes(const tiling &t) const { return (t.most * what_.element_bytes + 15u) / 16u * 16u; }
    size_t shared_bytes(const tiling &t) const { return 2u * tile_bytes(t); }

    // Why there is none, or nullptr.
    const char *find_tiles(const std::vector<::pt::kept_slice> &found, tiling &t) const
    {
        using long_number = long long;
        const unsigned count = static_cast<unsigned>(found.size());
        t.tiles = (count + t.slices_of_tile - 1u) / t.slices_of_tile;
        std::vector<unsigned> first(t.tiles, ~0u), low(t.tiles, ~0u), high(t.tiles, 0u);
        unsigned begin = ~0u, end = 0u;
        long_number written = -1;
        for (unsigned i = 0; i < count; i++) {
            const ::pt::kept_slice &s = found[i];
            const unsigned tile = i / t.slices_of_tile;
            const bool reads = s.first_read <= s.last_read, writes = s.first_written <= s.last_written;
            if ((reads && s.last_read >= ::pt::kept_launch::elements_at_most) || (writes && s.last_written >= ::pt::kept_launch::elements_at_most))
                return "not kept: an index is negative, or more than 2 to the 30th";
            if (writes && static_cast<long_number>(s.first_written) <= written)
                return "not kept: what the rows of blocks write does not lie row behind row";
            if (writes) {
                written = s.last_written;
                first[tile] = s.first_written < first[tile] ? s.first_written : first[tile];
            }
            low[tile] = reads && s.first_read < low[tile] ? s.first_read : low[tile];
            high[tile] = reads && s.last_read > high[tile] ? s.last_read : high[tile];
            begin = reads && s.first_read < begin ? s.first_read : begin;
            end = reads && s.last_read + 1u > end ? s.last_read + 1u : end;
        }
        if (written < 0)
            return "not kept: the kernel writes nothing";
        end = static_cast<unsigned>(written) + 1u > end ? static_cast<unsigned>(written) + 1u : end;
        begin = first[0] < begin ? first[0] : begin;
        t.bounds.assign(t.tiles + 1u, begin);
        t.bounds[t.tiles] = end;
        for (unsigned i = 1u; i < t.tiles; i++) {
            if (first[i] == ~0u)
                return "not kept: some rows of blocks write nothing";
            t.bounds[i] = first[i];
        }
        t.halo_below = t.halo_above = 0u;
        for (unsigned i = 0u; i < t.tiles; i++) {
            if (low[i] < t.bounds[i] && t.bounds[i] - low[i] > t.halo_below)
                t.halo_below = t.bounds[i] - low[i];
            if (low[i] <= high[i] && high[i] + 1u > t.bounds[i + 1u] && high[i] + 1u - t.bounds[i + 1u] > t.halo_above)
                t.halo_above = high[i] + 1u - t.bounds[i + 1u];
        }
        // Each side hears of the other in each step, or it would overwrite packets that the other has not seen (keep.cuh).
        if (t.halo_below || t.halo_above) {
            t.halo_below = t.halo_below ? t.halo_below : 1u;
            t.halo_above = t.halo_above ? t.halo_above : 1u;
        }
        unsigned most = 0u;
        for (unsigned i = 0u; i < t.tiles; i++) {
            const unsigned size = t.bounds[i + 1u] - t.bounds[i];
            most = size > most ? size : most;
            if (i + 1u < t.tiles && (size < t.halo_below || (i > 0u && size < t.halo_above)))
                return "not kept: the blocks read more than what those beside them write";
        }
        t.most = most + t.halo_below + t.halo_above;
        // Slices, from a tile's first on, that write something of what the tile below reads, and likewise from its last on.
        t.edge_below = t.edge_above = 0u;
        for (unsigned i = 0u; i < count; i++) {
            const ::pt::kept_slice &s = found[i];
            const unsigned tile = i / t.slices_of_tile, place = i % t.slices_of_tile;
            const unsigned behind = (tile + 1u) * t.slices_of_tile < count ? (tile + 1u) * t.slices_of_tile : count;
            if (s.first_written > s.last_written)
                continue;
            if (s.first_written - t.bounds[tile] < t.halo_above && place + 1u > t.edge_below)
                t.edge_below = place + 1u;
            if (t.bounds[tile + 1u] - 1u - s.last_written < t.halo_below && behind - i > t.edge_above)
                t.edge_above = behind - i;
        }
        return nullptr;
    }

    unsigned resident_groups(int threads, size_t bytes) const
    {
        cudaFuncAttributes attributes;
        int device = 0, limit = 0;
        const size_t with_slot = bytes + PT_SLOT_BYTES + PT_SLOT_ALIGNMENT;
        if (cudaFuncGetAttributes(&attributes, what_.loop) != cudaSuccess || threads > attributes.maxThreadsPerBlock ||
            cudaGetDevice(&device) != cudaSuccess ||
            cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess ||
            !detail::carry_attributes(attributes, what_.loop, attributes, with_slot, static_cast<size_t>(limit)))
            return 0;
        return detail::resident(what_.loop, threads, with_slot) * static_cast<unsigned>(multiprocessors_);
    }

    static size_t rounded(size_t bytes) { return (bytes + 255u) / 256u * 256u; }

    unsigned words_of_halo(const tiling &t) const
    {
        const unsigned larger = t.halo_below > t.halo_above ? t.halo_below : t.halo_above;
        return (larger * static_cast<unsigned>(what_.element_bytes / 4u) + 1u) / 2u * 2u; // they travel in pairs
    }

    // The bounds, and room for the packets behind them. What is in flight may use the memory: it is of the same stream.
    bool upload(const tiling &t, cudaStream_t stream)
    {
        const size_t bounds = rounded(t.bounds.size() * sizeof t.bounds[0]);
        const size_t packets = static_cast<size_t>(t.tiles) * 4u * words_of_halo(t) * sizeof(unsigned long long);
        if (!memory_.has_room(context_, stream, bounds + packets))
            return false;
        // Another bound moves the packets: no number of an old step may lie where a new one is looked for.
        packets_at_ = bounds;
        halo_words_ = words_of_halo(t);
        next_tag_ = 1u;
        return cudaMemsetAsync(memory_.at, 0, bounds + packets, stream) == cudaSuccess &&
               cudaMemcpyAsync(memory_.at, t.bounds.data(), t.bounds.size() * sizeof t.bounds[0], cudaMemcpyHostToDevice, stream) == cudaSuccess;
    }

    // ---- the launch

    bool lie_in_each_other() const
    {
        const char *const in = static_cast<const char *>(launch_.arrays[0]), *const out = static_cast<const char *>(launch_.arrays[1]);
        const size_t begin = begin_ * what_.element_bytes, end = end_ * what_.element_bytes;
        if (in + begin < out + end && out + begin < in + end)
            return true;
        for (const char *other : pointers_)
            if ((other >= in + begin && other < in + end) || (other >= out + begin && other < out + end))
                return true;
        return false;
    }

    bool launch_tiles(uint64_t context, const dim3 &block, cudaStream_t stream, unsigned steps)
    {
        if (next_tag_ + steps < next_tag_) { // the numbers of steps begin again
            if (cudaMemsetAsync(static_cast<char *>(memory_.at) + packets_at_, 0, memory_.bytes - packets_at_, stream) != cudaSuccess)
                return false;
            next_tag_ = 1u;
        }
        launch_.tiles = launch_tiles_;
        launch_.items_of_tile = slices_of_tile_ * items_of_slice();
        launch_.steps = steps;
        launch_.first_tag = next_tag_;
        launch_.halo_below = halo_below_;
        launch_.halo_above = halo_above_;
        launch_.halo_words = halo_words_;
        launch_.tile_bytes = static_cast<unsigned>(tile_bytes_);
        launch_.bounds = static_cast<const unsigned *>(memory_.at);
        launch_.packets = reinterpret_cast<unsigned long long *>(static_cast<char *>(memory_.at) + packets_at_);
        ptrt_request_t request = {};
        request.context = context;
        request.grid[0] = launch_tiles_;
        request.grid[1] = request.grid[2] = 1u;
        request.block[0] = block.x;
        request.block[1] = block.y;
        request.block[2] = block.z;
        request.dynamic_shared_bytes = 2u * tile_bytes_;
        request.mode = PTRT_MODE_DEFAULT;
        request.stream = stream;
        request.is_capturing = detail::is_capturing;
        ptrt_decision_t decision;
        ptrt_decide(&kernel_, &request, &decision);
        if (decision.action == PTRT_ACTION_ASK_FACTS) {
            ptrt_facts_t facts;
            if (!detail::find_facts(request, what_.loop, what_.loop, &facts))
                return false;
            ptrt_learn(&kernel_, &request, &facts);
            ptrt_decide(&kernel_, &request, &decision);
        }
        if (decision.action != PTRT_ACTION_TWIN || decision.groups != launch_tiles_)
            return false;
        void *arguments[] = {&launch_, nullptr};
        const ::ptrt::config c(dim3(launch_tiles_), block, decision.dynamic_shared_bytes, stream);
        if (detail::launch_cooperatively(c, what_.loop, launch_tiles_, decision.dynamic_shared_bytes, arguments) != cudaSuccess) {
            (void)cudaGetLastError(); // nothing has run
            return false;
        }
        next_tag_ += steps;
        return true;
    }

    const kept_kernel &what_;
    kernel &kernel_; // describes the loop
    state state_ = state::unknown;
    ::pt::kept_launch launch_;
    std::vector<const char *> pointers_;
    std::vector<unsigned char> argument_bytes_; // without the arrays
    // of the shape that is known, or probed
    uint64_t context_ = 0;
    cudaStream_t stream_ = 0;
    dim3 block_;
    pt_launch_t shape_;
    std::vector<unsigned char> shape_arguments_;
    cudaEvent_t probed_ = nullptr;
    int multiprocessors_ = 0;
    unsigned launch_tiles_ = 0u, slices_of_tile_ = 0u, halo_below_ = 0u, halo_above_ = 0u, halo_words_ = 0u;
    size_t tile_bytes_ = 0, packets_at_ = 0;
    size_t begin_ = 0, end_ = 0; // of the elements that are touched
    unsigned next_tag_ = 1u;
    detail::kept_memory slices_, memory_;
};

} // namespace ptrt

#endif
