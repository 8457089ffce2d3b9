// Every interleaving of a few thread groups in the queue, in the grid barrier, in collectives and in the exchange of halos, on the very headers that run
// on a GPU.
//
// In:  runtime-cuda/pt, on a layer whose accesses to memory between groups ask the search who goes next (layer/). Out: TAP; for
//      a fault the accesses that lead to it. `explore [NAME-PART]`.
// Invariant: a group is one thread. A state is what lies in memory between groups, and for each group what it has seen so
//            far; a group that waits is not seen to look again until something has changed, so that the states are finite.
//            Each state is visited once. Accesses take effect one after the other: whether they are ordered strongly enough
//            for that, ThreadSanitizer says (testsuite/cpu/stress).
// Source: Godefroid, "Model Checking for Programming Languages using VeriSoft" (a search through runs that are repeated up to
//         the place where they part); here with the states remembered.
#include <cuda_runtime.h>

#include <pt/abi.h>

#include <pt/cpu/atomic.hpp>
#include <pt/cpu/shared.hpp>
#include <pt/cpu/warp.hpp>

#include <pt/barrier.cuh>
#include <pt/collective.cuh>
#include <pt/halo.cuh>
#include <pt/queue.cuh>
#include <pt/schedule.h>
#include <pt/steal_queue.cuh>
#include <pt/task_group.cuh>

#include <boost/context/detail/fcontext.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace ctx = boost::context::detail;

__thread pt_cpu_index_t pt_cpu_thread_index, pt_cpu_block_index, pt_cpu_block_dim, pt_cpu_grid_dim;

namespace {

enum { stack_bytes = 64 * 1024, groups_at_most = 6 };

struct group_run {
    unsigned launch = 0, number = 0; // of the group in its launch
    ctx::fcontext_t context = nullptr;
    std::vector<char> stack = std::vector<char>(stack_bytes);
    alignas(64) char slot[PT_SLOT_BYTES];
    alignas(64) char shared[sizeof(pt::detail::task_group) + sizeof(pt::detail::collective_memory)]; // a scenario uses one of these
    uint64_t seen = 0;    // hash of what it has seen that may still matter to it
    uint64_t looked = 0;  // and of what it saw since, only by looking
    uint64_t version = 0; // of memory when it began to look
    bool looks = false, waits = false, ended = false;
    const void *next = nullptr; // address of the access it is about to make
};

std::vector<group_run> groups;
unsigned current;
ctx::fcontext_t scheduler;
uint64_t memory_version;
std::string fault;             // what went wrong in this run
std::vector<std::string> said; // accesses of this run, kept when it is shown
bool is_shown;

uint64_t mix(uint64_t a, uint64_t b)
{
    a ^= b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2);
    a ^= a >> 31;
    return a * 0xbf58476d1ce4e5b9u;
}

uint64_t word_hash(const void *address, uint64_t value)
{
    return value ? mix(mix(0x1234567u, reinterpret_cast<uintptr_t>(address)), value) : 0;
}

void to_scheduler() { scheduler = ctx::jump_fcontext(scheduler, nullptr).fctx; }

} // namespace

void explore_access(const void *address)
{
    groups[current].next = address;
    to_scheduler();
}

void explore_saw(const void *address, unsigned long long value, bool changed)
{
    group_run &g = groups[current];
    if (!g.looks) {
        g.looks = true;
        g.looked = g.seen;
        g.version = memory_version;
    }
    g.looked = mix(mix(g.looked, reinterpret_cast<uintptr_t>(address)), value);
    if (changed) {
        memory_version++;
        g.seen = g.looked;
        g.looks = false;
    }
    if (is_shown)
        said.push_back("launch " + std::to_string(g.launch) + " group " + std::to_string(g.number) + (changed ? ": changes " : ": sees ") +
                       std::to_string(value) + " at " + std::to_string(reinterpret_cast<uintptr_t>(address) % 100000));
}

void explore_wait()
{
    group_run &g = groups[current];
    const bool stale = g.looks && g.version != memory_version; // somebody changed something in between: look again
    g.looks = false;
    if (stale)
        return;
    g.version = memory_version;
    g.waits = true;
    g.next = nullptr;
    to_scheduler();
}

void *pt_cpu_dynamic_shared() { return groups[current].slot; }
size_t pt_cpu_dynamic_shared_bytes() { return PT_SLOT_BYTES; }
void *pt_cpu_shared(pt_cpu_shared_variable_t *) { return groups[current].shared; } // there is one
// 128 apart, so that all launches look at the same entry of the directory first.
uint64_t pt_cpu_launch_identity() { return 5u + 128u * groups[current].launch; }
void pt_cpu_barrier() {}
unsigned pt_cpu_barrier_count(bool predicate) { return predicate; }
void pt_cpu_warp(uint32_t, void *, pt_cpu_finish_t) {}
unsigned pt_cpu_lane() { return 0u; }
void pt_cpu_yield() {}
void pt_cpu_wait() {}
void pt_cpu_progress() {}
void pt_cpu_assert_failed(const char *, const char *, unsigned, const char *) { std::abort(); } // threads of one group do not part here
void pt_cpu_next_item() {}
bool pt_cpu_on_device() { return true; }
void pt_cpu_trap() { abort(); }

