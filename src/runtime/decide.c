// Decides launches.
//
// In:  kernel, request, facts. Out: plain or persistent, with which record, or refused.
// Invariant: once a shape's facts are known and `auto` has made its choice, no lock is taken. Records are
//            only ever added, so a pointer read without a lock stays good.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is known for one context, block size and amount of shared memory.
struct ptrt_shape {
    struct ptrt_shape *next;
    uint64_t context;
    size_t dynamic_shared_bytes;
    uint32_t threads;
    ptrt_facts_t facts;
    _Atomic(ptrt_tune_t *) tunes;
    atomic_uint tune_count;
    ptrt_all_lengths_t lengths; // order(longest)
};

enum { shapes_at_most = 256, tunes_at_most = 64, counted_blocks_started = 4 };

static bool has_grid_barrier(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_GRID_BARRIER) != 0; }
static bool has_tasks(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_TASKS) != 0; }
static bool drains(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_DRAINS) != 0; }
static bool is_dealt(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_DEALT) != 0; }
static bool is_ordered(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_ORDERED) != 0; } // blocks wait for earlier ones

static bool is_longest_first(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_LONGEST_FIRST) != 0; }

static uint32_t threads_of(const ptrt_request_t *request)
{
    return request->block[0] * request->block[1] * request->block[2];
}

static unsigned usable_multiprocessors(const ptrt_facts_t *facts)
{
    const unsigned budget = ptrt_multiprocessor_budget();
    return budget && budget < facts->multiprocessors ? budget : facts->multiprocessors;
}

static struct ptrt_shape *find_shape(struct ptrt_kernel_state *state, const ptrt_request_t *request)
{
    const uint32_t threads = threads_of(request);
    struct ptrt_shape *s = atomic_load_explicit(&state->shapes, memory_order_acquire);
    while (s && (s->context != request->context || s->threads != threads ||
                 s->dynamic_shared_bytes != request->dynamic_shared_bytes))
        s = s->next;
    return s;
}

void ptrt_learn(ptrt_kernel_t *kernel, const ptrt_request_t *request, const ptrt_facts_t *facts)
{
    struct ptrt_kernel_state *state = ptrt_state(kernel);
    if (!state)
        return;
    pthread_mutex_lock(&state->lock);
    struct ptrt_shape *s = find_shape(state, request);
    if (!s && (atomic_load(&state->shape_count) < shapes_at_most || has_grid_barrier(kernel)) && (s = calloc(1, sizeof *s))) {
        s->context = request->context;
        s->threads = threads_of(request);
        s->dynamic_shared_bytes = request->dynamic_shared_bytes;
        s->facts = *facts;
        pthread_mutex_init(&s->lengths.lock, NULL);
        s->next = atomic_load(&state->shapes);
        atomic_fetch_add(&state->shape_count, 1);
        atomic_store_explicit(&state->shapes, s, memory_order_release);
    }
    pthread_mutex_unlock(&state->lock);
}

// Grids of about one size share a record: four classes for each doubling.
static uint32_t size_class(uint32_t items)
{
    uint32_t log2 = 0;
    while (items >> (log2 + 1))
        log2++;
    const uint32_t quarter = log2 >= 2 ? (items >> (log2 - 2)) & 3u : 0;
    return log2 * 4 + quarter;
}

static ptrt_tune_t *find_tune(struct ptrt_kernel_state *state, struct ptrt_shape *shape, uint32_t items,
                              uint32_t groups)
{
    const uint32_t class = size_class(items);
    for (ptrt_tune_t *t = atomic_load_explicit(&shape->tunes, memory_order_acquire); t; t = t->next)
        if (t->size_class == class)
            return t;
    ptrt_tune_t *tune = NULL;
    pthread_mutex_lock(&state->lock);
    for (ptrt_tune_t *t = atomic_load(&shape->tunes); t && !tune; t = t->next)
        if (t->size_class == class)
            tune = t;
    if (!tune && atomic_load(&shape->tune_count) < tunes_at_most && (tune = malloc(sizeof *tune))) {
        ptrt_tune_begin(tune, items, groups, is_longest_first(state->kernel));
        tune->size_class = class;
        tune->next = atomic_load(&shape->tunes);
        atomic_fetch_add(&shape->tune_count, 1);
        atomic_store_explicit(&shape->tunes, tune, memory_order_release);
    }
    pthread_mutex_unlock(&state->lock);
    return tune;
}

