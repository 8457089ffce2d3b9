// Where thread groups stand at a grid barrier, told with PTRT_DEBUG=1 (docs/runtime.md).
//
// In:  each group's line where it comes to a barrier, 0 where its blocks have ended, and the barrier's number. Out: on standard
//      output, from the last group out, the first barrier that groups came to in different places, and up to eight groups of
//      each side; and of each group whose threads part, at once, where.
// Invariant: the highest and the lowest line lie beside the barrier's number, so that a later barrier's replace them. A group
//            goes on to the next one behind its look at these, so whoever finds them replaced can tell by `apart` whether
//            the groups stood together. The words are 0 between launches.
// Memory order: atomics without one; the barrier itself stands between notes and looks, and the count of the groups that are out
//               between these and the end.
#ifndef PT_BARRIER_PLACES_CUH
#define PT_BARRIER_PLACES_CUH

#include "block.cuh"
#include "queue.cuh"

#include <stdio.h>

namespace pt {
namespace detail {

enum : unsigned { places_told = 8u }; // of each kind
struct places {
    unsigned long long highest, lowest; // number << 32 | line, number << 32 | ~line
    unsigned long long apart;           // number << 32 | lowest line, of the first barrier where they differ; 0: of none
    unsigned count[2];                  // groups at the lowest line, and at others
    unsigned group[2][places_told], line[2][places_told];
};
static __device__ places places_of[directory_entries] __attribute__((unused));

static __device__ __forceinline__ unsigned long long numbered(unsigned number, unsigned line)
{
    return static_cast<unsigned long long>(number) << 32 | line;
}

static __device__ __forceinline__ void note_place(slot *s, unsigned number, unsigned line)
{
    places *const all = &places_of[s->entry];
    atomicMax(&all->highest, numbered(number, line));
    atomicMax(&all->lowest, numbered(number, ~line));
}

// Behind the barrier.
static __device__ __forceinline__ void compare_places(slot *s, unsigned number, unsigned line)
{
    places *const all = &places_of[s->entry];
    const unsigned long long highest = atomicMax(&all->highest, 0ull), lowest = atomicMax(&all->lowest, 0ull);
    const unsigned lowest_line = ~static_cast<unsigned>(lowest);
    if (highest >> 32 == number && lowest >> 32 == number && static_cast<unsigned>(highest) != lowest_line)
        atomicCAS(&all->apart, 0ull, numbered(number, lowest_line));
    const unsigned long long apart = atomicMax(&all->apart, 0ull);
    if (apart >> 32 != number)
        return;
    const unsigned kind = line == static_cast<unsigned>(apart) ? 0u : 1u, i = atomicAdd(&all->count[kind], 1u);
    if (i < places_told) {
        all->group[kind][i] = ::blockIdx.x;
        all->line[kind][i] = line;
    }
}

// The threads of a group wait for each other at whatever barrier each of them comes to, and some may have ended (line `ended`). Where that
// is not the same place for all of them, the launch ends as by an assertion, whose text comes out where printf's does not.
enum : unsigned { ended = ~0u };

static __device__ __forceinline__ void compare_threads(slot *s, unsigned line)
{
    const unsigned other = atomicCAS(&s->line_of_threads, 0u, line);
    if (other == 0u || other == line)
        return;
    const char *const text = line == ended || other == ended ? "no thread of the block has ended" : "all threads of the block come to this barrier";
#if defined(PT_CPU)
    ::pt_cpu_assert_failed(text, "barrier of the grid", line == ended ? other : line, "#pragma pt barrier");
#else
#if defined(__CUDA_ARCH__) && defined(__GNUC__)
    ::__assert_fail(text, "barrier of the grid", line == ended ? other : line, "#pragma pt barrier");
#endif
    __trap();
#endif
}

// By the last group out.
static __device__ __forceinline__ void tell_places(slot *s, const char *kernel)
{
    places *const all = &places_of[s->entry];
    if (all->apart != 0ull)
        printf("ptrt: '%s': thread groups came to barrier %u of the grid in different places (a group's number is its block's)\n",
               kernel, static_cast<unsigned>(all->apart >> 32));
    for (unsigned kind = 0u; kind < 2u; kind++) {
        for (unsigned i = 0u; i < all->count[kind] && i < places_told; i++) {
            if (all->line[kind][i] == 0u)
                printf("ptrt:   group %u had ended\n", all->group[kind][i]);
            else
                printf("ptrt:   group %u was at line %u\n", all->group[kind][i], all->line[kind][i]);
        }
        if (all->count[kind] > places_told)
            printf("ptrt:   and %u more %s\n", all->count[kind] - places_told, kind == 0u ? "with them" : "elsewhere");
        all->count[kind] = 0u;
    }
    all->highest = all->lowest = all->apart = 0ull;
}

} // namespace detail
} // namespace pt

#endif
