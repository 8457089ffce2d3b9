// Decides launches.
//
// In:  kernel, request, facts. Out: plain or persistent, with which record, or refused.
// Invariant: once a shape's facts are known (shape.c) and `auto` has made its choice (automatic.c), no lock is taken.
#include "internal.h"

enum { counted_blocks_started = 4 };

static unsigned usable_multiprocessors(const ptrt_facts_t *facts)
{
    const unsigned budget = ptrt_multiprocessor_budget();
    return budget && budget < facts->multiprocessors ? budget : facts->multiprocessors;
}

static const char too_many_groups[] = "more thread groups than are resident at once", no_group[] = "fewer than one thread group is asked for, or more than 2147483647";

static const char broken_rows[] = "rows of its blocks are no whole warps, and which lanes go together is known for such rows alone";

static bool has_broken_rows(const ptrt_kernel_t *kernel, const ptrt_request_t *request)
{
    return kernel->flags & PTRT_KERNEL_WHOLE_ROWS && !pt_has_whole_rows(request->block[0], request->block[1], request->block[2]);
}

// `groups`: so many are asked for; 0: the number is none.
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
    int schedule = ptrt_schedule_of(kernel);
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
        c->why = few ? "auto: few blocks for each group, however many there are" : "auto: the device determines the number of blocks";
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
        return request->mode_groups == PTRT_NO_COUNT ? 0 : request->mode_groups;
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
    if (has_broken_rows(kernel, request))
        return broken_rows;

    choice c;
    const char *obstacle = choose_schedule(kernel, facts, request, items, &c);
    if (obstacle)
        return obstacle;

    bool exact; // the program asked for that many
    uint32_t groups = groups_asked_for(kernel, request, c.multiprocessors, c.resident, &exact);
    if (groups > c.resident || groups == 0)
        return refuse(decision, groups, groups ? too_many_groups : no_group);
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
        scheme = ptrt_automatic(state, shape, request, items, groups, decision, &c.why);
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
    if (has_broken_rows(kernel, request))
        return refuse(decision, items, broken_rows);
    bool exact;
    uint32_t wanted = groups_asked_for(kernel, request, multiprocessors, items < resident ? items : resident, &exact);
    if (wanted > resident || wanted == 0 || (!splits && wanted < items))
        return refuse(decision, wanted > 0x7fffffffu ? 0x7fffffffu : wanted > resident ? wanted : wanted ? items : 0,
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
    return kernel->flags & PTRT_KERNEL_LOOP ? "the steps of a loop run in one launch" : "its blocks wait for each other";
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
    if (has_broken_rows(kernel, request))
        return broken_rows;
    if (resident == 0)
        return "the persistent kernel does not fit on a multiprocessor";
    bool exact;
    uint32_t groups = groups_asked_for(kernel, request, multiprocessors, resident, &exact);
    if (groups > resident || groups == 0)
        return refuse(decision, groups, groups ? too_many_groups : no_group);
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
    struct ptrt_shape *shape = ptrt_find_shape(state, request);
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
    // A graph would have to be made of edges that not every version of CUDA captures; and what notes lengths has a launch of its own.
    decision->begins_early = kernel->flags & PTRT_KERNEL_BEGINS_EARLY && shape->facts.waits && decision->action != PTRT_ACTION_REFUSE &&
                             !decision->lengths && !request->is_capturing(request->stream);
    ptrt_count(state, decision->action);
    if (ptrt_environment()->verbose)
        ptrt_tell(kernel, request, decision, &shape->facts, asked, why);
}
