// One block on one OS thread: its threads are fibers that take turns, or plain calls one after the other.
//
// In:  a launch and a block index. Out: the block has run.
// Invariant: exactly one thread of the block runs at a time, until it waits, yields or ends. A thread is in the ready
//            queue, or waits at the barrier, or waits in a warp operation, or runs, or has not started, or has ended.
// Threads start when the ones before them cannot go on; a fiber whose thread has ended starts the next one, so that a
// kernel in which nobody waits needs a single stack.
#include "internal.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__thread pt_cpu_index_t pt_cpu_thread_index, pt_cpu_block_index, pt_cpu_block_dim, pt_cpu_grid_dim;
static __thread group *current_group;

group *group_current(void) { return current_group; }

bool pt_cpu_on_device(void) { return current_group != NULL; }

void group_complain(const group *g, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const pt_cpu_index_t b = pt_cpu_block_index, t = pt_cpu_thread_index;
    fprintf(stderr, "ptcpu: kernel %s, block (%u,%u,%u), thread (%u,%u,%u): %s\n",
            g->launch->kernel->name && *g->launch->kernel->name ? g->launch->kernel->name : "(unnamed)", b.x, b.y, b.z, t.x, t.y,
            t.z, text);
}

group *group_new(void)
{
    group *g = calloc(1, sizeof *g);
    if (g)
        g->thread = calloc(most_threads, sizeof *g->thread);
    if (g && !g->thread) {
        free(g);
        return NULL;
    }
    return g;
}

void group_trim(group *g, unsigned threads)
{
    enum { many = 12000 };
    unsigned kept = 0;
    for (fiber **at = &g->free_fibers; *at && fiber_count() > many;) {
        fiber *const f = *at;
        if (kept++ < threads) {
            at = &f->next_free;
        } else {
            *at = f->next_free;
            fiber_delete(f);
        }
    }
}

void group_delete(group *g)
{
    while (g->free_fibers) {
        fiber *const f = g->free_fibers;
        g->free_fibers = f->next_free;
        fiber_delete(f);
    }
    for (unsigned t = 0; t < most_threads; t++)
        fiber_delete(g->thread[t].own_fiber);
    shared_free(g);
    free(g->thread);
    free(g);
}

// ---- the ready queue -----------------------------------------------------------------------------------------------

static void make_ready(group *g, unsigned thread)
{
    g->ready.items[(g->ready.first + g->ready.count++) % most_threads] = (uint16_t)thread;
}

static unsigned take_ready(group *g)
{
    const unsigned thread = g->ready.items[g->ready.first];
    g->ready.first = (g->ready.first + 1) % most_threads;
    g->ready.count--;
    return thread;
}

// ---- switching between threads -------------------------------------------------------------------------------------

static void become(group *g, unsigned thread)
{
    g->current = thread;
    pt_cpu_thread_index = g->thread[thread].index;
}

// Counted on, as divisions would cost more than a switch.
static pt_cpu_index_t index_behind(const group *g, pt_cpu_index_t i)
{
    const unsigned *const block = g->launch->block;
    if (++i.x == block[0]) {
        i.x = 0;
        if (++i.y == block[1]) {
            i.y = 0;
            i.z++;
        }
    }
    return i;
}

static void run_threads(void *argument);

static fiber *start_fiber(group *g, void (*run)(void *))
{
    gpu_thread *const t = &g->thread[g->current];
    fiber *f = t->own_fiber;
    if (!f && g->free_fibers) {
        f = g->free_fibers;
        g->free_fibers = f->next_free;
    } else if (!f) {
        f = fiber_new();
        if (!f && job_forget_idle_groups())
            f = fiber_new();
    }
    if (!f) {
        if (!job_is_over(g->job))
            group_complain(g, "no stack for this thread, besides those of %u others: describe a smaller device (PTRT_CPU_SMS), or raise vm.max_map_count",
                           fiber_count());
        job_fail(g->job, PT_CPU_NO_MEMORY);
        return NULL;
    }
    fiber_prepare(f, run, g);
    t->fiber = f;
    return f;
}