// ---- what the groups do ------------------------------------------------------------------------------------------------

namespace {

void fail(const std::string &what)
{
    if (fault.empty())
        fault = what;
}

struct scenario {
    const char *name;
    unsigned launches, groups_each;
    std::function<void(unsigned launch, unsigned group)> body;
    std::function<void()> begin, end;
};

const scenario *running;
pt_launch_t record;                                      // of the queue
unsigned times_handed_out[groups_at_most][64];           // by launch and item
unsigned entered[groups_at_most][groups_at_most];        // barriers that a group has come to
bool has_left[groups_at_most][groups_at_most];

void forget()
{
    for (auto &launch : times_handed_out)
        for (unsigned &item : launch)
            item = 0;
    for (unsigned l = 0; l < groups_at_most; l++)
        for (unsigned g = 0; g < groups_at_most; g++) {
            entered[l][g] = 0;
            has_left[l][g] = false;
        }
}

#if PT_GRID_BARRIER_HAS_CLUSTERS
unsigned meetings[groups_at_most]; // by the cluster's first group
#endif

// All that still matters to the group is in its slot and in `progress`: what it saw on the way is forgotten.
void settle(unsigned progress)
{
    group_run &g = groups[current];
    uint64_t hash = mix(77u, progress);
    for (size_t i = 0; i < sizeof g.slot; i++)
        hash = mix(hash, static_cast<unsigned char>(g.slot[i]));
    g.seen = g.looked = hash;
    g.looks = false;
}

} // namespace

#if PT_GRID_BARRIER_HAS_CLUSTERS

static unsigned first_of_cluster() { return current - groups[current].number % 2u; }

unsigned explore_groups_of_cluster() { return running->groups_each % 2u == 0u ? 2u : 1u; }

unsigned *explore_word_of_first(unsigned *word)
{
    group_run &first = groups[first_of_cluster()];
    if (first.ended)
        fail("a group adds to the shared memory of one that has ended");
    return reinterpret_cast<unsigned *>(first.slot + (reinterpret_cast<char *>(word) - groups[current].slot));
}

unsigned *explore_meetings() { return &meetings[first_of_cluster()]; }

#endif

