// What is known of a kernel, for each context, block size and amount of shared memory, and of grids of about one size.
//
// In:  kernel, request, facts. Out: the record of its shape; the record of what `auto` has measured.
// Invariant: records are only ever added, so a pointer read without a lock stays good.
#include "internal.h"

#include <stdlib.h>

enum { tunes_at_most = 64 }; // of a shape

static uint32_t threads_of(const ptrt_request_t *request)
{
    return request->block[0] * request->block[1] * request->block[2];
}

struct ptrt_shape *ptrt_find_shape(struct ptrt_kernel_state *state, const ptrt_request_t *request)
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
    struct ptrt_shape *s = ptrt_find_shape(state, request);
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

ptrt_tune_t *ptrt_find_tune(struct ptrt_kernel_state *state, struct ptrt_shape *shape, uint32_t items,
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
