// Shared memory of a block: an arena of red zones and variables, filled with poison.
//
// In:  the records of __shared__ variables, as code comes to them. Out: their places.
// Invariant: each variable lies between two red zones, and the dynamic one ends exactly where its size says. What lies
//            in a variable that nobody has written in this block or item is poison, never an earlier block's.
// For ThreadSanitizer the memory of each block is new: what blocks of one worker do to it is no race, and orders nothing.
// With AddressSanitizer a write to a red zone ends the program where it happens. Without, it is found when the block ends.
#include "environment.h"
#include "internal.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

__attribute__((weak)) void __asan_poison_memory_region(void const volatile *address, size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *address, size_t size);

enum { red_zone_bytes = 64, red_zone_byte = 0xE7, poison_byte = 0xCB, most_alignment = 1024 };

static _Atomic uint32_t variables; // that were given a number

// The device's memory for a block, and room for red zones around many variables.
static size_t arena_bytes(void) { return pt_cpu_device()->shared_bytes_per_multiprocessor * (size_t)4 + 64 * 1024; }

// Not memset, which a race detector watches: the first thread that comes fills for all. By words, as each item of a
// persistent kernel fills anew.
static void fill(char *bytes, char value, size_t count)
{
    typedef uint64_t __attribute__((may_alias)) word;
    const word eight = (unsigned char)value * UINT64_C(0x0101010101010101);
    size_t i = 0;
    for (; i < count && (uintptr_t)(bytes + i) % sizeof eight; i++)
        *(volatile char *)(bytes + i) = value;
    for (; i + sizeof eight <= count; i += sizeof eight)
        *(volatile word *)(void *)(bytes + i) = eight;
    for (; i < count; i++)
        *(volatile char *)(bytes + i) = value;
}

static void close_zone(char *begin, size_t bytes)
{
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(begin, bytes);
    else
        fill(begin, (char)red_zone_byte, bytes);
}

// Room between two red zones; NULL when there is none left.
static char *place(shared_arena *a, size_t bytes, size_t alignment)
{
    const size_t at = a->used_bytes + red_zone_bytes, begin = (at + alignment - 1) / alignment * alignment;
    if (begin + bytes + red_zone_bytes > a->size_bytes)
        return NULL;
    close_zone(a->bytes + a->used_bytes, begin - a->used_bytes);
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(a->bytes + begin, bytes);
    a->used_bytes = begin + bytes;
    close_zone(a->bytes + a->used_bytes, red_zone_bytes);
    fill(a->bytes + begin, (char)poison_byte, bytes);
    return a->bytes + begin;
}

static bool map_pages(shared_arena *a, size_t bytes)
{
    void *const pages = mmap(a->bytes, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (a->bytes ? MAP_FIXED : 0), -1, 0);
    if (pages == MAP_FAILED)
        return false;
    a->bytes = pages;
    return true;
}

// PTRT_CPU_SHARED_ALIGNMENT, down to a power of two.
static size_t dynamic_alignment(void)
{
    static _Atomic size_t known;
    size_t alignment = known;
    if (!alignment) {
        const size_t wanted = environment_number("PTRT_CPU_SHARED_ALIGNMENT", 16, most_alignment, most_alignment);
        for (alignment = most_alignment; alignment > wanted;)
            alignment /= 2;
        known = alignment;
    }
    return alignment;
}

bool shared_begin(group *g)
{
    shared_arena *const a = &g->shared;
    const bool first = !a->bytes;
    if (first)
        a->size_bytes = arena_bytes();
    // Fresh pages have no past: else the race detector would take what two blocks of one worker do here for a race. Where there
    // was nothing to touch, there is no past: the system takes longer for pages than a small block runs.
    const bool has_past = a->dynamic_bytes || a->has_variables;
    if ((first || (has_past && fiber_detects_races())) && !map_pages(a, first ? a->size_bytes : a->used_bytes + red_zone_bytes))
        return false;
    a->has_variables = false;
    const size_t alignment = dynamic_alignment();
    a->used_bytes = alignment == most_alignment ? 0 : most_alignment + alignment - red_zone_bytes; // a multiple of no more than that
    a->dynamic_bytes = g->launch->dynamic_shared_bytes;
    a->dynamic = place(a, a->dynamic_bytes, alignment);
    return a->dynamic != NULL;
}