namespace {

// In two parts: arrive and wait.
template <bool may_miss, bool in_parts = false> void barriers(unsigned launch, unsigned group, unsigned count)
{
    pt_launch_t meeting = pt_launch_t();
    meeting.meets = 1;
    const pt::global_sync<may_miss> sync(meeting);
    settle(0);
    for (unsigned i = 1; i <= count; i++) {
        entered[launch][group] = i;
        if (in_parts) {
            pt::grid_arrive();
            settle(i + 100);
            pt::grid_wait();
        } else {
            pt::grid_barrier();
        }
        settle(i);
        for (unsigned g = 0; g < running->groups_each; g++)
            if (entered[launch][g] < i && !has_left[launch][g])
                fail("group " + std::to_string(group) + " has passed barrier " + std::to_string(i) + " before group " +
                     std::to_string(g) + " came to it");
    }
    has_left[launch][group] = true;
}

// What a group gives in a turn, and whether it comes to a collective in it: in the others it may come to a plain barrier.
unsigned long long given(unsigned launch, unsigned group, unsigned turn) { return 1u + launch * 100u + group * 10u + turn * 3u; }

// `count` collectives one behind the other, all groups in each; then sums for those that come to `extra` more by themselves.
template <bool may_miss> void collectives(unsigned launch, unsigned group, unsigned count, unsigned extra, bool with_barriers)
{
    pt_launch_t meeting = pt_launch_t();
    meeting.meets = 1;
    const pt::global_sync<may_miss, false, pt::collective_cells> sync(meeting);
    settle(0);
    const unsigned line = may_miss ? 7u : 0u;
    for (unsigned i = 1; i <= count + (may_miss ? extra * group : 0u); i++) {
        unsigned long long sum = 0, first = ~0ull;
        for (unsigned g = 0; g < running->groups_each; g++)
            if (i <= count + (may_miss ? extra * g : 0u)) {
                sum += given(launch, g, i);
                first = first == ~0ull && (g + i) % 2u ? g : first;
            }
        unsigned long long got, expected;
        if (i % 3u == 0u) {
            pt::first_of part;
            part.give(group, (group + i) % 2u);
            got = pt::result_of(part, line);
            expected = first;
        } else if (i % 3u == 1u) {
            pt::sum_of<unsigned long long> part;
            part.give(given(launch, group, i));
            got = pt::result_of(part, line);
            expected = sum;
        } else {
            pt::any_of part;
            part.give(group == i % running->groups_each);
            got = pt::result_of(part, line);
            expected = i <= count + (may_miss ? extra * (i % running->groups_each) : 0u);
        }
        if (got != expected)
            fail("collective " + std::to_string(i) + " gives " + std::to_string(got) + " to group " + std::to_string(group) + ", and not " + std::to_string(expected));
        settle(2u * i);
        if (with_barriers && i % 2u)
            pt::grid_barrier();
        settle(2u * i + 1u);
    }
}

// Bit `turn` of a group's pattern: whether its condition is true. pt_any and pt_all in turn.
void votes(unsigned launch, unsigned group, unsigned count)
{
    static const unsigned patterns[] = {0x091u, 0x085u, 0x219u, 0x011u};
    pt_launch_t meeting = pt_launch_t();
    meeting.meets = 1;
    const pt::global_sync<false, false, pt::collective_cells> sync(meeting);
    settle(0);
    for (unsigned i = 0; i < count; i++) {
        const auto says = [&](unsigned g) { return (patterns[(g + launch) % 4u] >> i & 1u) != 0u; };
        bool any = false, got;
        for (unsigned g = 0; g < running->groups_each; g++)
            any |= says(g);
        if (i % 4u != 3u) {
            pt::any_of part;
            part.give(says(group));
            got = pt::result_of(part);
        } else {
            pt::all_of part;
            part.give(!says(group));
            got = !pt::result_of(part);
        }
        if (got != any)
            fail("vote " + std::to_string(i) + " is wrong for group " + std::to_string(group));
        settle(i + 1u);
    }
}

template <class Queue> void queue(unsigned launch, unsigned)
{
    for (Queue q(record); q.has_chunk(); q.next_chunk())
        for (; q.has_item(); q.next_item())
            times_handed_out[launch][q.block_index().x]++;
}

// The groups do not even agree on how many items there are: what the first one says counts.
template <class Queue> void counted_queue(unsigned launch, unsigned group)
{
    for (Queue q(record, [group] { return 2u + 3u * group; }); q.has_chunk(); q.next_chunk())
        for (; q.has_item(); q.next_item())
            times_handed_out[launch][q.block_index().x]++;
}

// A queue of tasks with few cells, and a ring for each group.
enum { cells = 2, tasks_at_most = 16, looked_at_of_ring = 8 };
pt::detail::task_queue_state tasks_state;
pt::detail::task_cell<unsigned> task_cells[cells];
pt::detail::task_ring task_rings[groups_at_most];
unsigned filled_rings, ring_tasks[groups_at_most * pt::detail::ring_tasks<unsigned>()];
unsigned times_done[groups_at_most][tasks_at_most];

pt_queue<unsigned> task_queue()
{
    return {&tasks_state, task_cells, task_rings, &filled_rings, ring_tasks, cells, running->groups_each};
}

void clear_tasks()
{
    tasks_state = pt::detail::task_queue_state();
    for (unsigned i = 0; i < cells; i++)
        task_cells[i] = {i, 0u};
    std::memset(task_rings, 0, sizeof task_rings);
    std::memset(ring_tasks, 0, sizeof ring_tasks);
    std::memset(times_done, 0, sizeof times_done);
    filled_rings = 0;
}

// Task t makes 2t and 2t + 1, if these are among the first `count`; the first group begins with task 1. One launch, since
// only one at a time may work on a queue.
void tasks(unsigned launch, unsigned group, unsigned count, bool meets, bool by_common)
{
    pt_launch_t l = pt_launch_t();
    l.meets = meets;
    const pt_queue<unsigned> given = task_queue();
    pt::task_loop<pt_queue<unsigned>, pt::worker_block> loop(given, l);
    if (group == 0)
        pt_push(pt::in_own_ring(given), 1u);
    while (loop.next_turn()) {
        if (!loop.has_task())
            continue;
        const unsigned t = loop.this_task();
        times_done[launch][t]++;
        for (unsigned child = 2u * t; child < 2u * t + 2u; child++)
            if (child < count && !(by_common ? pt_push(given, child) : pt_push(pt::in_own_ring(given), child)))
                times_done[launch][child]++; // no room: it has no children here
    }
}

// Each group pushes one more task behind its end, as `finish` may.
void tasks_behind_the_end(unsigned launch, unsigned group, unsigned count, bool meets)
{
    tasks(launch, group, count, meets, false);
    if (!pt_push(pt::in_own_ring(task_queue()), count + group))
        fail("there was room for all tasks");
}

// The first group pushes more tasks into the common ring than fit, while the other one takes some.
void too_many_tasks(unsigned launch, unsigned group, unsigned count, bool meets)
{
    pt_launch_t l = pt_launch_t();
    l.meets = meets;
    pt::task_loop<pt_queue<unsigned>, pt::worker_block> loop(task_queue(), l);
    for (unsigned t = 1; group == 0 && t <= count; t++)
        if (!pt_push(task_queue(), t))
            times_done[launch][t]++;
    while (loop.next_turn())
        if (loop.has_task())
            times_done[launch][loop.this_task()]++;
}

void each_task_once(unsigned count, unsigned waiting = 0)
{
    for (unsigned l = 0; l < running->launches; l++)
        for (unsigned t = 1; t < count; t++)
            if (times_done[l][t] != 1)
                fail("task " + std::to_string(t) + " was done " + std::to_string(times_done[l][t]) + " times");
    if (tasks_state.count.value != waiting || tasks_state.places.value != waiting || filled_rings || tasks_state.tail.value - tasks_state.head.value != waiting)
        fail("tasks stay behind");
    if (tasks_state.idle.value || tasks_state.is_done.value || tasks_state.entered.value || tasks_state.left.value)
        fail("counts of groups stay behind");
    for (const pt::detail::task_ring &ring : task_rings)
        if (pt::detail::ring_size(ring.state) || ring.is_taken)
            fail("a ring is not as it was found");
}

// What was pushed behind the end, some group has done, or the next launch will.
void each_task_once_or_later(unsigned count)
{
    const unsigned waiting = tasks_state.tail.value - tasks_state.head.value;
    for (unsigned i = 0; i < waiting; i++)
        times_done[0][task_cells[(tasks_state.head.value + i) % cells].task]++;
    each_task_once(count + running->groups_each, waiting);
}

// Of groups that keep a tile each: `halo_pairs` pairs of packets of a side, for each group twice.
struct halo_record {
    unsigned halo_pairs;
    unsigned long long *packets;
};
enum { packet_words = 4 * 2 * 4 };
alignas(16) unsigned long long packets[packet_words];

// Each step, every word becomes what it and the two beside it were: over `steps`, in groups with `own` words each, `below` and `above` of
// which the neighbours see.
template <unsigned own, unsigned below, unsigned above> void halos(unsigned group, unsigned steps)
{
    const unsigned tiles = running->groups_each, count = tiles * own, words_below = group ? below : 0u;
    const unsigned words_above = group + 1u < tiles ? above : 0u, begin = group * own;
    const halo_record l = {pt::detail::halo_pairs(below > above ? below : above), packets};
    const pt::halo_exchange<halo_record> halos(l, pt::halo{words_below * 4u,
                        (words_below + own - below) * 4u,
                        (words_below + own) * 4u,
                        group ? above : 0u,
                        group + 1u < tiles ? below : 0u,
                        words_below,
                        words_above,
                        pt::detail::packets_of(l, group),
                        pt::detail::packets_of(l, group - 1u) + 2u * l.halo_pairs,
                        pt::detail::packets_of(l, group + 1u)});
    std::vector<unsigned> all(count), next(count);
    unsigned *const tile = static_cast<unsigned *>(pt_cpu_dynamic_shared());
    for (unsigned i = 0; i < count; i++)
        all[i] = (i + 1u) * 0x9e3779b9u;
    for (unsigned i = 0; i < own; i++)
        tile[words_below + i] = all[begin + i];
    settle(0);
    for (unsigned s = 0; s < steps; s++) {
        halos.exchange(0u, s, s + 1u);
        unsigned changed[own] = {};
        for (unsigned i = 0; i < count; i++) {
            next[i] = 3u * all[i] + (below && i >= below ? all[i - below] : 0u) + (above && i + above < count ? 5u * all[i + above] : 0u);
            if (i < begin || i >= begin + own)
                continue;
            const unsigned *const at = tile + words_below + (i - begin);
            changed[i - begin] = 3u * at[0] + (below && i >= below ? *(at - below) : 0u) + (above && i + above < count ? 5u * at[above] : 0u);
            if (changed[i - begin] != next[i])
                fail("group " + std::to_string(group) + " has another word than it should behind step " + std::to_string(s));
        }
        all = next;
        std::memset(tile, 0, PT_SLOT_BYTES);
        for (unsigned i = 0; i < own; i++)
            tile[words_below + i] = changed[i];
        settle(s + 1);
    }
}

void plan_queue(unsigned items, unsigned chunk, unsigned in_all, unsigned ranges_log2 = 0u)
{
    record = pt_launch_t();
    uint32_t shift;
    record.grid_x = record.items = items;
    record.grid_y = record.grid_z = 1;
    record.magic_x = pt_magic(items, &shift);
    record.shift_x = static_cast<uint8_t>(shift);
    record.magic_y = pt_magic(1, &shift);
    record.shift_y = static_cast<uint8_t>(shift);
    record.stride = 1;
    record.level_log2 = static_cast<uint8_t>(ranges_log2);
    record.chunk = record.ticket_chunk = chunk;
    record.round_items = in_all * chunk;
    record.tickets = (items - record.round_items + chunk - 1) / chunk;
    record.last_ticket = record.tickets + in_all - 1;
    record.magic_chunk = pt_magic(chunk, &shift);
}

void each_once()
{
    for (unsigned l = 0; l < running->launches; l++)
        for (unsigned i = 0; i < record.items; i++)
            if (times_handed_out[l][i] != 1)
                fail("item " + std::to_string(i) + " of launch " + std::to_string(l) + " was handed out " +
                     std::to_string(times_handed_out[l][i]) + " times");
}

// As many as one of the groups said.
void first_ones_once()
{
    for (unsigned l = 0; l < running->launches; l++) {
        unsigned count = 0;
        while (count < record.items && times_handed_out[l][count] == 1)
            count++;
        bool is_said = false;
        for (unsigned g = 0; g < running->groups_each; g++)
            is_said |= count == (2u + 3u * g < record.items ? 2u + 3u * g : record.items);
        for (unsigned i = count; i < record.items; i++)
            is_said &= times_handed_out[l][i] == 0;
        if (!is_said)
            fail("launch " + std::to_string(l) + " handed out " + std::to_string(count) + " items once, which nobody said, or others");
    }
}

// Nothing of a launch stays behind.
void all_as_found()
{
    const auto is_zero = [](const void *bytes, size_t count) {
        for (size_t i = 0; i < count; i++)
            if (static_cast<const char *>(bytes)[i])
                return false;
        return true;
    };
    if (!is_zero(&pt::detail::directory, sizeof pt::detail::directory))
        fail("the directory of the queues is not as it was found");
    if (!is_zero(pt::detail::ranges, sizeof pt::detail::ranges))
        fail("the counters of the ranges are not as they were found");
    if (!is_zero(pt::detail::agreed, sizeof pt::detail::agreed))
        fail("a number of items stays behind");
    if (!is_zero(pt::barriers::arrived, sizeof pt::barriers::arrived) || !is_zero(pt::barriers::flag, sizeof pt::barriers::flag) ||
        !is_zero(pt::barriers::leaf, sizeof pt::barriers::leaf) || !is_zero(pt::barriers::spread, sizeof pt::barriers::spread) ||
        !is_zero(pt::detail::left, sizeof pt::detail::left) || !is_zero(pt::detail::out, sizeof pt::detail::out))
        fail("the barriers' words are not as they were found");
    if (!is_zero(pt::barriers::vote_spread, sizeof pt::barriers::vote_spread))
        fail("the words of votes are not as they were found");
    if (!is_zero(pt::detail::cells_of, sizeof pt::detail::cells_of))
        fail("a collective's cell is not as it was found");
#if PT_GRID_BARRIER_HAS_WORDS
    if (!is_zero(pt::barriers::words, sizeof pt::barriers::words))
        fail("the groups' words are not as they were found");
#endif
}

// ---- the search ----------------------------------------------------------------------------------------------------------

void run_group(ctx::transfer_t from)
{
    scheduler = from.fctx;
    const unsigned self = current;
    running->body(groups[self].launch, groups[self].number);
    groups[self].ended = true;
    groups[self].next = nullptr;
    to_scheduler();
}

void resume(unsigned index)
{
    current = index;
    group_run &g = groups[index];
    pt_cpu_thread_index = {0, 0, 0};
    pt_cpu_block_index = {g.number, 0, 0};
    pt_cpu_block_dim = {1, 1, 1};
    pt_cpu_grid_dim = {running->groups_each, 1, 1};
    g.waits = false;
    g.context = ctx::jump_fcontext(g.context, nullptr).fctx;
}

bool may_go(const group_run &g) { return !g.ended && (!g.waits || g.version != memory_version); }

uint64_t state()
{
    uint64_t hash = 0;
    const auto add_bytes = [&hash](const void *bytes, size_t count) {
        const uint32_t *words = static_cast<const uint32_t *>(bytes);
        for (size_t i = 0; i < count / 4; i++)
            hash += word_hash(words + i, words[i]);
    };
    for (unsigned i = 0; i < pt::detail::directory_entries; i += i < 8 ? 1 : pt::detail::directory_entries) {
        add_bytes(&pt::detail::directory.owner[(i + 5) % pt::detail::directory_entries], 8);
        add_bytes(&pt::detail::directory.counter[(i + 5) % pt::detail::directory_entries], 4);
        add_bytes(&pt::detail::agreed[(i + 5) % pt::detail::directory_entries], 8);
    }
    for (unsigned e = 5; e < 8; e++) {
        add_bytes(&pt::barriers::arrived[e], 4);
        add_bytes(&pt::barriers::flag[e], 4);
        for (const pt::barriers::word &leaf : pt::barriers::leaf[e])
            add_bytes(&leaf, 4);
        for (auto &word : pt::barriers::spread)
            add_bytes(&word.of[e], sizeof word.of[e]);
#if PT_GRID_BARRIER_HAS_WORDS
        add_bytes(&pt::barriers::words[e], sizeof pt::barriers::words[e]);
#endif
        for (unsigned i = 0; i < groups_at_most; i++)
            add_bytes(&pt::detail::ranges[e].of[i], 4);
        add_bytes(&pt::detail::ranges[e].out, 4);
        add_bytes(&pt::detail::left[e], 4);
        add_bytes(&pt::detail::out[e], 4);
    }
    add_bytes(&pt::detail::directory.lock, 4);
    add_bytes(packets, sizeof packets);
    add_bytes(&tasks_state, sizeof tasks_state);
    add_bytes(task_cells, sizeof task_cells);
    add_bytes(task_rings, sizeof task_rings);
    add_bytes(&filled_rings, sizeof filled_rings);
    for (unsigned i = 0; i < groups_at_most; i++)
        add_bytes(&ring_tasks[i * pt::detail::ring_tasks<unsigned>()], looked_at_of_ring * sizeof(unsigned));
#if PT_GRID_BARRIER_HAS_CLUSTERS
    add_bytes(meetings, sizeof meetings);
    for (const group_run &g : groups) // others write it
        add_bytes(&reinterpret_cast<const pt::detail::slot *>(g.slot)->arrived_in_cluster, 4);
#endif
    for (const group_run &g : groups) {
        hash = mix(hash, g.looks ? g.looked : g.seen);
        hash = mix(hash, (g.waits ? 1u : 0u) | (may_go(g) ? 2u : 0u) | (g.ended ? 4u : 0u) |
                             (g.looks && g.version != memory_version ? 8u : 0u));
    }
    return hash;
}

void begin_run()
{
    pt::detail::directory = {};
    std::memset(pt::detail::agreed, 0, sizeof pt::detail::agreed);
    std::memset(pt::detail::ranges, 0, 8 * sizeof pt::detail::ranges[0]); // others are never touched (all_as_found), and there are many
    const auto clear = [](void *bytes, size_t count) { std::memset(bytes, 0, count); };
    clear(pt::barriers::arrived, sizeof pt::barriers::arrived);
    clear(pt::barriers::flag, sizeof pt::barriers::flag);
    clear(pt::barriers::leaf, sizeof pt::barriers::leaf);
    clear(pt::barriers::spread, sizeof pt::barriers::spread);
#if PT_GRID_BARRIER_HAS_WORDS
    clear(pt::barriers::words, sizeof pt::barriers::words);
#endif
    clear(pt::detail::left, sizeof pt::detail::left);
    clear(pt::detail::out, sizeof pt::detail::out);
    clear(pt::detail::cells_of, sizeof pt::detail::cells_of);
    clear(pt::barriers::vote_spread, sizeof pt::barriers::vote_spread);
    clear(packets, sizeof packets);
    clear_tasks();
#if PT_GRID_BARRIER_HAS_CLUSTERS
    clear(meetings, sizeof meetings);
#endif
    forget();
    fault.clear();
    said.clear();
    memory_version = 0;
    for (unsigned i = 0; i < groups.size(); i++) {
        group_run &g = groups[i];
        g.launch = i / running->groups_each;
        g.number = i % running->groups_each;
        std::memset(g.slot, 0xa5, sizeof g.slot);
        std::memset(g.shared, 0xa5, sizeof g.shared);
        g.seen = g.looked = g.version = 0;
        g.looks = g.waits = g.ended = false;
        g.context = ctx::make_fcontext(g.stack.data() + g.stack.size(), g.stack.size(), run_group);
        resume(i); // up to its first access
    }
}

struct choice {
    unsigned group;
    std::vector<unsigned> others; // still to be tried
};

struct outcome {
    std::string fault;
    uint64_t states = 0, runs = 0;
    std::vector<std::string> accesses;
};

outcome explore(const scenario &s, uint64_t states_at_most)
{
    running = &s;
    groups = std::vector<group_run>(s.launches * s.groups_each);
    outcome result;
    std::unordered_set<uint64_t> visited;
    std::vector<choice> path;
    for (bool more = true; more;) {
        result.runs++;
        begin_run();
        for (const choice &c : path)
            resume(c.group);
        for (;;) {
            if (!fault.empty())
                break;
            if (!visited.insert(state()).second)
                break; // what follows is known
            std::vector<unsigned> able;
            bool all_ended = true;
            for (unsigned i = 0; i < groups.size(); i++) {
                all_ended &= groups[i].ended;
                if (may_go(groups[i]))
                    able.push_back(i);
            }
            if (able.empty()) {
                if (!all_ended)
                    fail("groups wait for each other, for ever");
                else if (s.end)
                    s.end();
                break;
            }
            path.push_back({able[0], std::vector<unsigned>(able.begin() + 1, able.end())});
            resume(path.back().group);
        }
        if (!fault.empty() || visited.size() > states_at_most) {
            result.fault = fault.empty() ? "more states than are allowed for" : fault;
            break;
        }
        while (!path.empty() && path.back().others.empty())
            path.pop_back();
        more = !path.empty();
        if (more) {
            path.back().group = path.back().others.back();
            path.back().others.pop_back();
        }
    }
    result.states = visited.size();
    if (!result.fault.empty()) { // once more, and told
        is_shown = true;
        begin_run();
        for (const choice &c : path)
            resume(c.group);
        is_shown = false;
        result.accesses = said;
    }
    return result;
}

} // namespace

