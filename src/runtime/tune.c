// schedule(auto): a choice made from the kernel's own launches.
//
// In:  the times of launches, with their candidate. Out: the candidate for the next launch.
// Invariant: candidate 0 is the plain launch. The first launches are plain and not timed. A launch is timed, and
//            a candidate tried, only when what timing costs and trials may lose, all of it together, stays within
//            1.5% of the time that the launches seen so far took: whoever launches a kernel n times loses at most
//            that, the first timing and one surprise, and a surprise (a trial more than a quarter slower) drops
//            the candidate at once. A candidate replaces the plain launch only when its median is more than 2%
//            better than the fastest plain launch seen: the times of some kernels come in two sorts, by where the
//            device happens to put their blocks, and medians of a few samples would compare one sort with the
//            other. A decision is watched by timing a launch now and then, for at most 0.5% of the time.
//
// Pure: no clock, no CUDA; the caller holds tune->lock.
#include "internal.h"

#include <math.h>
#include <string.h>

static const unsigned untimed_launches = 2;
static const unsigned plain_samples = 3;   // before the first trial
static const unsigned trial_samples = 3;   // before a candidate may win
static const double loss_share = 0.015;    // of the time seen
static const double timing_cost = 3;       // microseconds that the two events around a launch add
static const double watch_share = 0.005;   // of the time, for timing launches of a decided kernel
static const double expected_loss = 0.10;  // of one launch, for a trial of which nothing is known
static const double hopeless = 1.25;       // times the plain launch: dropped after one sample
static const double gain_needed = 0.98;    // times the fastest plain launch
static const double deviation = 0.15;      // of the usual time that makes a launch suspicious,
static const double deviation_least = 5;   // and microseconds: what the host adds to a time in an idle stream
static const unsigned deviations_needed = 3;
static const unsigned restarts_at_most = 8;
static const double noting_cost = 45, noting_cost_a_block = 0.0028; // microseconds: lengths, and the order that follows
                                                                     // (benchmarks/results/noting.csv)
enum { watch_interval_least = 16, watch_interval_most = 1024 }; // launches

