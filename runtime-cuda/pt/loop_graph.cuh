// A loop's steps as a CUDA graph, a kernel for each, launched at once.
//
// In:  steps (loop_log.cuh). Out: a graph of them, to be launched on the loop's stream.
// How: a graph is remembered by all that went into it, and launched again where the record is the same; where only arguments
//      differ, a graph that is there is brought up to date, which costs half as much as a new one (H200: 1.1 us a step, and 2.3). Between
//      two steps there is a programmatic dependency where the kernels know to wait (loop_step.cuh).
// Groups: as many as there are blocks where all are resident at once, else as many as are resident, among which blocks are dealt out.
// Invariant: no call of the program sees an error of ours. An object belongs to one host thread.
// Measured: benchmarks/results/graph_steps.csv, loops.csv.
#ifndef PT_LOOP_GRAPH_CUH
#define PT_LOOP_GRAPH_CUH

#include "launch.cuh"
#include "loop_log.cuh"
#include "loop_record.cuh"

#include <cstddef>
#include <string.h>
#include <vector>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

// What a kernel of the loop is as a step.
struct step_functions {
    const void *twin, *step[2]; // [1]: behind guesses
    bool needs_slot; // block.cuh
};

// All that a loop's steps may be launched as.
struct loop_functions {
    enum : unsigned { stored_at_most = 64u, memory_bytes = sizeof(::pt::loop_memory) + stored_at_most };
    const void *loop, *narrow, *memory, *chain;
    const step_functions *steps;
    unsigned count;
};

constexpr unsigned arguments_at_most = 256u; // of a kernel that is a step

#if CUDART_VERSION < 12000

// Graphs cannot be brought up to date in the same way, and contexts not be told apart.
class loop_graphs {
  public:
    explicit loop_graphs(bool &) {}
    cudaGraphExec_t find_or_make(const loop_functions &, loop_log &, ::pt::loop_answer *, bool, bool *) { return nullptr; }
};

#else

class loop_graphs {
  public:
    // `is_gone` stands beside the object and outlives it: others of the thread's objects, whose end is later, may still launch.
    explicit loop_graphs(bool &is_gone) : is_gone_(is_gone) {}
    // When the thread ends.
    ~loop_graphs()
    {
        is_gone_ = true;
        int device = 0, now = 0;
        if (graphs_.empty() || cudaPeekAtLastError() != cudaSuccess || cudaGetDevice(&device) != cudaSuccess)
            return;
        now = device;
        for (const graph &g : graphs_) {
            uint64_t context = 0;
            bool exact = true;
            if (g.instance && (g.device == now || (is_active(g.device) && cudaSetDevice(now = g.device) == cudaSuccess)) &&
                current_context(&context, &exact) && context == g.context)
                (void)cudaGraphExecDestroy(g.instance);
        }
        if (now != device)
            (void)cudaSetDevice(device);
    }
    loop_graphs(const loop_graphs &) = delete;
    loop_graphs &operator=(const loop_graphs &) = delete;