int main(int argc, char **argv)
{
    const auto sync = [](unsigned count) { return [count](unsigned l, unsigned g) { barriers<false>(l, g, count); }; };
    const auto miss = [](unsigned count) { return [count](unsigned l, unsigned g) { barriers<true>(l, g, (g + count) % 3); }; };
    const auto parts = [](unsigned count) { return [count](unsigned l, unsigned g) { barriers<false, true>(l, g, count); }; };
    const auto missed_parts = [](unsigned l, unsigned g) { barriers<true, true>(l, g, (g + 1) % 3); };
    const auto collect = [](unsigned count, bool with_barriers) { return [=](unsigned l, unsigned g) { collectives<false>(l, g, count, 0, with_barriers); }; };
    const auto vote = [](unsigned count) { return [count](unsigned l, unsigned g) { votes(l, g, count); }; };
    const auto collect_alone = [](unsigned count, unsigned extra) { return [=](unsigned l, unsigned g) { collectives<true>(l, g, count, extra, false); }; };
    const auto one = queue<pt::work_queue<pt::order_linear, pt::between_none>>;
    const auto several = queue<pt::steal_queue<pt::order_linear, pt::between_none>>;
    const auto counted_one = counted_queue<pt::work_queue<pt::order_linear, pt::between_none, pt::counted_blocks>>;
    const auto counted_several = counted_queue<pt::steal_queue<pt::order_linear, pt::between_none, pt::counted_blocks>>;
    const auto work = [](unsigned count, bool meets, bool by_common) { return [=](unsigned l, unsigned g) { tasks(l, g, count, meets, by_common); }; };
    const auto as_found = [] { all_as_found(); };
    const auto items_once = [] { all_as_found(); each_once(); };
    const auto first_once = [] { all_as_found(); first_ones_once(); };
    const std::vector<scenario> all = {
        {"grid barrier, 2 groups, 4 times", 1, 2, sync(4), nullptr, as_found},
        {"grid barrier, 3 groups, 3 times", 1, 3, sync(3), nullptr, as_found},
        {"grid barrier, 4 groups, 3 times", 1, 4, sync(3), nullptr, as_found},
        {"grid barrier, 2 launches of 2 groups", 2, 2, sync(1), nullptr, as_found},
        {"grid barrier that 2 groups miss", 1, 2, miss(1), nullptr, as_found},
        {"grid barrier that the other of 2 groups misses", 1, 2, miss(2), nullptr, as_found},
        {"grid barrier that 3 groups miss", 1, 3, miss(0), nullptr, as_found},
        {"grid barrier in two parts, 2 groups, 4 times", 1, 2, parts(4), nullptr, as_found},
        {"grid barrier in two parts, 4 groups, 2 times", 1, 4, parts(2), nullptr, as_found},
        {"grid barrier in two parts that 2 groups miss", 1, 2, missed_parts, nullptr, as_found},
        {"collectives, 2 groups, 7", 1, 2, collect(7, false), nullptr, as_found},
        {"collectives, 3 groups, 4", 1, 3, collect(4, false), nullptr, as_found},
        {"collectives with barriers between, 2 groups, 5", 1, 2, collect(5, true), nullptr, as_found},
        {"collectives, 2 launches of 1 group", 2, 1, collect(5, false), nullptr, as_found},
        {"collectives that one of 2 groups misses", 1, 2, collect_alone(1, 4), nullptr, as_found},
        {"collectives that 3 groups miss", 1, 3, collect_alone(0, 1), nullptr, as_found},
        {"collectives that are votes, 2 groups, 10", 1, 2, vote(10), nullptr, as_found},
        {"collectives that are votes, 3 groups, 5", 1, 3, vote(5), nullptr, as_found},
        {"collectives that are votes, 4 groups, 3", 1, 4, vote(3), nullptr, as_found},
        {"collectives that are votes, 2 launches of 1 group", 2, 1, vote(6), nullptr, as_found},
        {"halos, 2 groups, 5 steps", 1, 2, [](unsigned, unsigned g) { halos<1, 1, 1>(g, 5); }, nullptr, nullptr},
        {"halos of two words and one, 2 groups, 4 steps", 1, 2, [](unsigned, unsigned g) { halos<2, 2, 1>(g, 4); }, nullptr, nullptr},
        {"halos of four words and three, 2 groups, 3 steps", 1, 2, [](unsigned, unsigned g) { halos<4, 4, 3>(g, 3); }, nullptr, nullptr},
        {"halos, 3 groups, 4 steps", 1, 3, [](unsigned, unsigned g) { halos<1, 1, 1>(g, 4); }, nullptr, nullptr},
        {"queue, 2 groups, 7 items", 1, 2, one, [] { plan_queue(7, 1, 2); }, items_once},
        {"queue, 3 groups, 6 items in chunks", 1, 3, one, [] { plan_queue(9, 2, 3); }, items_once},
        {"queue, 2 launches of 2 groups", 2, 2, one, [] { plan_queue(3, 1, 2); }, items_once},
        {"queue, 3 launches of 1 group", 3, 1, one, [] { plan_queue(2, 1, 1); }, items_once},
        {"queue of fewer items, 2 groups", 1, 2, counted_one, [] { plan_queue(9, 1, 2); }, first_once},
        {"queue of fewer items, 3 groups", 1, 3, counted_one, [] { plan_queue(7, 1, 3); }, first_once},
        {"queue of fewer items, 2 launches of 2 groups", 2, 2, counted_one, [] { plan_queue(4, 1, 2); }, first_once},
        {"two ranges, 2 groups, 7 items", 1, 2, several, [] { plan_queue(7, 1, 2, 1); }, items_once},
        {"two ranges, 2 groups, 9 items in chunks", 1, 2, several, [] { plan_queue(9, 2, 2, 1); }, items_once},
        {"two ranges, one of them empty, 3 groups", 1, 3, several, [] { plan_queue(4, 1, 3, 1); }, items_once},
        {"four ranges, 2 groups", 1, 2, several, [] { plan_queue(6, 1, 2, 2); }, items_once},
        {"two ranges, 2 launches of 1 group", 2, 1, several, [] { plan_queue(3, 1, 1, 1); }, items_once},
        {"one range that could be several, 2 launches of 1 group", 2, 1, several, [] { plan_queue(3, 1, 1); }, items_once},
        {"two ranges and fewer items, 2 groups", 1, 2, counted_several, [] { plan_queue(9, 1, 2, 1); }, first_once},
        {"two ranges and fewer items, 3 groups", 1, 3, counted_several, [] { plan_queue(4, 1, 3, 1); }, first_once},
        {"tasks, 2 groups, 3 tasks", 1, 2, work(4, true, false), nullptr, [] { each_task_once(4); }},
        {"tasks, 2 groups, 5 tasks", 1, 2, work(6, true, false), nullptr, [] { each_task_once(6); }},
        {"tasks, 3 groups, 2 tasks", 1, 3, work(3, true, false), nullptr, [] { each_task_once(3); }},
        {"tasks through the common ring, 2 groups, 3 tasks", 1, 2, work(4, true, true), nullptr, [] { each_task_once(4); }},
        {"tasks through a full ring, 2 groups", 1, 2, [](unsigned l, unsigned g) { too_many_tasks(l, g, 3, true); }, nullptr, [] { each_task_once(4); }},
        {"tasks through a full ring, 2 groups that do not wait", 1, 2, [](unsigned l, unsigned g) { too_many_tasks(l, g, 4, false); }, nullptr,
         [] { each_task_once(5); }},
        {"tasks behind the end, 2 groups", 1, 2, [](unsigned l, unsigned g) { tasks_behind_the_end(l, g, 3, true); }, nullptr, [] { each_task_once_or_later(3); }},
        {"tasks behind the end, 2 groups that do not wait", 1, 2, [](unsigned l, unsigned g) { tasks_behind_the_end(l, g, 3, false); }, nullptr,
         [] { each_task_once_or_later(3); }},
        {"tasks, 2 groups that do not wait", 1, 2, work(4, false, false), nullptr, [] { each_task_once(4); }},
        {"tasks through the common ring, 2 groups that do not wait", 1, 2, work(4, false, true), nullptr, [] { each_task_once(4); }},
    };
    unsigned number = 0, failed = 0;
    for (const scenario &s : all) {
        if (argc > 1 && !std::strstr(s.name, argv[1]))
            continue;
        if (s.begin)
            s.begin();
        const outcome o = explore(s, 3000000);
        failed += !o.fault.empty();
        std::printf("%s %u - %s: %llu states, %llu runs\n", o.fault.empty() ? "ok" : "not ok", ++number, s.name,
                    static_cast<unsigned long long>(o.states), static_cast<unsigned long long>(o.runs));
        if (!o.fault.empty()) {
            std::printf("# %s\n", o.fault.c_str());
            for (const std::string &line : o.accesses)
                std::printf("#   %s\n", line.c_str());
        }
        std::fflush(stdout);
    }
    std::printf("1..%u\n", number);
    return failed != 0;
}