static const ptrt_scheme_t plain = {PTRT_SCHEDULE_HARDWARE, 0};

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
static ptrt_scheme_t automatic(struct ptrt_kernel_state *state, struct ptrt_shape *shape,
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
    ptrt_tune_t *tune = find_tune(state, shape, items, groups);
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

static void count(struct ptrt_kernel_state *state, ptrt_action_t action)
{
    if (!state)
        return;
    if (action == PTRT_ACTION_TWIN)
        atomic_fetch_add_explicit(&state->persistent, 1, memory_order_relaxed);
    else if (action == PTRT_ACTION_ORIGINAL)
        atomic_fetch_add_explicit(&state->plain, 1, memory_order_relaxed);
    else
        atomic_fetch_add_explicit(&state->refused, 1, memory_order_relaxed);
}

// The schedule that holds for this kernel: the environment's word, else the program's.
static int schedule_of(const ptrt_kernel_t *kernel)
{
    const int forced = ptrt_environment()->mode;
    return forced >= 0 ? forced : kernel->schedule;
}

int ptrt_is_plain(ptrt_kernel_t *kernel, ptrt_mode_t mode)
{
    if (has_grid_barrier(kernel))
        return 0;
    const ptrt_environment_t *environment = ptrt_environment();
    const char *why = NULL;
    if (environment->mode == PTRT_SCHEDULE_HARDWARE)
        why = "PTRT_MODE";
    else if (mode == PTRT_MODE_NONPT)
        why = "mode(nonpt)";
    else if (schedule_of(kernel) == PTRT_SCHEDULE_HARDWARE)
        why = "schedule(hardware)";
    if (!why)
        return 0;
    ptrt_passed_on(kernel, why);
    return 1;
}

void ptrt_passed_on(ptrt_kernel_t *kernel, const char *why)
{
    count(ptrt_state(kernel), PTRT_ACTION_ORIGINAL);
    if (ptrt_environment()->verbose)
        ptrt_tell(kernel, NULL, NULL, NULL, PTRT_SCHEDULE_STATIC, why);
}

unsigned ptrt_loop_way_wanted(void) { return ptrt_environment()->loop; }

int ptrt_fuse_is_wanted(void) { return !ptrt_environment()->apart && ptrt_environment()->mode != PTRT_SCHEDULE_HARDWARE; }

unsigned ptrt_groups_at_most(unsigned resident, unsigned multiprocessors)
{
    const unsigned budget = ptrt_multiprocessor_budget(), at_most = ptrt_environment()->groups;
    const unsigned groups = resident * (budget && budget < multiprocessors ? budget : multiprocessors);
    return at_most && at_most < groups ? at_most : groups;
}

void ptrt_graph_launched(ptrt_kernel_t *loop, unsigned way, unsigned steps, int is_new)
{
    const bool is_plain = way == PTRT_LOOP_PLAIN_GRAPH;
    count(ptrt_state(loop), is_plain ? PTRT_ACTION_ORIGINAL : PTRT_ACTION_TWIN);
    if (!ptrt_environment()->verbose)
        return;
    char text[96];
    snprintf(text, sizeof text, "%u steps as a CUDA graph%s%s", steps, is_plain ? " of plain launches" : "", is_new ? ", a new one" : "");
    ptrt_say(loop, text);
}

void ptrt_remark(const ptrt_kernel_t *kernel, const char *text)
{
    if (ptrt_environment()->verbose)
        ptrt_say(kernel, text);
}

static const char too_many_groups[] = "more thread groups than are resident at once", no_group[] = "fewer than one thread group is asked for, or more than 2147483647";

static const char *refuse(ptrt_decision_t *decision, uint32_t groups, const char *why)
{
    decision->action = PTRT_ACTION_REFUSE;
    decision->groups = groups;
    ptrt_set_last_error(PT_ERROR_TOO_MANY_GROUPS);
    return why;
}

// What is asked for, as far as it can be had.
typedef struct choice {
    int schedule;
    unsigned multiprocessors; // that may be used
    uint32_t resident;        // thread groups on them at once, under that schedule
    const char *why;          // this schedule
} choice;

// NULL, or why there can be no persistent launch.
static const char *choose_schedule(const ptrt_kernel_t *kernel, const ptrt_facts_t *facts, const ptrt_request_t *request,
                                   uint32_t items, choice *c)
{
    // Residents with and without a queue's slot.
    const unsigned multiprocessors = c->multiprocessors = usable_multiprocessors(facts);
    const uint32_t resident_static = (drains(kernel) ? facts->twin_groups_queue : facts->twin_groups) * multiprocessors;
    const uint32_t resident_queue = facts->twin_groups_queue * multiprocessors;
    c->why = ptrt_environment()->mode >= 0 ? "PTRT_MODE" : "as annotated";
    int schedule = schedule_of(kernel);
    if (schedule == PTRT_SCHEDULE_STEAL && kernel->schedule != PTRT_SCHEDULE_STEAL) {
        schedule = PTRT_SCHEDULE_DYNAMIC;
        c->why = "PTRT_MODE, but only a kernel with schedule(steal) has several counters";
    }
    if (is_longest_first(kernel) && schedule == PTRT_SCHEDULE_GUIDED)
        schedule = PTRT_SCHEDULE_DYNAMIC; // its large chunks come first, and so would the long blocks in them
    if (is_longest_first(kernel) && schedule == PTRT_SCHEDULE_STEAL)
        schedule = PTRT_SCHEDULE_DYNAMIC; // one group's range would have all of them
    if (is_dealt(kernel) && schedule != PTRT_SCHEDULE_STATIC) {
        schedule = PTRT_SCHEDULE_STATIC;
        c->why = "PTRT_MODE, but a kernel with schedule(static) has no queue";
    }
    // Without room for the slot only a static launch is possible, and the other way round for a kernel whose
    // blocks wait for earlier ones: those must start in order, whoever is resident.
    if (schedule != PTRT_SCHEDULE_STATIC && schedule != PTRT_SCHEDULE_AUTO && resident_queue == 0) {
        schedule = PTRT_SCHEDULE_STATIC;
        c->why = "a queue does not fit into shared memory";
    }
    if (is_ordered(kernel) && schedule == PTRT_SCHEDULE_STATIC) {
        if (resident_queue == 0)
            return "blocks wait for earlier ones, or another file has the kernel's body; and a queue does not fit into shared memory";
        schedule = PTRT_SCHEDULE_DYNAMIC;
        c->why = "blocks wait for earlier ones, or another file has the kernel's body: they come from a queue";
    }
    // mode(max) and mode(groups(n)) ask for a persistent launch: `auto` has no say in that.
    if (schedule == PTRT_SCHEDULE_AUTO && (request->mode == PTRT_MODE_MAX || request->mode == PTRT_MODE_GROUPS)) {
        schedule = resident_queue ? PTRT_SCHEDULE_DYNAMIC : PTRT_SCHEDULE_STATIC;
        c->why = request->mode == PTRT_MODE_MAX ? "mode(max)" : "mode(groups)";
    }
    // Times of launches with unlike counts say nothing. A few blocks for each group that there are not start and return sooner
    // than the groups agree on how many there are: benchmarks/results/counted.csv.
    const bool counted = (kernel->flags & PTRT_KERNEL_COUNTED) != 0;
    if (schedule == PTRT_SCHEDULE_AUTO && counted && items > resident_queue) {
        const bool few = resident_queue && items / counted_blocks_started < resident_queue;
        schedule = few ? PTRT_SCHEDULE_HARDWARE : resident_queue ? PTRT_SCHEDULE_DYNAMIC : PTRT_SCHEDULE_STATIC;
        c->why = few ? "auto: few blocks for each group, however many there are" : "auto: how many blocks there are the device says";
    }
    c->schedule = schedule;
    c->resident = schedule == PTRT_SCHEDULE_STATIC ? resident_static : resident_queue;
    return c->resident ? NULL : "the persistent kernel does not fit on a multiprocessor";
}

// The thread groups that the launch asks for, else the kernel, else `otherwise`. *exact: whether one of them asks.
static uint32_t groups_asked_for(const ptrt_kernel_t *kernel, const ptrt_request_t *request, unsigned multiprocessors,
                                 uint32_t otherwise, bool *exact)
{
    *exact = true;
    if (request->mode == PTRT_MODE_GROUPS)
        return request->mode_groups;
    if (request->mode != PTRT_MODE_MAX && kernel->groups_kind != PTRT_GROUPS_MAX && kernel->groups == PTRT_NO_COUNT)
        return 0;
    if (request->mode != PTRT_MODE_MAX && kernel->groups_kind == PTRT_GROUPS_N)
        return kernel->groups;
    if (request->mode != PTRT_MODE_MAX && kernel->groups_kind == PTRT_GROUPS_PER_SM) {
        const uint64_t wanted = (uint64_t)kernel->groups * multiprocessors;
        return wanted > 0x7fffffffu ? 0x7fffffffu : (uint32_t)wanted;
    }
    *exact = false;
    return otherwise;
}

// order(longest): what the launch, which is otherwise decided, does about the lengths of its blocks. `may_note`: even if nobody has asked.
static void order_by_length(struct ptrt_shape *shape, const ptrt_request_t *request, bool may_note, ptrt_decision_t *decision)
{
    struct ptrt_lengths *lengths = decision->lengths;
    if (!lengths) {
        const ptrt_lengths_state_t known = ptrt_lengths_ask(&shape->lengths, request, &lengths);
        if (known == PTRT_LENGTHS_KNOWN) {
            decision->launch.longest = PT_LONGEST_FIRST;
            decision->launch.lengths = ptrt_lengths_order(lengths);
        }
        if (known != PTRT_LENGTHS_UNKNOWN || !may_note || !ptrt_lengths_begin(lengths))
            return;
        decision->lengths = lengths;
    }
    decision->launch.longest = PT_LONGEST_NOTED;
}

// *asked: the schedule; one round may be enough for it.
static const char *decide(ptrt_kernel_t *kernel, struct ptrt_kernel_state *state, struct ptrt_shape *shape,
                          const ptrt_request_t *request, ptrt_decision_t *decision, int *asked)
{
    const ptrt_environment_t *environment = ptrt_environment();
    const ptrt_facts_t *facts = &shape->facts;
    decision->action = PTRT_ACTION_ORIGINAL;
    const uint32_t items = ptrt_items(request->grid);
    if (facts->obstacle)
        return facts->obstacle;
    if (items == 0)
        return "2^31 blocks or more";

    choice c;
    const char *obstacle = choose_schedule(kernel, facts, request, items, &c);
    if (obstacle)
        return obstacle;

    bool exact; // the program asked for that many
    uint32_t groups = groups_asked_for(kernel, request, c.multiprocessors, c.resident, &exact);
    if (groups > c.resident || groups == 0)
        return refuse(decision, groups ? groups : 1, groups ? too_many_groups : no_group);
    if (environment->groups && environment->groups < groups) {
        groups = environment->groups;
        exact = true;
    }

    ptrt_scheme_t scheme = {c.schedule, environment->chunk ? environment->chunk : kernel->chunk};
    if (is_longest_first(kernel) && scheme.chunk == 0 && c.schedule != PTRT_SCHEDULE_AUTO)
        scheme.chunk = 1; // a larger one would put long blocks together
    // Where the plain launch holds all blocks at once, each may wait for any other, for later ones too.
    if (is_ordered(kernel) && items <= facts->original_groups * facts->multiprocessors) {
        if (groups < items)
            return "blocks wait for each other, and there are fewer thread groups than blocks";
        scheme.chunk = 1;
    }
    if (c.schedule == PTRT_SCHEDULE_AUTO) {
        const uint32_t chunk = scheme.chunk;
        scheme = automatic(state, shape, request, items, groups, decision, &c.why);
        if (chunk)
            scheme.chunk = chunk;
        if (is_ordered(kernel) && scheme.schedule == PTRT_SCHEDULE_STATIC)
            scheme.schedule = PTRT_SCHEDULE_DYNAMIC;
    }
    if (scheme.schedule == PTRT_SCHEDULE_HARDWARE)
        return c.why;

    const uint32_t slot_offset = (uint32_t)pt_slot_offset(request->dynamic_shared_bytes);
    decision->action = PTRT_ACTION_TWIN;
    decision->groups = ptrt_plan(&decision->launch, request->grid, groups, exact, scheme, slot_offset);
    *asked = scheme.schedule;
    if (is_longest_first(kernel) && items > groups)
        order_by_length(shape, request, c.schedule != PTRT_SCHEDULE_AUTO, decision);
    decision->dynamic_shared_bytes =
        decision->launch.tickets || drains(kernel) ? pt_bytes_with_slot(request->dynamic_shared_bytes) : request->dynamic_shared_bytes;
    return c.why;
}

// What a group keeps for a block while it works on others: the threads' values, and shared memory (live.cuh).
static uint64_t live_block_bytes(const ptrt_kernel_t *kernel, const ptrt_request_t *request)
{
    const uint64_t threads = (uint64_t)request->block[0] * request->block[1] * request->block[2];
    uint64_t bytes = PT_LIVE_ROUNDED(threads) * kernel->live_thread_bytes + kernel->live_shared_bytes;
    if (kernel->live_dynamic_shared)
        bytes += PT_LIVE_ROUNDED((uint64_t)pt_slot_offset(request->dynamic_shared_bytes));
    return bytes;
}

// All groups run at once, since they wait for each other. Where the kernel does not split, every block needs one of its own.
// What it cannot be launched with otherwise, CUDA says of the cooperative launch.
static const char *decide_grid_barrier(const ptrt_kernel_t *kernel, const ptrt_facts_t *facts, const ptrt_request_t *request,
                                       ptrt_decision_t *decision)
{
    const unsigned multiprocessors = usable_multiprocessors(facts);
    const uint32_t items = ptrt_items(request->grid), resident = facts->twin_groups_queue * multiprocessors;
    const bool splits = (kernel->flags & PTRT_KERNEL_SPLITS) != 0;
    if (items == 0 || resident == 0 || (!splits && items > resident))
        return refuse(decision, items ? items : 0x7fffffffu,
                      facts->obstacle ? facts->obstacle : "its blocks wait for each other, and are more than are resident at once");
    bool exact;
    uint32_t wanted = groups_asked_for(kernel, request, multiprocessors, items < resident ? items : resident, &exact);
    if (wanted > resident || wanted == 0 || (!splits && wanted < items))
        return refuse(decision, wanted > 0x7fffffffu ? 0x7fffffffu : wanted > resident ? wanted : items,
                      wanted > resident ? too_many_groups
                      : wanted == 0     ? no_group
                                        : "its blocks wait for each other, and there are fewer thread groups than blocks");
    const unsigned at_most = ptrt_environment()->groups;
    if (splits && at_most && at_most < wanted)
        wanted = at_most;
    const ptrt_scheme_t one_each = {PTRT_SCHEDULE_STATIC, 1};
    const uint32_t slot_offset = (uint32_t)pt_slot_offset(request->dynamic_shared_bytes);
    decision->action = PTRT_ACTION_TWIN;
    decision->cooperative = 1;
    decision->groups = ptrt_plan(&decision->launch, request->grid, wanted, true, one_each, slot_offset);
    decision->launch.meets = ptrt_environment()->debug ? 2 : 1;
    decision->dynamic_shared_bytes = pt_bytes_with_slot(request->dynamic_shared_bytes);
    const uint64_t live = live_block_bytes(kernel, request);
    if (live > UINT32_MAX)
        return refuse(decision, items, "a block has more live values than can be kept");
    if (live && items > decision->groups) {
        decision->launch.live_block_bytes = (uint32_t)live;
        decision->live_bytes = (size_t)(live * items);
        return "its blocks wait for each other, and memory is allocated for their live values";
    }
    return kernel->flags & PTRT_KERNEL_LOOP ? "between the steps of a loop are barriers" : "its blocks wait for each other";
}

// Tasks need groups, however few blocks there are: as many as are resident, and these wait for each other's tasks. Blocks are dealt out:
// there may be fewer of them than groups. In the plain launch each block ends when it finds no task, which is right, and less parallel.
static const char *decide_tasks(const ptrt_kernel_t *kernel, const ptrt_facts_t *facts, const ptrt_request_t *request, ptrt_decision_t *decision)
{
    const unsigned multiprocessors = usable_multiprocessors(facts);
    const uint32_t items = ptrt_items(request->grid), resident = (drains(kernel) ? facts->twin_groups_queue : facts->twin_groups) * multiprocessors;
    decision->action = PTRT_ACTION_ORIGINAL;
    if (facts->obstacle || items == 0)
        return facts->obstacle ? facts->obstacle : "2^31 blocks or more";
    if (resident == 0)
        return "the persistent kernel does not fit on a multiprocessor";
    bool exact;
    uint32_t groups = groups_asked_for(kernel, request, multiprocessors, resident, &exact);
    if (groups > resident || groups == 0)
        return refuse(decision, groups ? groups : 1, groups ? too_many_groups : no_group);
    const unsigned at_most = ptrt_environment()->groups;
    if (at_most && at_most < groups)
        groups = at_most;
    const ptrt_scheme_t dealt = {PTRT_SCHEDULE_STATIC, kernel->chunk};
    decision->action = PTRT_ACTION_TWIN;
    decision->cooperative = 1;
    ptrt_plan(&decision->launch, request->grid, groups, true, dealt, (uint32_t)pt_slot_offset(request->dynamic_shared_bytes));
    decision->groups = groups;
    decision->launch.meets = 1;
    decision->dynamic_shared_bytes = drains(kernel) ? pt_bytes_with_slot(request->dynamic_shared_bytes) : request->dynamic_shared_bytes;
    return "its groups work on tasks until none is left";
}

void ptrt_decide(ptrt_kernel_t *kernel, const ptrt_request_t *request, ptrt_decision_t *decision)
{
    decision->measure = NULL;
    decision->lengths = NULL;
    decision->begins_early = 0;
    decision->cooperative = 0;
    decision->live_bytes = 0;
    decision->action = PTRT_ACTION_ORIGINAL;
    struct ptrt_kernel_state *state = ptrt_state(kernel);
    if (!state)
        return; // out of memory: the program as it was
    struct ptrt_shape *shape = find_shape(state, request);
    if (!shape) {
        decision->action =
            atomic_load(&state->shape_count) < shapes_at_most || has_grid_barrier(kernel) ? PTRT_ACTION_ASK_FACTS : PTRT_ACTION_ORIGINAL;
        if (decision->action == PTRT_ACTION_ORIGINAL)
            ptrt_passed_on(kernel, "too many different block sizes to remember");
        return;
    }
    int asked = PTRT_SCHEDULE_STATIC;
    const char *why = has_grid_barrier(kernel) ? decide_grid_barrier(kernel, &shape->facts, request, decision)
                      : has_tasks(kernel)      ? decide_tasks(kernel, &shape->facts, request, decision)
                                               : decide(kernel, state, shape, request, decision, &asked);
    // A graph would have to be made of edges that not every version of CUDA captures.
    decision->begins_early = kernel->flags & PTRT_KERNEL_BEGINS_EARLY && shape->facts.waits && decision->action != PTRT_ACTION_REFUSE &&
                             !request->is_capturing(request->stream);
    count(state, decision->action);
    if (ptrt_environment()->verbose)
        ptrt_tell(kernel, request, decision, &shape->facts, asked, why);
}