static void give_fiber_back(group *g, fiber *f)
{
    if (fiber_detects_races())
        return;
    f->next_free = g->free_fibers;
    g->free_fibers = f;
}

// Makes somebody who can run the current thread and gives its fiber; the worker's own when there is nobody, or when
// the launch is over.
static fiber *next_fiber(group *g)
{
    fiber *f = NULL;
    if (job_is_over(g->job))
        return &g->outside;
    if (g->started < g->threads) {
        become(g, g->started++);
        f = start_fiber(g, run_threads);
    } else if (g->ready.count) {
        become(g, take_ready(g));
        f = g->thread[g->current].fiber;
    }
    return f ? f : &g->outside;
}

// The current thread cannot go on now; it stands where others will find it.
static void switch_away(group *g)
{
    fiber *const from = g->thread[g->current].fiber;
    fiber *const to = next_fiber(g);
    if (to != from)
        fiber_switch(from, to, false);
}

static void leave_for_good(group *g)
{
    fiber_switch(g->thread[g->uses_fibers ? g->current : 0].fiber, &g->outside, true);
    abort();
}

// ---- barrier -------------------------------------------------------------------------------------------------------

static void release_barrier(group *g)
{
    g->result = g->votes;
    g->arrived = g->votes = 0;
    g->idle_turns = 0;
    for (unsigned t = 0; t < g->threads; t++)
        if (g->thread[t].at_barrier) {
            g->thread[t].at_barrier = false;
            make_ready(g, t);
        }
}

// Threads that were said to be independent cannot wait for each other: better no result than a wrong one.
static void must_use_fibers(const group *g, const char *what)
{
    if (g->uses_fibers || g->threads == 1)
        return;
    group_complain(g, "%s in a kernel that was described as one of independent threads", what);
    pt_cpu_trap();
}

unsigned pt_cpu_barrier_count(bool predicate)
{
    group *const g = current_group;
    if (!g)
        return predicate;
    must_use_fibers(g, "a barrier");
    fiber_order_before(g);
    if (g->uses_fibers) {
        g->votes += predicate;
        g->thread[g->current].at_barrier = true;
        if (++g->arrived == g->alive)
            release_barrier(g);
        switch_away(g);
    } else {
        g->result = predicate; // a block of one thread
    }
    fiber_order_after(g);
    return g->result;
}

void pt_cpu_barrier(void) { pt_cpu_barrier_count(false); }

// ---- meetings: members in the high half of the word, those that have arrived in the low half -------------------------

static void release_meeting(group *g, uint64_t *word)
{
    const uint32_t members = (uint32_t)(*word >> 32), arrived = (uint32_t)*word;
    if (arrived != members || members == 0)
        return;
    *word -= arrived;
    g->idle_turns = 0;
    for (unsigned t = 0; t < g->threads; t++)
        if (g->thread[t].meeting == word) {
            g->thread[t].meeting = NULL;
            make_ready(g, t);
        }
}

void pt_cpu_meeting_init(uint64_t *word, unsigned members) { *word = (uint64_t)members << 32; }

void pt_cpu_meeting_wait(uint64_t *word)
{
    group *const g = current_group;
    must_use_fibers(g, "a barrier");
    fiber_order_before(word);
    if (g->uses_fibers) {
        g->thread[g->current].meeting = word;
        (*word)++;
        release_meeting(g, word);
        switch_away(g);
    }
    fiber_order_after(word);
}

void pt_cpu_meeting_leave(uint64_t *word)
{
    fiber_order_before(word);
    *word -= (uint64_t)1 << 32;
    release_meeting(current_group, word);
}

// ---- warp operations -----------------------------------------------------------------------------------------------

