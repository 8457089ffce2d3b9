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

#include "scenarios.hpp"

namespace {

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
