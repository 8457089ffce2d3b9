// How a loop's steps are launched: as one launch, a launch for each, or as a CUDA graph, of kernels of ours or of the program's.
//
// In:  records of steps, each launched in one of the ways. Out: which way the next one takes.
// How: for each size of the steps' grids all ways are tried, one record each, twice; the second try is timed. What is faster by 3%
//      than one launch is stayed with.
// Invariant: a choice is the program's, for all threads. One object at a time tries; the others launch as one meanwhile. What is
//            timed outlives the object, so that loops with few steps come to a choice, too.
#ifndef PT_LOOP_CHOICE_CUH
#define PT_LOOP_CHOICE_CUH

#include "launch.cuh"

#include <atomic>
#include <chrono>
#include <cuda_runtime.h>
#include <stdint.h>

namespace ptrt {

// What is known of steps with about as many blocks.
struct loop_tries {
    enum : unsigned { ways = 4u };
    struct timing {
        cudaEvent_t begin, end; // nullptr: it was not timed
        float host_microseconds;
        unsigned steps;
    };
    unsigned trial; // how many there were
    bool has_waited;
    uint64_t context; // where the events are
    timing of_way[ways];
};

// In static storage, one for each loop: all is 0 at first.
struct loop_choice {
    enum : unsigned { sizes = 32u };

    std::atomic<bool> is_taken;           // by the one object that tries: `of_size` is its
    loop_tries of_size[sizes];            // by the logarithm of the number of blocks
    std::atomic<unsigned> decided[sizes]; // PTRT_LOOP_AUTO: not yet
    std::atomic<unsigned> last;           // way that was taken
    std::atomic<unsigned> graphs_again;   // how often a graph was there already
    std::atomic<uint64_t> function;       // what choose_function() said last, and of what (loop_host.cuh)
};

namespace detail {

class loop_trials {
  public:
    enum : unsigned { ways = loop_tries::ways };

    explicit loop_trials(loop_choice &choice) : choice_(choice) {}
    loop_trials(const loop_trials &) = delete;
    loop_trials &operator=(const loop_trials &) = delete;
    ~loop_trials()
    {
        if (is_mine_)
            choice_.is_taken.store(false, std::memory_order_release);
    }

    bool is_trying() const { return is_mine_; }

    // The way for a record whose largest step has that many blocks. `may_try`: it is fit for a trial.
    unsigned choose(unsigned blocks, bool may_try)
    {
        const unsigned forced = ptrt_loop_way(), size = log2_of(blocks);
        trial_ = nullptr;
        if (forced != PTRT_LOOP_AUTO)
            return taken(forced);
        const unsigned decided = choice_.decided[size].load(std::memory_order_relaxed);
        if (decided != PTRT_LOOP_AUTO)
            return taken(decided);
        if (!may_try || (!is_mine_ && choice_.is_taken.exchange(true, std::memory_order_acquire)))
            return PTRT_LOOP_ONE;
        is_mine_ = true;
        uint64_t context = 0;
        bool exact = true;
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&context, &exact))
            return PTRT_LOOP_ONE;
        loop_tries &t = choice_.of_size[size];
        if (t.context != context) {
            t = loop_tries(); // events of a context that is gone are gone with it
            t.context = context;
        }
        if (t.trial < 2u * ways) {
            trial_ = &t;
            return 1u + t.trial % ways;
        }
        unsigned best = PTRT_LOOP_ONE;
        if (!decide(t, &best))
            return PTRT_LOOP_ONE;
        choice_.decided[size].store(best, std::memory_order_relaxed);
        choice_.is_taken.store(false, std::memory_order_release);
        is_mine_ = false;
        return taken(best);
    }

    // Before what the host does for a record, before what it launches, and behind that.
    void prepare() { began_ = std::chrono::steady_clock::now(); }
    void begin(cudaStream_t stream)
    {
        if (trial_)
            record(&loop_tries::timing::begin, stream);
    }
    void end(cudaStream_t stream, unsigned steps)
    {
        if (!trial_)
            return;
        loop_tries::timing &t = trial_->of_way[trial_->trial % ways];
        t.host_microseconds = std::chrono::duration<float, std::micro>(std::chrono::steady_clock::now() - began_).count();
        t.steps = steps;
        record(&loop_tries::timing::end, stream);
        trial_->trial++;
    }

  private:
    static unsigned log2_of(unsigned blocks)
    {
        unsigned log2 = 0u;
        while (log2 + 1u < loop_choice::sizes && blocks >> (log2 + 1u))
            log2++;
        return log2;
    }

    unsigned taken(unsigned way)
    {
        choice_.last.store(way, std::memory_order_relaxed);
        return way;
    }

    // The second try of each way is timed.
    void record(cudaEvent_t loop_tries::timing::*which, cudaStream_t stream)
    {
        if (trial_->trial < ways || cudaPeekAtLastError() != cudaSuccess)
            return;
        const capture_aside aside;
        cudaEvent_t &event = trial_->of_way[trial_->trial % ways].*which;
        if (cudaEventCreate(&event) != cudaSuccess || cudaEventRecord(event, stream) != cudaSuccess)
            (void)cudaGetLastError();
    }

    // What a step costs, or 0 where that is not known. False: not yet.
    static bool cost(loop_tries::timing &t, std::chrono::steady_clock::time_point until, float *microseconds)
    {
        float milliseconds = 0.0f;
        *microseconds = 0.0f;
        cudaError_t state = t.begin && t.end ? cudaErrorNotReady : cudaErrorInvalidValue;
        while (state == cudaErrorNotReady && (state = cudaEventQuery(t.end)) == cudaErrorNotReady) {
            (void)cudaGetLastError();
            if (std::chrono::steady_clock::now() >= until)
                return false;
        }
        // Launches cost the host time, too, and what costs more is what counts.
        if (state == cudaSuccess && cudaEventElapsedTime(&milliseconds, t.begin, t.end) == cudaSuccess) {
            const float of_device = milliseconds * 1e3f;
            *microseconds = (of_device > t.host_microseconds ? of_device : t.host_microseconds) / static_cast<float>(t.steps);
        }
        return true;
    }

    // False: the times are not there yet. The host waits for them once, and not for long: something else may wait for the host. Without
    // a time of it, one launch is what the program asks for.
    static bool decide(loop_tries &t, unsigned *best)
    {
        const capture_aside aside;
        const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(t.has_waited ? 0 : 20);
        t.has_waited = true;
        float costs[ways], least = 0.0f;
        for (unsigned i = 0; i < ways; i++)
            if (!cost(t.of_way[i], until, &costs[i]))
                return false;
        *best = PTRT_LOOP_ONE;
        least = 0.97f * costs[0];
        for (unsigned i = 1u; i < ways; i++)
            if (costs[i] > 0.0f && costs[i] < least) {
                least = costs[i];
                *best = 1u + i;
            }
        for (loop_tries::timing &way : t.of_way) {
            for (cudaEvent_t event : {way.begin, way.end})
                if (event)
                    (void)cudaEventDestroy(event);
            way = loop_tries::timing();
        }
        return true;
    }

    loop_choice &choice_;
    bool is_mine_ = false;
    loop_tries *trial_ = nullptr; // of the record that is launched
    std::chrono::steady_clock::time_point began_;
};

} // namespace detail
} // namespace ptrt

#endif