static void finish_warp_operation(group *g, unsigned warp, uint32_t members)
{
    void *lanes[warp_lanes] = {NULL};
    pt_cpu_finish_t finish = NULL;
    g->idle_turns = 0;
    g->warp[warp].waiting &= ~members;
    for (unsigned lane = 0; lane < warp_lanes; lane++)
        if (members >> lane & 1u) {
            const gpu_thread *const t = &g->thread[warp * warp_lanes + lane];
            lanes[lane] = t->data;
            finish = t->finish;
            make_ready(g, warp * warp_lanes + lane);
        }
    if (finish)
        finish(lanes, members);
}

// Lanes that the operation with this mask waits for, when all of them have come; 0 while some have not.
static uint32_t complete_members(const group *g, unsigned warp, uint32_t mask, pt_cpu_finish_t finish)
{
    const uint32_t members = mask & ~g->warp[warp].ended;
    if (members & ~g->warp[warp].waiting) // most lanes that come find that others are missing
        return 0;
    for (unsigned lane = 0; lane < warp_lanes; lane++) {
        const gpu_thread *const t = &g->thread[warp * warp_lanes + lane];
        if (members >> lane & 1u && (t->mask != mask || t->finish != finish))
            return 0;
    }
    return members;
}

void pt_cpu_warp(uint32_t mask, void *data, pt_cpu_finish_t finish)
{
    group *const g = current_group;
    const unsigned lane = g->current % warp_lanes, warp = g->current / warp_lanes;
    gpu_thread *const self = &g->thread[g->current];
    if (!(mask >> lane & 1u)) {
        group_complain(g, "a warp operation's mask 0x%08x does not hold the calling lane %u", mask, lane);
        pt_cpu_trap();
    }
    must_use_fibers(g, "a warp operation");
    if (!finish) // only __syncwarp orders memory
        fiber_order_before(&g->warp[warp]);
    if (g->uses_fibers) {
        self->data = data;
        self->finish = finish;
        self->mask = mask;
        g->warp[warp].waiting |= 1u << lane;
        const uint32_t members = complete_members(g, warp, mask, finish);
        if (members)
            finish_warp_operation(g, warp, members);
        switch_away(g);
    } else if (finish) {
        void *lanes[warp_lanes] = {NULL};
        lanes[lane] = data;
        finish(lanes, 1u << lane);
    }
    if (!finish)
        fiber_order_after(&g->warp[warp]);
}

unsigned pt_cpu_lane(void) { return current_group ? current_group->current % warp_lanes : 0; }

unsigned pt_cpu_warp_id(void) { return current_group ? current_group->current / warp_lanes : 0; }

// ---- turns ---------------------------------------------------------------------------------------------------------

static void give_turn(group *g)
{
    make_ready(g, g->current);
    switch_away(g);
}

void pt_cpu_yield(void)
{
    group *const g = current_group;
    if (g && g->uses_fibers && (g->ready.count || g->started < g->threads || job_is_over(g->job)))
        give_turn(g);
}

void pt_cpu_progress(void)
{
    if (current_group)
        current_group->idle_turns = 0;
}

void pt_cpu_wait(void)
{
    enum { rounds_before_sleep = 64, longest_sleep_ns = 100000 };
    group *const g = current_group;
    if (!g)
        return;
    if (job_is_over(g->job))
        leave_for_good(g);
    // Everybody here has waited since anything happened: another block must do something first. A pause for each round
    // and not for each turn, as what a plain write has changed is only seen when everybody has looked once more.
    const unsigned round = g->ready.count + (g->threads - g->started) + 1, patience = 2 * g->alive;
    if (++g->idle_turns > patience && g->idle_turns % round == 0) {
        const unsigned rounds = (g->idle_turns - patience) / round;
        if (rounds < rounds_before_sleep) {
            sched_yield();
        } else {
            const unsigned long nanoseconds = 1000ul * (rounds - rounds_before_sleep + 1);
            const struct timespec pause = {0, (long)(nanoseconds < longest_sleep_ns ? nanoseconds : longest_sleep_ns)};
            nanosleep(&pause, NULL);
        }
    }
    if (g->uses_fibers && (g->ready.count || g->started < g->threads))
        give_turn(g);
}

