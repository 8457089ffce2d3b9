// The engine itself: what it promises in pt/cpu/engine.h and docs/cpu.md, by its own interface.
//
// In:  nothing. Out: TAP. Invariant: kernels here have no header of CUDA's between them and the engine.
#include "check.hpp"

#include <pt/cpu/engine.h>

#include <atomic>
#include <cstdlib>
#include <vector>

namespace {

using body = void (*)(const void *, void *const *);

// Arguments are those of the launch: one pointer to whatever the test wants.
int launch(body run, void *argument, unsigned blocks, unsigned threads, unsigned flags = 0, size_t shared_bytes = 0)
{
    pt_cpu_kernel_t kernel = {};
    kernel.function = reinterpret_cast<const void *>(run);
    kernel.call = run;
    kernel.name = "test";
    kernel.flags = flags;
    void *const arguments[] = {argument};
    pt_cpu_launch_t l = {};
    l.kernel = &kernel;
    l.arguments = arguments;
    l.grid[0] = blocks;
    l.block[0] = threads;
    l.grid[1] = l.grid[2] = l.block[1] = l.block[2] = 1;
    l.dynamic_shared_bytes = shared_bytes;
    return pt_cpu_run(&l);
}

template <class T> T &first(void *const *arguments) { return *static_cast<T *>(arguments[0]); }

unsigned thread() { return pt_cpu_thread_index.x; }
unsigned block() { return pt_cpu_block_index.x; }

pt_cpu_shared_variable_t tile = {64 * sizeof(int), alignof(int), "tile", 0, 0};

// ---- threads that wait ----------------------------------------------------------------------------------------------

void reverse(const void *, void *const *arguments)
{
    int *const shared = static_cast<int *>(pt_cpu_shared(&tile));
    shared[thread()] = static_cast<int>(thread());
    pt_cpu_barrier();
    first<std::vector<int>>(arguments)[block() * 64 + thread()] = shared[63 - thread()];
}

void barriers()
{
    std::vector<int> out(64 * 500, -1);
    CHECK(launch(reverse, &out, 500, 64) == PT_CPU_OK);
    int wrong = 0;
    for (unsigned i = 0; i < out.size(); i++)
        wrong += out[i] != 63 - static_cast<int>(i % 64);
    CHECK(wrong == 0);
}

// Nobody goes on to the next turn before all have come to this one.
void phases(const void *, void *const *arguments)
{
    std::vector<int> &turn = first<std::vector<int>>(arguments);
    for (int n = 1; n <= 20; n++) {
        turn[thread()] = n;
        pt_cpu_barrier();
        for (unsigned t = 0; t < 64; t++)
            turn[64] += turn[t] < n;
        pt_cpu_barrier();
    }
}

void barriers_in_turn()
{
    std::vector<int> turn(65, 0); // the last one counts those that were too early
    CHECK(launch(phases, &turn, 1, 64) == PT_CPU_OK);
    CHECK(turn[64] == 0);
}

void leavers(const void *, void *const *arguments)
{
    if (thread() % 2)
        return; // a barrier does not wait for threads that have ended
    first<std::vector<int>>(arguments)[thread()] = static_cast<int>(pt_cpu_barrier_count(thread() % 4 == 0));
}

void barriers_after_leaving()
{
    std::vector<int> out(64, 0);
    CHECK(launch(leavers, &out, 1, 64) == PT_CPU_OK);
    for (unsigned i = 0; i < 64; i++)
        CHECK(out[i] == (i % 2 ? 0 : 16));
}

void nothing(void *const[32], uint32_t) {}

void wait_crosswise(const void *, void *const *)
{
    if (thread() == 0)
        pt_cpu_warp(3u, nullptr, nothing);
    else
        pt_cpu_barrier();
}

void stuck() { CHECK(launch(wait_crosswise, nullptr, 1, 64) == PT_CPU_STUCK); }

void trapping(const void *, void *const *)
{
    if (block() == 3 && thread() == 5)
        pt_cpu_trap();
    pt_cpu_barrier();
}

void trap()
{
    CHECK(launch(trapping, nullptr, 10, 64) == PT_CPU_TRAPPED);
    std::vector<int> out(64, -1); // and the engine goes on
    CHECK(launch(reverse, &out, 1, 64) == PT_CPU_OK);
    CHECK(out[0] == 63);
}

void only_a_barrier(const void *, void *const *) { pt_cpu_barrier(); }

void falsely_independent()
{
    CHECK(launch(only_a_barrier, nullptr, 1, 64, PT_CPU_INDEPENDENT_THREADS) == PT_CPU_TRAPPED);
    CHECK(launch(only_a_barrier, nullptr, 1, 1, PT_CPU_INDEPENDENT_THREADS) == PT_CPU_OK);
}

// ---- shared memory --------------------------------------------------------------------------------------------------

void write_beyond(const void *, void *const *arguments)
{
    static_cast<int *>(pt_cpu_shared(&tile))[first<int>(arguments)] = 1;
}

void write_beyond_dynamic(const void *, void *const *arguments)
{
    static_cast<char *>(pt_cpu_dynamic_shared())[first<int>(arguments)] = 1;
}

void red_zones()
{
    for (int place : {0, 63}) {
        CHECK(launch(write_beyond, &place, 1, 1) == PT_CPU_OK);
        CHECK(launch(write_beyond_dynamic, &place, 1, 1, 0, 64) == PT_CPU_OK);
    }
    for (int place : {-1, 64}) {
        CHECK(launch(write_beyond, &place, 1, 1) == PT_CPU_ILLEGAL_ADDRESS);
        CHECK(launch(write_beyond_dynamic, &place, 1, 1, 0, 64) == PT_CPU_ILLEGAL_ADDRESS);
    }
    int exact = 37; // of an odd size, the byte behind the last one
    CHECK(launch(write_beyond_dynamic, &exact, 1, 1, 0, 37) == PT_CPU_ILLEGAL_ADDRESS);
}

void look_at_poison(const void *, void *const *arguments)
{
    int *const shared = static_cast<int *>(pt_cpu_shared(&tile));
    std::atomic<int> &stale = first<std::atomic<int>>(arguments);
    stale += shared[thread()] != static_cast<int>(0xCBCBCBCB);
    shared[thread()] = 1;
    pt_cpu_barrier();
    pt_cpu_next_item();
    pt_cpu_barrier();
    stale += static_cast<int *>(pt_cpu_shared(&tile))[thread()] != static_cast<int>(0xCBCBCBCB);
}

// Sizes that are no whole words, at places that are none.
void look_at_odd_poison(const void *, void *const *arguments)
{
    static pt_cpu_shared_variable_t odd[] = {{1, 1, "one", 0, 0}, {13, 1, "thirteen", 0, 0}, {7, 1, "seven", 0, 0},
                                             {30, 2, "thirty", 0, 0}};
    std::atomic<int> &stale = first<std::atomic<int>>(arguments);
    for (int item = 0; item < 2; item++) {
        for (pt_cpu_shared_variable_t &v : odd) {
            unsigned char *const bytes = static_cast<unsigned char *>(pt_cpu_shared(&v));
            for (size_t i = 0; i < v.size_bytes; i++)
                stale += bytes[i] != 0xCB;
            for (size_t i = 0; i < v.size_bytes; i++)
                bytes[i] = static_cast<unsigned char>(i);
        }
        pt_cpu_next_item();
    }
}

void poison()
{
    std::atomic<int> stale(0);
    CHECK(launch(look_at_poison, &stale, 100, 64) == PT_CPU_OK);
    CHECK(launch(look_at_odd_poison, &stale, 100, 1) == PT_CPU_OK);
    CHECK(stale == 0);
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

struct chain {
    std::atomic<unsigned> done{0};
};

void wait_for_the_block_before(const void *, void *const *arguments)
{
    chain &c = first<chain>(arguments);
    while (c.done.load() < block())
        pt_cpu_wait();
    c.done.store(block() + 1);
}

// More blocks than are resident, each waits for the one before: they must start in ascending order.
void ascending_order()
{
    chain c;
    CHECK(launch(wait_for_the_block_before, &c, 5000, 1) == PT_CPU_OK);
    CHECK(c.done == 5000);
}

void meet_all(const void *, void *const *arguments)
{
    std::atomic<unsigned> &arrived = first<std::atomic<unsigned>>(arguments);
    if (thread() == 0)
        arrived++;
    while (arrived.load() < pt_cpu_grid_dim.x)
        pt_cpu_wait();
}

// As many as are resident wait for each other: each must have a thread.
void residency()
{
    pt_cpu_kernel_t any = {};
    const unsigned blocks = pt_cpu_resident_groups(&any, 64, 0) * pt_cpu_device()->multiprocessors;
    std::atomic<unsigned> arrived(0);
    CHECK(blocks > 0);
    CHECK(launch(meet_all, &arrived, blocks, 64) == PT_CPU_OK);
    CHECK(arrived == blocks);
}

void spin_in_a_block(const void *, void *const *arguments)
{
    std::atomic<int> &flag = first<std::atomic<int>>(arguments);
    if (thread() == 0)
        while (!flag.load())
            pt_cpu_wait();
    else if (thread() == 40)
        flag = 1;
}

void spinning_threads()
{
    std::atomic<int> flag(0);
    CHECK(launch(spin_in_a_block, &flag, 1, 64) == PT_CPU_OK);
}

// Two blocks hand a plain number to and fro, each time to the next thread: nobody tells the engine that anything
// happened.
struct ball {
    volatile unsigned turn;
    unsigned done;
};

void take_turns(const void *, void *const *arguments)
{
    ball &b = first<ball>(arguments);
    const unsigned own = 2 * thread() + block();
    while (b.turn != own)
        pt_cpu_wait();
    b.done++;
    b.turn = own + 1;
}

// A block in which all wait pauses; a pause at each thread's turn would make seconds of each round.
void turns_between_blocks()
{
    ball b = {};
    CHECK(launch(take_turns, &b, 2, 256) == PT_CPU_OK);
    CHECK(b.done == 512);
}

// ---- who a thread is -----------------------------------------------------------------------------------------------

struct seen_threads {
    unsigned count[3 * 4 * 5];
    bool wait, right;
};

void say_who(const void *, void *const *arguments)
{
    seen_threads &s = first<seen_threads>(arguments);
    const pt_cpu_index_t before = pt_cpu_thread_index;
    if (s.wait)
        pt_cpu_barrier();
    const pt_cpu_index_t t = pt_cpu_thread_index;
    const unsigned rank = (t.z * 4 + t.y) * 3 + t.x;
    s.count[rank]++;
    s.right = s.right && t.x < 3 && t.y < 4 && t.z < 5 && before.x == t.x && before.y == t.y && before.z == t.z &&
              pt_cpu_lane() == rank % 32 && pt_cpu_warp_id() == rank / 32;
}

void thread_indices()
{
    for (unsigned flags : {0u, static_cast<unsigned>(PT_CPU_INDEPENDENT_THREADS)})
        for (bool wait : {false, true}) {
            if (wait && flags)
                continue;
            seen_threads s = {{}, wait, true};
            pt_cpu_kernel_t kernel = {};
            kernel.function = reinterpret_cast<const void *>(say_who);
            kernel.call = say_who;
            kernel.flags = flags;
            void *const arguments[] = {&s};
            const pt_cpu_launch_t l = {&kernel, arguments, {1, 1, 1}, {3, 4, 5}, 0, false};
            CHECK(pt_cpu_run(&l) == PT_CPU_OK);
            CHECK(s.right);
            for (unsigned count : s.count)
                CHECK(count == 1);
        }
}

} // namespace

int main(int argc, char **argv)
{
    static const check::test tests[] = {
        {"barriers", barriers},
        {"barriers_in_turn", barriers_in_turn},
        {"barriers_after_leaving", barriers_after_leaving},
        {"stuck", stuck},
        {"trap", trap},
        {"falsely_independent", falsely_independent},
        {"red_zones", red_zones},
        {"poison", poison},
        {"ascending_order", ascending_order},
        {"residency", residency},
        {"spinning_threads", spinning_threads},
        {"turns_between_blocks", turns_between_blocks},
        {"thread_indices", thread_indices},
    };
    return check::run(tests, argc, argv);
}