static bool zone_intact(const char *zone)
{
    uint64_t words[red_zone_bytes / 8], differ = 0;
    memcpy(words, zone, sizeof words);
    for (size_t i = 0; i < red_zone_bytes / 8; i++)
        differ |= words[i] ^ (red_zone_byte * UINT64_C(0x0101010101010101));
    return differ == 0;
}

bool shared_intact(group *g)
{
    const shared_arena *const a = &g->shared;
    bool intact = true;
    if (__asan_poison_memory_region || job_is_over(g->job))
        return true;
    if (!zone_intact(a->dynamic - red_zone_bytes) || !zone_intact(a->dynamic + a->dynamic_bytes)) {
        group_complain(g, "something was written beyond the %zu bytes of dynamic shared memory", a->dynamic_bytes);
        intact = false;
    }
    for (uint32_t i = 0; i < a->place_count; i++) {
        const shared_place *const p = &a->places[i];
        if (p->block == g->number && (!zone_intact(p->bytes - red_zone_bytes) || !zone_intact(p->bytes + p->size_bytes))) {
            group_complain(g, "something was written beyond the __shared__ variable %s", p->name);
            intact = false;
        }
    }
    return intact;
}

void shared_free(group *g)
{
    if (g->shared.bytes && __asan_unpoison_memory_region)
        __asan_unpoison_memory_region(g->shared.bytes, g->shared.size_bytes);
    if (g->shared.bytes)
        munmap(g->shared.bytes, g->shared.size_bytes);
    free(g->shared.places);
}

static uint32_t number_of(pt_cpu_shared_variable_t *v)
{
    uint32_t number = __atomic_load_n(&v->number, __ATOMIC_ACQUIRE);
    if (number)
        return number;
    const uint32_t fresh = atomic_fetch_add_explicit(&variables, 1u, memory_order_relaxed) + 1u;
    uint32_t none = 0;
    return __atomic_compare_exchange_n(&v->number, &none, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? fresh : none;
}

static shared_place *place_of(shared_arena *a, uint32_t number)
{
    if (number >= a->place_count) {
        const uint32_t count = number + 32;
        shared_place *const places = realloc(a->places, count * sizeof *places);
        if (!places)
            return NULL;
        memset(places + a->place_count, 0, (count - a->place_count) * sizeof *places);
        a->places = places;
        a->place_count = count;
    }
    return &a->places[number];
}

static uint32_t item_of(const group *g) { return g->thread[g->uses_fibers ? g->current : 0].item; }

void *pt_cpu_shared(pt_cpu_shared_variable_t *v)
{
    group *const g = group_current();
    if (!g) {
        fprintf(stderr, "ptcpu: host code comes to the __shared__ variable %s\n", v->name);
        abort();
    }
    shared_place *const p = place_of(&g->shared, number_of(v));
    if (p && p->block != g->number) {
        g->shared.has_variables = true;
        *p = (shared_place){place(&g->shared, v->size_bytes, v->alignment), v->size_bytes, g->number, item_of(g), v->name};
    } else if (p && p->item != item_of(g) && !v->stays) {
        p->item = item_of(g);
        fill(p->bytes, (char)poison_byte, p->size_bytes);
    }
    if (!p || !p->bytes) {
        group_complain(g, "no room for the __shared__ variable %s of %zu bytes", v->name, v->size_bytes);
        pt_cpu_trap();
    }
    return p->bytes;
}

void *pt_cpu_dynamic_shared(void) { return group_current() ? group_current()->shared.dynamic : NULL; }

size_t pt_cpu_dynamic_shared_bytes(void) { return group_current() ? group_current()->shared.dynamic_bytes : 0; }

bool pt_cpu_is_shared(const void *address)
{
    const group *const g = group_current();
    return g && (uintptr_t)address - (uintptr_t)g->shared.bytes < g->shared.size_bytes;
}