void pt_cpu_doze(unsigned nanoseconds)
{
    const struct timespec pause = {0, (long)nanoseconds};
    nanosleep(&pause, NULL);
}

void pt_cpu_trap(void)
{
    group *const g = current_group;
    if (!g)
        abort();
    job_fail(g->job, PT_CPU_TRAPPED);
    leave_for_good(g);
    abort();
}

// ---- a thread's life -----------------------------------------------------------------------------------------------

static void end_thread(group *g)
{
    const unsigned warp = g->current / warp_lanes;
    g->alive--;
    g->idle_turns = 0;
    g->thread[g->current].fiber = NULL;
    g->warp[warp].ended |= 1u << g->current % warp_lanes;
    fiber_order_before(g); // a barrier waits for those who have not left, and so for their leaving
    if (g->arrived && g->arrived == g->alive)
        release_barrier(g);
    // Operations that named this lane do not wait for it any more.
    for (unsigned lane = 0; lane < warp_lanes && g->warp[warp].waiting; lane++)
        if (g->warp[warp].waiting >> lane & 1u) {
            const gpu_thread *const t = &g->thread[warp * warp_lanes + lane];
            const uint32_t members = complete_members(g, warp, t->mask, t->finish);
            if (members)
                finish_warp_operation(g, warp, members);
        }
}

// The current thread has ended on fiber `self`: on to the next one that has not started, on the same fiber, or else to
// whoever can run, never to come back.
static void end_or_go_on(group *g, fiber *self)
{
    fiber_order_before(job_end(g->job));
    end_thread(g);
    if (g->started < g->threads && !job_is_over(g->job) && !fiber_detects_races()) {
        become(g, g->started++);
        g->thread[g->current].fiber = self;
        return;
    }
    fiber *const to = next_fiber(g); // not this one, which is not in the list yet
    give_fiber_back(g, self);
    fiber_switch(self, to, true);
    abort();
}

// A fiber's whole life: a thread that others may wait for, and then those that have not started.
static void run_threads(void *argument)
{
    group *const g = argument;
    fiber *const self = g->thread[g->current].fiber;
    for (;;) {
        fiber_order_after(&g->number);
        fiber_order_after(job_begin(g->job));
        g->launch->kernel->call(g->launch->kernel->function, g->launch->arguments);
        end_or_go_on(g, self);
    }
}

// The same for threads of which none waits for another: one fiber runs them all.
static void run_independent_threads(void *argument)
{
    group *const g = argument;
    fiber_order_after(&g->number);
    fiber_order_after(job_begin(g->job));
    become(g, 0);
    while (!job_is_over(g->job)) {
        g->launch->kernel->call(g->launch->kernel->function, g->launch->arguments);
        if (g->current + 1 == g->threads)
            break;
        g->current++; // without a record of its own
        pt_cpu_thread_index = index_behind(g, pt_cpu_thread_index);
    }
    fiber_order_before(job_end(g->job));
    fiber_switch(g->thread[0].fiber, &g->outside, true);
    abort();
}

// ---- a block -------------------------------------------------------------------------------------------------------

static void reclaim_fibers(group *g, unsigned threads)
{
    for (unsigned t = 0; t < threads; t++) {
        fiber *const f = g->thread[t].fiber;
        if (f) // it was left for good, wherever it was
            give_fiber_back(g, f);
    }
}

static void say_where_threads_are(const group *g)
{
    for (unsigned first = 0; first < g->threads; first += warp_lanes) {
        unsigned at_barrier = 0, in_warp = 0;
        for (unsigned t = first; t < first + warp_lanes && t < g->threads; t++) {
            at_barrier += g->thread[t].at_barrier || g->thread[t].meeting;
            in_warp += g->warp[first / warp_lanes].waiting >> (t - first) & 1u;
        }
        if (at_barrier || in_warp)
            fprintf(stderr, "ptcpu:   warp %u: %u threads at a barrier, %u in a warp operation\n", first / warp_lanes,
                    at_barrier, in_warp);
    }
}