double ptrt_tune_median(const ptrt_candidate_t *candidate)
{
    const unsigned n = candidate->samples < PTRT_SAMPLES ? candidate->samples : PTRT_SAMPLES;
    double sorted[PTRT_SAMPLES];
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i;
        for (; j > 0 && sorted[j - 1] > candidate->microseconds[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = candidate->microseconds[i];
    }
    return n == 0 ? 0 : n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

// What timing and trials may still cost.
static double budget_of(const ptrt_tune_t *tune)
{
    return loss_share * tune->launches * ptrt_tune_median(&tune->candidate[0]) - tune->lost_microseconds - timing_cost;
}

ptrt_noting_t ptrt_tune_notes(ptrt_tune_t *tune)
{
    if (tune->candidate[0].samples < plain_samples)
        return PTRT_NOTING_LATER;
    tune->launches++;
    const double cost = expected_loss * ptrt_tune_median(&tune->candidate[0]) + noting_cost + noting_cost_a_block * tune->items;
    if (cost > budget_of(tune))
        return PTRT_NOTING_WAIT;
    tune->lost_microseconds += cost;
    return PTRT_NOTING_NOW;
}

static double fastest(const ptrt_candidate_t *candidate)
{
    double least = candidate->microseconds[0];
    for (unsigned i = 1; i < candidate->samples && i < PTRT_SAMPLES; i++)
        if (candidate->microseconds[i] < least)
            least = candidate->microseconds[i];
    return least;
}

ptrt_scheme_t ptrt_tune_scheme(const ptrt_tune_t *tune)
{
    const uint64_t word = atomic_load_explicit(&tune->decided_scheme, memory_order_relaxed);
    return (ptrt_scheme_t){(int)(word & 0xff), (uint32_t)(word >> 8)};
}

static void decide(ptrt_tune_t *tune, int candidate, const char *why)
{
    const ptrt_scheme_t scheme = tune->candidate[candidate].scheme;
    const double usual = ptrt_tune_median(&tune->candidate[candidate]);
    unsigned interval = watch_interval_least;
    if (usual * watch_share * interval < timing_cost)
        interval = usual * watch_share * watch_interval_most < timing_cost ? watch_interval_most
                                                                           : (unsigned)(timing_cost / (usual * watch_share));
    atomic_store(&tune->watch_interval, interval);
    atomic_store(&tune->why, why);
    atomic_store(&tune->decided_scheme, (uint64_t)scheme.chunk << 8 | (unsigned)scheme.schedule);
    atomic_store_explicit(&tune->decided, candidate, memory_order_release);
}

static void add(ptrt_tune_t *tune, int schedule, uint32_t chunk)
{
    tune->candidate[tune->candidates++].scheme = (ptrt_scheme_t){schedule, chunk};
}

void ptrt_tune_begin(ptrt_tune_t *tune, uint32_t items, uint32_t groups, bool longest_first)
{
    memset(tune, 0, sizeof *tune);
    pthread_mutex_init(&tune->lock, NULL);
    atomic_init(&tune->decided, -1);
    tune->items = items;
    tune->groups = groups;
    tune->longest_first = longest_first;
    atomic_init(&tune->is_unordered, longest_first);
    tune->trial = -1;
    add(tune, PTRT_SCHEDULE_HARDWARE, 0);
    // Fewer than two rounds: nothing to hand out, nothing to even out.
    if (items / groups < 2) {
        tune->final = true;
        decide(tune, 0, "auto: fewer than two blocks for each group");
    }
}

// Which schemes may be worth a trial follows from the plain launch's time.
static void choose_candidates(ptrt_tune_t *tune)
{
    // The block scheduler of today's devices starts a block in about 0.6 ns; only where blocks come nearly
    // as fast as that can a loop with larger chunks gain by starting fewer.
    const double nanoseconds_a_block = ptrt_tune_median(&tune->candidate[0]) * 1e3 / tune->items;
    if (tune->longest_first) { // larger chunks would put long blocks together
        add(tune, PTRT_SCHEDULE_DYNAMIC, 1);
        add(tune, PTRT_SCHEDULE_STATIC, 1);
    } else if (nanoseconds_a_block < 2.0) {
        add(tune, PTRT_SCHEDULE_DYNAMIC, 0);
        add(tune, PTRT_SCHEDULE_STATIC, 0);
        add(tune, PTRT_SCHEDULE_GUIDED, 0);
    } else {
        add(tune, PTRT_SCHEDULE_GUIDED, 0);
        add(tune, PTRT_SCHEDULE_DYNAMIC, 1);
        add(tune, PTRT_SCHEDULE_STATIC, 0);
    }
}

// The candidate with the fewest samples is next, so that they alternate and drift hits all alike. The plain launch, the first of them, comes in between
// (ptrt_tune_choose). -1: all have enough.
static int next_candidate(const ptrt_tune_t *tune)
{
    int next = -1;
    unsigned fewest = trial_samples;
    for (unsigned i = 1; i < tune->candidates; i++) {
        const ptrt_candidate_t *c = &tune->candidate[i];
        if (!c->dropped && c->samples < fewest) {
            fewest = c->samples;
            next = (int)i;
        }
    }
    return next;
}

// What a launch of the candidate may cost more than the plain one, in microseconds.
static double risk_of(const ptrt_candidate_t *c, double usual)
{
    if (c->samples == 0)
        return expected_loss * usual;
    const double known = ptrt_tune_median(c);
    return known > usual ? known - usual : 0;
}

static int best_candidate(const ptrt_tune_t *tune)
{
    int best = 0;
    double best_time = gain_needed * fastest(&tune->candidate[0]);
    for (unsigned i = 1; i < tune->candidates; i++)
        if (!tune->candidate[i].dropped && ptrt_tune_median(&tune->candidate[i]) < best_time) {
            best = (int)i;
            best_time = ptrt_tune_median(&tune->candidate[i]);
        }
    return best;
}

int ptrt_tune_choose(ptrt_tune_t *tune, bool *sample)
{
    *sample = false;
    const int decided = atomic_load_explicit(&tune->decided, memory_order_acquire);
    if (decided >= 0) {
        *sample = !tune->final && !tune->in_flight;
        return decided;
    }
    tune->launches++;
    if (tune->in_flight || tune->launches <= untimed_launches)
        return 0;
    ptrt_candidate_t *plain = &tune->candidate[0];
    const double usual = ptrt_tune_median(plain);
    const double budget = budget_of(tune);
    if (plain->samples < plain_samples) {
        *sample = plain->samples == 0 || budget >= 0;
        return 0;
    }
    if (atomic_load_explicit(&tune->is_unordered, memory_order_relaxed))
        return 0;
    if (tune->candidates == 1)
        choose_candidates(tune);
    const int next = next_candidate(tune);
    if (next >= 0) {
        const ptrt_candidate_t *c = &tune->candidate[next];
        if (risk_of(c, usual) > budget)
            return 0;
        *sample = true;
        return plain->samples < plain_samples + c->samples ? 0 : next;
    }
    const int best = best_candidate(tune);
    decide(tune, best, best ? "measured: faster than the plain launch" : "measured: nothing beats the plain launch");
    return best;
}

static void watch(ptrt_tune_t *tune, double microseconds, double usual)
{
    const double change = fabs(microseconds - usual);
    if (tune->final)
        return;
    if (change <= deviation * usual || change <= deviation_least) {
        tune->deviations = 0;
        atomic_store_explicit(&tune->suspicious, false, memory_order_relaxed);
        return;
    }
    atomic_store_explicit(&tune->suspicious, true, memory_order_relaxed);
    if (++tune->deviations < deviations_needed)
        return;
    tune->deviations = 0;
    atomic_store_explicit(&tune->suspicious, false, memory_order_relaxed);
    if (++tune->restarts > restarts_at_most) {
        tune->final = true;
        decide(tune, 0, "measured: its time changes too often");
        return;
    }
    memset(tune->candidate, 0, sizeof tune->candidate);
    tune->candidates = 0;
    add(tune, PTRT_SCHEDULE_HARDWARE, 0);
    tune->launches = untimed_launches;
    tune->lost_microseconds = 0;
    atomic_store_explicit(&tune->decided, -1, memory_order_release);
}

void ptrt_tune_report(ptrt_tune_t *tune, int candidate, double microseconds)
{
    if (candidate < 0 || (unsigned)candidate >= tune->candidates || !isfinite(microseconds) || microseconds < 0)
        return;
    ptrt_candidate_t *c = &tune->candidate[candidate];
    if (atomic_load_explicit(&tune->decided, memory_order_relaxed) >= 0) {
        watch(tune, microseconds, ptrt_tune_median(c));
        return;
    }
    c->microseconds[c->samples++ % PTRT_SAMPLES] = microseconds;
    tune->lost_microseconds += timing_cost;
    if (candidate == 0)
        return;
    const double usual = ptrt_tune_median(&tune->candidate[0]);
    if (microseconds > usual)
        tune->lost_microseconds += microseconds - usual;
    if (microseconds > hopeless * usual || (c->samples >= 2 && ptrt_tune_median(c) > usual))
        c->dropped = true;
}
