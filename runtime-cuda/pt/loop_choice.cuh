// How a loop's steps are launched: as one launch, a launch for each, or as a CUDA graph, of kernels of ours or of the program's.
//
// In:  records of steps, each launched in one of the ways. Out: which way the next one takes.
// How: for each size of the steps' grids all ways are tried, one record each, twice; the second try is timed. What is faster by 3%
//      than one launch is stayed with.
// Invariant: a choice is the program's, for all threads. One object at a time tries; the others launch as one meanwhile. What is
//            timed outlives the object, so that loops with few steps come to a choice, too.
#ifndef PT_LOOP_CHOICE_CUH
#define PT_LOOP_CHOICE_CUH

#include "host_word.cuh"
#include "launch.cuh"

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>

namespace ptrt {
PTRT_OF_THIS_FILE {

// What is known of steps with about as many blocks.
struct loop_tries {
    enum : unsigned { ways = 4u };
    struct timing {
        cudaEvent_t begin, end; // nullptr: it was not timed
        float host_microseconds;
        unsigned steps;
    };
    unsigned trial, again; // how many there were; how often the last one was made again
    unsigned in_vain;      // chains of guesses whose times said nothing
    bool has_waited;
    uint64_t context; // where the events are,
    int device;       // and which device's it is
    timing of_way[ways];
};

// In static storage, one for each loop: all is 0 at first.
struct loop_choice {
    enum : unsigned { sizes = 64u }; // the larger half: with guesses

    host_word<bool> is_taken;           // by the one object that tries: `of_size` is its
    loop_tries of_size[sizes];          // by the logarithm of the number of blocks
    host_word<unsigned> decided[sizes]; // PTRT_LOOP_AUTO: not yet
    host_word<unsigned> last;           // way that was taken
    host_word<uint64_t> function;       // what choose_function() said last, and of what (loop_launcher.cuh)
};

// The record of the kernel that a loop, which begins in that line, is launched as.
constexpr kernel kernel_of_loop(const char *name, const char *file, int line)
{
    return {name, file, line, PTRT_SCHEDULE_STATIC, 1u, PTRT_GROUPS_MAX, 0u, PTRT_KERNEL_GRID_BARRIER | PTRT_KERNEL_SPLITS | PTRT_KERNEL_LOOP};
}

// What is kept of a loop from one time that the program comes to it to the next, in static storage.
struct loop_site {
    constexpr loop_site(const char *file, int line) : of_loop(kernel_of_loop("loop", file, line)), choice() {}

    kernel of_loop;
    loop_choice choice;
};

namespace detail {

class loop_trials {
  public:
    enum : unsigned { ways = loop_tries::ways };

    loop_trials(const kernel &loop, loop_choice &choice) : loop_(loop), choice_(choice) {}
    loop_trials(const loop_trials &) = delete;
    loop_trials &operator=(const loop_trials &) = delete;
    ~loop_trials()
    {
        if (is_mine_)
            choice_.is_taken.release(false);
    }

    bool is_trying() const { return is_mine_; }

    // The way for a record whose largest step has that many blocks. `may_try`: it is fit for a trial. `guesses`: steps are done only where
    // what was guessed is right, which the program's own launches do not ask for.
    // `may_decide`: no guess is open, behind which a step that was timed might have done nothing.
    unsigned choose(unsigned blocks, bool may_try, bool guesses, bool may_decide)
    {
        const unsigned forced = ptrt_loop_way_wanted(), size = log2_of(blocks) + (guesses ? loop_choice::sizes / 2u : 0u);
        const unsigned count = guesses ? 2u : static_cast<unsigned>(ways);
        trial_ = nullptr;
        if (forced != PTRT_LOOP_AUTO)
            return taken(guesses && forced != PTRT_LOOP_GRAPH ? static_cast<unsigned>(PTRT_LOOP_ONE) : forced);
        const unsigned decided = choice_.decided[size].load();
        if (decided != PTRT_LOOP_AUTO)
            return taken(decided);
        if (!may_try || (!is_mine_ && choice_.is_taken.exchange_acquire(true)))
            return PTRT_LOOP_ONE;
        is_mine_ = true;
        uint64_t context = 0;
        bool exact = true;
        int device = 0;
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&context, &exact) || cudaGetDevice(&device) != cudaSuccess)
            return PTRT_LOOP_ONE;
        loop_tries &t = choice_.of_size[size];
        if (t.context != context) {
            if (t.context && t.device != device)
                return PTRT_LOOP_ONE; // the device that has begun finds it out for all
            t = loop_tries(); // events of a context that is gone are gone with it
            t.context = context;
            t.device = device;
        }
        if (t.trial < 2u * count) {
            trial_ = &t;
            is_timed_ = t.trial >= count;
            way_ = guesses && t.trial % count ? static_cast<unsigned>(PTRT_LOOP_GRAPH) : 1u + t.trial % count;
            return way_;
        }
        unsigned best = PTRT_LOOP_ONE;
        if (!may_decide || !decide(t, guesses, &best))
            return PTRT_LOOP_ONE;
        choice_.decided[size].store(best);
        choice_.is_taken.release(false);
        is_mine_ = false;
        return taken(best);
    }

    // A chain of guesses has ended. What was timed in one with a wrong guess says nothing, and where that is so again and again, the
    // loop's chains are too short to find out anything.
    void end_chain(bool was_right)
    {
        enum { in_vain_at_most = 4 };
        if (timed_ && !was_right && is_mine_) {
            forget_times(*timed_);
            timed_->trial = 2u;
            timed_->again = 0u;
            if (++timed_->in_vain > in_vain_at_most)
                choice_.decided[timed_ - choice_.of_size].store(PTRT_LOOP_ONE);
        }
        timed_ = nullptr;
    }

    // The way that was chosen is not there: what is done in its place is not its trial.
    void pass_on()
    {
        if (trial_)
            trial_->trial++;
        trial_ = nullptr;
    }

    // Before what the host does for a record, before what it launches, and behind that.
    void prepare() { began_ = now_microseconds(); }
    void begin(cudaStream_t stream)
    {
        if (trial_)
            record(&loop_tries::timing::begin, stream);
    }
    // `is_new`: something was made for it that will be there the next time, perhaps.
    void end(cudaStream_t stream, unsigned steps, bool is_new)
    {
        enum { again_at_most = 3 };
        if (!trial_)
            return;
        loop_tries::timing &t = trial_->of_way[way_ - 1u];
        t.host_microseconds = static_cast<float>(now_microseconds() - began_);
        t.steps = steps;
        record(&loop_tries::timing::end, stream);
        if (is_timed_ && is_new && trial_->again < again_at_most) {
            trial_->again++;
        } else {
            trial_->again = 0u;
            trial_->trial++;
        }
    }

  private:
    static unsigned log2_of(unsigned blocks)
    {
        unsigned log2 = 0u;
        while (log2 + 1u < loop_choice::sizes / 2u && blocks >> (log2 + 1u))
            log2++;
        return log2;
    }

    unsigned taken(unsigned way)
    {
        choice_.last.store(way);
        return way;
    }

    void record(cudaEvent_t loop_tries::timing::*which, cudaStream_t stream)
    {
        if (!is_timed_ || cudaPeekAtLastError() != cudaSuccess)
            return;
        timed_ = trial_;
        const capture_aside aside;
        cudaEvent_t &event = trial_->of_way[way_ - 1u].*which;
        if ((!event && cudaEventCreate(&event) != cudaSuccess) || cudaEventRecord(event, stream) != cudaSuccess)
            (void)cudaGetLastError();
    }

    // What a step costs the device, and the host; 0 where that is not known. False: not yet.
    struct cost {
        float device, host;
    };
    static bool find_cost(const loop_tries::timing &t, double until, cost *c)
    {
        float milliseconds = 0.0f;
        cudaError_t state = t.begin && t.end ? cudaErrorNotReady : cudaErrorInvalidValue;
        *c = cost();
        while (state == cudaErrorNotReady && (state = cudaEventQuery(t.end)) == cudaErrorNotReady) {
            (void)cudaGetLastError();
            if (now_microseconds() >= until)
                return false;
        }
        if (state == cudaSuccess && cudaEventElapsedTime(&milliseconds, t.begin, t.end) == cudaSuccess) {
            c->device = milliseconds * 1e3f / static_cast<float>(t.steps);
            c->host = t.host_microseconds / static_cast<float>(t.steps);
        }
        if (c->device <= 0.0f)
            (void)cudaGetLastError(); // there was none
        return true;
    }

    // Host and device work at the same time, and who takes longer counts; but where the host asks every so often whether its guesses were
    // right, they wait for each other.
    static float together(const cost &c, bool guesses) { return guesses ? c.device + c.host : c.device > c.host ? c.device : c.host; }

    // False: the times are not there yet. The host waits for them once, and not for long: something else may wait for the host. Without
    // a time of it, one launch is what the program asks for.
    bool decide(loop_tries &t, bool guesses, unsigned *best) const
    {
        if (cudaPeekAtLastError() != cudaSuccess)
            return false; // the program's own, and it is for the program to take
        const capture_aside aside;
        const auto until = now_microseconds() + (t.has_waited ? 0.0 : 20e3);
        t.has_waited = true;
        cost costs[ways];
        for (unsigned i = 0; i < ways; i++)
            if (!find_cost(t.of_way[i], until, &costs[i]))
                return false;
        *best = PTRT_LOOP_ONE;
        float least = 0.97f * together(costs[0], guesses);
        for (unsigned i = 1u; i < ways; i++)
            if (costs[i].device > 0.0f && together(costs[i], guesses) < least) {
                least = together(costs[i], guesses);
                *best = 1u + i;
            }
        // Both kinds of graphs cost the host about the same, and nothing where they come again.
        const cost &of_steps = costs[PTRT_LOOP_GRAPH - 1u], &plain = costs[PTRT_LOOP_PLAIN_GRAPH - 1u];
        if ((*best == PTRT_LOOP_GRAPH || *best == PTRT_LOOP_PLAIN_GRAPH) && of_steps.device > 0.0f && plain.device > 0.0f)
            *best = plain.device < of_steps.device ? PTRT_LOOP_PLAIN_GRAPH : PTRT_LOOP_GRAPH;
        forget_times(t);
        tell(costs, *best);
        return true;
    }

    void tell(const cost *costs, unsigned best) const
    {
        static const char *const names[] = {"one launch", "launches", "graph", "plain graph"};
        char text[256] = "";
        size_t length = 0;
        for (unsigned i = 0; i < ways && length < sizeof text; i++)
            if (costs[i].device > 0.0f)
                length += static_cast<size_t>(snprintf(text + length, sizeof text - length, "%s %.2f us (host %.2f), ", names[i],
                                                       static_cast<double>(costs[i].device), static_cast<double>(costs[i].host)));
        if (length < sizeof text)
            snprintf(text + length, sizeof text - length, "a step: from now on %s", names[best - 1u]);
        ptrt_remark(&loop_, text);
    }

    static void forget_times(loop_tries &t)
    {
        for (loop_tries::timing &way : t.of_way) {
            for (cudaEvent_t event : {way.begin, way.end})
                if (event)
                    (void)cudaEventDestroy(event);
            way = loop_tries::timing();
        }
    }

    const kernel &loop_;
    loop_choice &choice_;
    bool is_mine_ = false;
    loop_tries *trial_ = nullptr; // of the record that is launched
    loop_tries *timed_ = nullptr; // in the chain of guesses that is under way
    unsigned way_ = 0u;
    bool is_timed_ = false;
    double began_ = 0.0; // microseconds
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