    // The steps as a graph for their stream, good until the next call; nullptr: there is none. `answer`: nullptr where nothing is guessed.
    // `is_plain`: of the program's kernels as they are. `is_new`: it was not there.
    cudaGraphExec_t find_or_make(const loop_functions &functions, loop_log &log, ::pt::loop_answer *answer, bool is_plain, bool *is_new)
    {
        bool exact = true;
        uint64_t context = 0;
        *is_new = false;
        // What cannot be told from a context that is gone may be gone with it.
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&context, &exact) || !exact)
            return nullptr;
        const capture_aside aside;
        if (context != context_ && !enter(context))
            return nullptr;
        if (!is_of_context(log.stream()))
            return nullptr;
        is_plain_ = is_plain;
        head_.head.answer = answer;
        find_key(log);
        graph *g = find();
        *is_new = !g;
        if (!g)
            g = &make(functions, log);
        g->used_last = ++uses_;
        return g->instance;
    }

  private:
    enum : size_t { graphs_at_most = 32, alike_at_first = 1, alike_at_most = 16, gone_at_most = 32, bytes_at_most = 4096 };

    struct graph {
        cudaGraphExec_t instance; // nullptr: there is none of these steps
        uint64_t context; // with which it is gone
        int device;
        std::vector<unsigned char> key;
        size_t hash;
        unsigned long long used_last;
    };

    // What a step is launched with.
    struct shape {
        const void *function;
        size_t dynamic_shared_bytes;
        unsigned resident; // groups, of all multiprocessors
        bool waits;        // for the launches that it depends on, by itself
    };

    // Graphs of this device that are of another context were gone with it.
    bool enter(uint64_t context)
    {
        if (cudaGetDevice(&device_) != cudaSuccess)
            return false;
        context_ = context;
        for (size_t i = graphs_.size(); i-- > 0;)
            if (graphs_[i].device == device_ && graphs_[i].context != context)
                graphs_.erase(graphs_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    }

    // A stream of another device takes graphs, but no launches: those are the program's mistake, and CUDA's to tell.
    bool is_of_context(cudaStream_t stream)
    {
        cudaEvent_t event = nullptr;
        if (!stream || (stream == checked_ && context_ == checked_in_))
            return true;
        const bool is_known = cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess && cudaEventRecord(event, stream) == cudaSuccess;
        if (!is_known)
            (void)cudaGetLastError();
        if (event)
            (void)cudaEventDestroy(event);
        checked_ = is_known ? stream : nullptr;
        checked_in_ = context_;
        return is_known;
    }

    void add_to_key(const void *bytes, size_t count)
    {
        const unsigned char *const from = static_cast<const unsigned char *>(bytes);
        key_.insert(key_.end(), from, from + count);
    }

    // All that goes into a graph. In front: what graphs have in common of which one can be made into the other. A graph runs once at a time,
    // so that one for two streams would make them wait for each other.
    void find_key(const loop_log &log)
    {
        const cudaStream_t stream = log.stream();
        key_.clear();
        add_to_key(&context_, sizeof context_);
        add_to_key(&stream, sizeof stream);
        add_to_key(&head_.head.answer, sizeof head_.head.answer);
        const unsigned counts[] = {is_plain_, log.steps(), log.block().x, log.block().y, log.block().z, ptrt_groups_at_most(1u, 0xffffu)};
        add_to_key(counts, sizeof counts);
        add_to_key(log.order(), log.steps());
        for (unsigned e = 0u; e < log.entries(); e++) {
            const unsigned long long numbers[] = {log.step_of_entry(e).kind, log.entry(e).dynamic_shared_bytes};
            add_to_key(numbers, sizeof numbers);
        }
        alike_bytes_ = key_.size();
        add_to_key(log.bytes(), log.used());
    }

    graph *find()
    {
        for (graph &g : graphs_)
            if (g.key == key_)
                return &g;
        return nullptr;
    }

    // ---- a new one

    bool find_shape(shape &h, const void *original, const void *function, bool needs_slot, size_t dynamic_bytes, const dim3 &block) const
    {
        const int threads = static_cast<int>(block.x * block.y * block.z);
        occupancy::device device;
        cudaFuncAttributes of_original, of_step;
        h.function = function;
        h.dynamic_shared_bytes = needs_slot ? pt_bytes_with_slot(dynamic_bytes) : dynamic_bytes;
        if (cudaFuncGetAttributes(&of_original, original) != cudaSuccess || cudaFuncGetAttributes(&of_step, function) != cudaSuccess ||
            of_step.localSizeBytes > of_original.localSizeBytes || !occupancy::find_device(&device))
            return false;
        h.resident = ptrt_groups_at_most(occupancy::resident_like(of_original, function, of_step, threads, h.dynamic_shared_bytes, device),
                                         device.multiprocessors);
        h.waits = of_step.ptxVersion >= 90;
        return h.resident > 0u;
    }

    // The next node, behind the last one. By the graph's own functions: while a stream is captured, no other thread may synchronise
    // the device.
    bool add_node(const void *function, dim3 grid, const dim3 &block, size_t dynamic_bytes, void **arguments, bool waits)
    {
        cudaKernelNodeParams node = {};
        node.func = const_cast<void *>(function);
        node.gridDim = grid;
        node.blockDim = block;
        node.sharedMemBytes = static_cast<unsigned>(dynamic_bytes);
        node.kernelParams = arguments;
        const cudaGraphNode_t before = last_;
        const bool begins_early = has_early_edges && before && last_waits_ && waits; // both know to wait for what they depend on
        last_waits_ = waits;
        if (cudaGraphAddKernelNode(&last_, graph_, &before, before && !begins_early ? 1 : 0, &node) != cudaSuccess)
            return false;
        return !begins_early || add_early_edge(before);
    }

#if CUDART_VERSION >= 12030
    static constexpr bool has_early_edges = true;
    bool add_early_edge(cudaGraphNode_t before)
    {
        cudaGraphEdgeData early = {};
        early.from_port = cudaGraphKernelNodePortProgrammatic;
        early.type = cudaGraphDependencyTypeProgrammatic;
#if CUDART_VERSION >= 13000
        return cudaGraphAddDependencies(graph_, &before, &last_, &early, 1) == cudaSuccess;
#else
        return cudaGraphAddDependencies_v2(graph_, &before, &last_, &early, 1) == cudaSuccess;
#endif
    }
#else
    static constexpr bool has_early_edges = false;
    bool add_early_edge(cudaGraphNode_t) { return false; }
#endif

    bool add_step(const shape &h, dim3 grid, const dim3 &block)
    {
        void *arguments[] = {&head_.head, nullptr};
        return add_node(h.function, grid, block, h.dynamic_shared_bytes, arguments, h.waits);
    }

    bool add_kernel(const loop_functions &functions, const ::pt::loop_step &step, const loop_entry &entry, const dim3 &block)
    {
        const step_functions &f = functions.steps[step.kind];
        const void *const function = f.step[head_.head.answer != nullptr];
        if (shape_.function != function || shape_of_ != entry.dynamic_shared_bytes) { // mostly all steps are of one kernel
            if (!find_shape(shape_, entry.original, function, f.needs_slot, entry.dynamic_shared_bytes, block)) {
                shape_.function = nullptr;
                return false;
            }
            shape_of_ = entry.dynamic_shared_bytes;
        }
        head_.head.is_dealt = step.launch.items > shape_.resident;
        return add_step(shape_, head_.head.is_dealt ? dim3(shape_.resident) : dim3(step.launch.grid_x, step.launch.grid_y, step.launch.grid_z), block);
    }

    // The program's kernel waits for nothing by itself.
    bool add_plain(::pt::loop_step &step, const loop_entry &entry, const dim3 &block)
    {
        void *arguments[arguments_at_most + 1] = {nullptr};
        for (unsigned i = 0; i < entry.count; i++)
            arguments[i] = step.arguments() + entry.offsets[i];
        return add_node(entry.original, dim3(step.launch.grid_x, step.launch.grid_y, step.launch.grid_z), block, entry.dynamic_shared_bytes,
                        arguments, false);
    }

    bool add_memory(const loop_functions &functions, const ::pt::loop_step &step)
    {
        enum : unsigned { threads = 256u, bytes_of_thread = 16u };
        const ::pt::loop_memory &m = *reinterpret_cast<const ::pt::loop_memory *>(step.arguments());
        if (!memory_.function && !find_shape(memory_, functions.memory, functions.memory, false, 0, dim3(threads)))
            return false;
        const unsigned long long of_bytes = (m.bytes + threads * bytes_of_thread - 1u) / (threads * bytes_of_thread);
        const unsigned long long wanted = step.kind == ::pt::loop_step::guess ? 1u : of_bytes;
        return add_step(memory_, dim3(wanted < memory_.resident ? static_cast<unsigned>(wanted) : memory_.resident), dim3(threads));
    }

    bool add_steps(const loop_functions &functions, loop_log &log)
    {
        for (unsigned i = 0; i < log.steps(); i++) {
            ::pt::loop_step &step = log.step(i);
            const unsigned bytes = step.bytes - static_cast<unsigned>(sizeof step);
            if (bytes > sizeof head_.arguments)
                return false;
            head_.head.launch = step.launch;
            head_.head.kind = step.kind;
            head_.head.is_dealt = 0u;
            memcpy(head_.arguments, step.arguments(), bytes);
            if (step.kind >= ::pt::loop_step::set ? !add_memory(functions, step)
                : is_plain_                       ? !add_plain(step, log.entry_of_step(i), log.block())
                                                  : !add_kernel(functions, step, log.entry_of_step(i), log.block()))
                return false;
        }
        return true;
    }

    cudaGraph_t describe(const loop_functions &functions, loop_log &log)
    {
        graph_ = nullptr;
        last_ = nullptr;
        shape_ = memory_ = shape();
        if (cudaGraphCreate(&graph_, 0) != cudaSuccess)
            return nullptr;
        if (add_steps(functions, log))
            return graph_;
        (void)cudaGraphDestroy(graph_);
        return nullptr;
    }

    // Of all but the last bytes: what it says need not be true.
    static size_t hash_of(const std::vector<unsigned char> &key)
    {
        unsigned long long hash = key.size(), word = 0u;
        for (size_t at = 0; at + sizeof word <= key.size(); at += sizeof word) {
            memcpy(&word, key.data() + at, sizeof word);
            hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        return static_cast<size_t>(hash);
    }

    // Which graph is made into the new one, or makes room for it. One that is alike, which is cheap, unless the new one has been there
    // and would be again: then it gets a place of its own, until there are enough. Of several, the one that was not used for the longest time.
    size_t find_place(bool *is_alike) const
    {
        bool comes_again = false;
        for (size_t hash : gone_)
            comes_again |= hash == hash_of_key_;
        size_t alike = 0, here = 0, oldest_alike = graphs_.size(), oldest = graphs_.size();
        for (size_t i = 0; i < graphs_.size(); i++) {
            if (graphs_[i].context != context_)
                continue;
            here++;
            if (oldest == graphs_.size() || graphs_[i].used_last < graphs_[oldest].used_last)
                oldest = i;
            if (graphs_[i].key.size() != key_.size() || memcmp(graphs_[i].key.data(), key_.data(), alike_bytes_) != 0)
                continue;
            alike++;
            if (oldest_alike == graphs_.size() || graphs_[i].used_last < graphs_[oldest_alike].used_last)
                oldest_alike = i;
        }
        *is_alike = alike >= (comes_again ? static_cast<size_t>(alike_at_most) : static_cast<size_t>(alike_at_first));
        return *is_alike ? oldest_alike : here < graphs_at_most ? graphs_.size() : oldest;
    }

    graph &make(const loop_functions &functions, loop_log &log)
    {
        const cudaGraph_t described = describe(functions, log);
        bool is_alike = false;
        hash_of_key_ = hash_of(key_);
        const size_t at = find_place(&is_alike);
        if (at == graphs_.size())
            graphs_.push_back(graph());
        graph &g = graphs_[at];
        if (!g.key.empty())
            gone_[gone_count_++ % gone_at_most] = g.hash;
        g.key = key_;
        g.hash = hash_of_key_;
        cudaGraphExecUpdateResultInfo result;
        const bool is_updated = described && is_alike && g.instance && cudaGraphExecUpdate(g.instance, described, &result) == cudaSuccess;
        if (!is_updated) {
            if (g.instance)
                (void)cudaGraphExecDestroy(g.instance); // one that runs ends as it should
            g.instance = nullptr;
            g.context = context_;
            g.device = device_;
            if (described && cudaGraphInstantiate(&g.instance, described, 0) != cudaSuccess)
                g.instance = nullptr;
            (void)cudaGetLastError(); // there was none
        }
        if (described)
            (void)cudaGraphDestroy(described);
        return g;
    }

    bool &is_gone_;
    uint64_t context_ = 0; // the current one
    int device_ = 0;       // which it is of
    cudaStream_t checked_ = nullptr; // the program's, last time
    uint64_t checked_in_ = 0;
    unsigned long long uses_ = 0;
    std::vector<graph> graphs_;
    size_t gone_[gone_at_most] = {}, gone_count_ = 0; // hashes of keys of graphs that were made into others
    // of the record that is asked for
    bool is_plain_ = false;
    std::vector<unsigned char> key_;
    size_t alike_bytes_ = 0, hash_of_key_ = 0;
    cudaGraph_t graph_ = nullptr;
    cudaGraphNode_t last_ = nullptr;
    bool last_waits_ = false;
    shape shape_ = {}, memory_ = {};
    size_t shape_of_ = 0; // dynamic shared memory that was asked for
    ::pt::step_record<bytes_at_most> head_ = {};
};

#endif

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
