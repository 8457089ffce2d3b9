// What the groups of the search do (explore.cpp): barriers, collectives, queues, tasks and halos, and what must hold when they have ended.
//
// In:  `running`, the scenario; `fail`, `settle` and what else stands in front of the include. Out: bodies, beginnings and ends of scenarios.
// Invariant: a body depends on its launch, its group and what it has seen alone, so that a run can be repeated.
#ifndef PTCC_INTERLEAVE_SCENARIOS_HPP
#define PTCC_INTERLEAVE_SCENARIOS_HPP

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

} // namespace

#endif