static void reset_threads(group *g, unsigned threads)
{
    pt_cpu_index_t index = {0, 0, 0};
    for (unsigned t = 0; t < threads; t++, index = index_behind(g, index)) {
        fiber *own = g->thread[t].own_fiber;
        // By the worker, which knows nothing of what threads did: one that another one starts must not seem to follow it.
        if (!own && fiber_detects_races())
            own = fiber_new();
        g->thread[t] = (gpu_thread){.own_fiber = own, .index = index};
    }
    fiber_order_before(&g->number);
}

static void run_threads_of_block(group *g)
{
    if (!g->uses_fibers) {
        reset_threads(g, 1);
        g->current = 0;
        fiber *const only = start_fiber(g, run_independent_threads);
        if (only)
            fiber_switch(&g->outside, only, false);
        reclaim_fibers(g, 1);
        return;
    }
    reset_threads(g, g->threads);
    for (unsigned w = 0; w * warp_lanes < g->threads; w++) {
        const unsigned lanes = g->threads - w * warp_lanes;
        g->warp[w] = (gpu_warp){lanes < warp_lanes ? ~0u << lanes : 0u, 0u};
    }
    fiber *const first = next_fiber(g);
    if (first != &g->outside)
        fiber_switch(&g->outside, first, false);
    if (g->alive && !job_is_over(g->job)) {
        group_complain(g, "the threads of this block wait for each other, for ever");
        say_where_threads_are(g);
        job_fail(g->job, PT_CPU_STUCK);
    }
    reclaim_fibers(g, g->threads);
}

void group_run_block(group *g, unsigned x, unsigned y, unsigned z)
{
    const pt_cpu_launch_t *const l = g->launch;
    group *const around = current_group;
    const pt_cpu_index_t thread = pt_cpu_thread_index, block = pt_cpu_block_index, threads = pt_cpu_block_dim,
                         grid = pt_cpu_grid_dim; // of the kernel that launched from this thread
    g->threads = g->alive = l->block[0] * l->block[1] * l->block[2];
    g->started = g->arrived = g->votes = g->idle_turns = 0;
    g->ready = (ready_queue){.count = 0};
    g->number++;
    g->block[0] = x, g->block[1] = y, g->block[2] = z;
    g->uses_fibers = g->threads > 1 && !(l->kernel->flags & PT_CPU_INDEPENDENT_THREADS);
    pt_cpu_block_index = (pt_cpu_index_t){x, y, z};
    pt_cpu_block_dim = (pt_cpu_index_t){l->block[0], l->block[1], l->block[2]};
    pt_cpu_grid_dim = (pt_cpu_index_t){l->grid[0], l->grid[1], l->grid[2]};
    if (!shared_begin(g)) {
        job_fail(g->job, PT_CPU_NO_MEMORY);
    } else {
        current_group = g;
        fiber_adopt_thread(&g->outside);
        run_threads_of_block(g);
        if (!shared_intact(g))
            job_fail(g->job, PT_CPU_ILLEGAL_ADDRESS);
        current_group = around;
    }
    pt_cpu_thread_index = thread;
    pt_cpu_block_index = block;
    pt_cpu_block_dim = threads;
    pt_cpu_grid_dim = grid;
}

// ---- what device code asks -----------------------------------------------------------------------------------------

const pt_cpu_launch_t *pt_cpu_current_launch(void) { return current_group ? current_group->launch : NULL; }

uint64_t pt_cpu_launch_identity(void) { return current_group ? job_identity(current_group->job) : 0; }

void pt_cpu_next_item(void)
{
    if (current_group)
        current_group->thread[current_group->uses_fibers ? current_group->current : 0].item++;
}

bool pt_cpu_is_local(const void *address)
{
    const group *const g = current_group;
    return g && fiber_holds(g->thread[g->uses_fibers ? g->current : 0].fiber, address);
}
