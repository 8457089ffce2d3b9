// schedule(auto): which scheme a launch gets, by what was measured so far (tune.c has the arithmetic).
//
// In:  the shape's facts and records, the request. Out: a scheme and why; the events of a launch that is to be timed.
// Invariant: once a grid's scheme is decided, no lock is taken but for the launches that are looked at again.
#include "internal.h"

// The time of this launch is wanted, if it can be had: notes the last one's, and gives the candidate whose turn it is. `candidate` is
// what was decided, or -1.
static ptrt_scheme_t measure(ptrt_tune_t *tune, int candidate, const ptrt_request_t *request, ptrt_decision_t *decision,
                             const char **why)
{
    if (!request->elapsed) {
        *why = "auto: this driver cannot tell contexts apart, nothing is measured";
        return plain;
    }
    if (pthread_mutex_trylock(&tune->lock) != 0) {
        *why = "auto: another thread is measuring";
        return candidate < 0 ? plain : ptrt_tune_scheme(tune);
    }
    if (tune->in_flight && tune->recorded) {
        double microseconds = 0;
        const int state_of_events = request->elapsed(tune->begin, tune->end, &microseconds);
        if (state_of_events != 0) {
            if (state_of_events > 0)
                ptrt_tune_report(tune, tune->trial, microseconds);
            tune->in_flight = false;
        }
    }
    bool sample;
    candidate = ptrt_tune_choose(tune, &sample);
    const bool decided = atomic_load(&tune->decided) >= 0;
    *why = decided ? atomic_load(&tune->why) : "auto: measuring";
    if (sample && request->is_capturing(request->stream)) {
        *why = "auto: nothing is measured during a capture";
        if (!decided)
            candidate = 0;
    } else if (sample) {
        tune->recorded = false;
        tune->trial = candidate;
        tune->in_flight = true;
        decision->measure = tune;
        decision->begin = &tune->begin;
        decision->end = &tune->end;
    }
    const ptrt_scheme_t scheme = tune->candidate[candidate].scheme;
    pthread_mutex_unlock(&tune->lock);
    return scheme;
}

// A decision is looked at again now and then.
static bool is_watched(ptrt_tune_t *tune)
{
    if (tune->final)
        return false;
    const unsigned interval = atomic_load_explicit(&tune->watch_interval, memory_order_relaxed);
    return atomic_fetch_add_explicit(&tune->launches_decided, 1, memory_order_relaxed) % interval == interval - 1 ||
           atomic_load_explicit(&tune->suspicious, memory_order_relaxed);
}

// order(longest) with `auto`: what a launch is for while the lengths of its blocks are unknown. Where a grid of its size has won by them,
// noting is worth its time.
static ptrt_noting_t notes_lengths(ptrt_tune_t *tune, bool has_won, struct ptrt_lengths *lengths)
{
    ptrt_noting_t noting = PTRT_NOTING_NOW;
    if (!has_won) {
        if (pthread_mutex_trylock(&tune->lock) != 0)
            return PTRT_NOTING_WAIT;
        noting = ptrt_tune_notes(tune);
        pthread_mutex_unlock(&tune->lock);
    }
    return noting == PTRT_NOTING_NOW && !ptrt_lengths_begin(lengths) ? PTRT_NOTING_WAIT : noting;
}

// `auto`: which scheme, from what was measured so far; may ask for a measurement.
ptrt_scheme_t ptrt_automatic(struct ptrt_kernel_state *state, struct ptrt_shape *shape,
                             const ptrt_request_t *request, uint32_t items, uint32_t groups,
                             ptrt_decision_t *decision, const char **why)
{
    const ptrt_facts_t *facts = &shape->facts;
    if (items <= groups) {
        *why = "auto: all blocks are resident at once";
        return plain;
    }
    if (facts->twin_groups_queue < facts->original_groups) {
        *why = "auto: the persistent kernel has lower occupancy";
        return plain;
    }
    if (facts->twin_local_bytes > facts->original_local_bytes) {
        *why = "auto: the persistent kernel spills registers";
        return plain;
    }
    ptrt_tune_t *tune = ptrt_find_tune(state, shape, items, groups);
    if (!tune) {
        *why = "auto: too many different grids to measure";
        return plain;
    }
    const int candidate = atomic_load_explicit(&tune->decided, memory_order_acquire);
    if (tune->longest_first && candidate != 0) {
        struct ptrt_lengths *lengths;
        const ptrt_lengths_state_t known = ptrt_lengths_ask(&shape->lengths, request, &lengths);
        const ptrt_noting_t noting = known == PTRT_LENGTHS_UNKNOWN  ? notes_lengths(tune, candidate > 0, lengths)
                                     : known == PTRT_LENGTHS_COMING ? PTRT_NOTING_WAIT
                                                                    : PTRT_NOTING_LATER;
        if (noting == PTRT_NOTING_NOW) {
            decision->lengths = lengths;
            *why = "auto: how long each block takes is noted";
            return (ptrt_scheme_t){PTRT_SCHEDULE_DYNAMIC, 1};
        }
        if (known == PTRT_LENGTHS_KNOWN || known == PTRT_LENGTHS_NEVER)
            atomic_store_explicit(&tune->is_unordered, false, memory_order_relaxed);
        if (noting == PTRT_NOTING_WAIT) {
            *why = "auto: how long each block takes is not known yet";
            return plain;
        }
    }
    if (candidate < 0 || is_watched(tune))
        return measure(tune, candidate, request, decision, why);
    *why = atomic_load(&tune->why);
    return ptrt_tune_scheme(tune);
}

void ptrt_measured(struct ptrt_tune *measure, int recorded)
{
    pthread_mutex_lock(&measure->lock);
    measure->recorded = recorded != 0;
    measure->in_flight = recorded != 0;
    pthread_mutex_unlock(&measure->lock);
}
