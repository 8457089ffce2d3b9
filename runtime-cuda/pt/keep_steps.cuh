// Which of a loop's steps may be one launch of a kernel that keeps its arrays in shared memory (keep_host.cuh).
//
// In:  what the loop has asked for. Out: that launch, or why there is none, told once.
// Invariant: all steps are launches of one kernel, and the first two take turns.
#ifndef PT_KEEP_STEPS_CUH
#define PT_KEEP_STEPS_CUH

#include "launch.cuh"
#include "loop_log.cuh"
#include "loop_record.cuh"

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

// Makes a launch of its own of steps that are launches of one kernel, with arguments that change places from each to the next:
// keep_host.cuh. False: nothing was launched. `offsets` as in launch_arguments.
class step_keeper {
  public:
    virtual bool launch(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count, unsigned steps,
                        const dim3 &block, cudaStream_t stream) = 0;
    // Do just the two arrays change places? Says why not.
    virtual bool change_places(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count) = 0;
    // With PTRT_VERBOSE=1, the first time; the text is a literal. False.
    virtual bool tell_once(const char *why) = 0;

  protected:
    ~step_keeper() {}
};

// Two steps in turn, of one kernel: their arrays may stay where they are used. `guesses`: some are open.
static inline bool keep_steps(step_keeper &keeper, const loop_log &log, bool guesses)
{
    if (guesses)
        return keeper.tell_once("not kept: the host runs ahead of what the loop reads back");
    if (is_capturing(log.stream()))
        return keeper.tell_once("not kept: the stream is being captured");
    if (log.most_dynamic())
        return keeper.tell_once("not kept: its launches ask for shared memory of their own");
    const loop_entry &entry = log.entry(0u);
    for (unsigned i = 0u; i < log.entries(); i++) {
        if (!log.entry(i).k)
            return keeper.tell_once("not kept: a copy or cudaMemset is among the steps that are launched together");
        if (log.entry(i).k != entry.k)
            return keeper.tell_once("not kept: launches of several kernels are among the steps that are launched together");
    }
    if (log.steps() < 2u)
        return keeper.tell_once("not kept: a single step is launched at a time");
    const ::pt::loop_step &first = log.step(0u), &second = log.step(1u);
    if (log.place_of_step(0u) == log.place_of_step(1u))
        return keeper.tell_once("not kept: the arrays do not change places from one step to the next");
    if (log.entries() != 2u && !keeper.change_places(first, second, entry.offsets, entry.count))
        return false;
    for (unsigned i = 2u; i < log.steps(); i++)
        if (log.place_of_step(i) != log.place_of_step(i % 2u))
            return keeper.tell_once("not kept: arrays, another argument or the grid change behind the first two steps");
    return keeper.launch(first, second, entry.offsets, entry.count, log.steps(), log.block(), log.stream());
}

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
