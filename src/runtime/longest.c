// order(longest): what is known of the lengths of a grid's blocks.
//
// In:  a launch of a kernel with that order. Out: whether it notes lengths, has the order that follows from them, or neither.
// Invariant: one launch a shape and grid notes them. Its order is handed out once the device is done with it, to launches in any stream;
//            it then stays as it is, and stays allocated, since launches and graphs may have it at any time.
//
// Nothing is noted during a capture, nor where it is not known which context is the current one.
#include "internal.h"

#include <stdlib.h>

enum { lengths_at_most = 8, blocks_at_most = 1 << 22 }; // grids of a shape, and blocks of a grid: 16 MiB

struct ptrt_lengths {
    struct ptrt_lengths *next;
    uint32_t grid[3];
    atomic_int state; // ptrt_lengths_state, but for LENGTHS_COMING: that one is asked for
    pthread_mutex_t lock;
    uint64_t order; // address, once it is coming
    void *done;     // event behind the launch that writes it; NULL where that launch has not been made yet
};

enum { state_unknown, state_coming, state_known, state_never };

static struct ptrt_lengths *find(struct ptrt_lengths *first, const ptrt_request_t *request)
{
    for (struct ptrt_lengths *l = first; l; l = l->next)
        if (l->grid[0] == request->grid[0] && l->grid[1] == request->grid[1] && l->grid[2] == request->grid[2])
            return l;
    return NULL;
}

static struct ptrt_lengths *find_or_add(ptrt_all_lengths_t *all, const ptrt_request_t *request)
{
    struct ptrt_lengths *l = find(atomic_load_explicit(&all->first, memory_order_acquire), request);
    if (l)
        return l;
    pthread_mutex_lock(&all->lock);
    l = find(atomic_load(&all->first), request);
    if (!l && all->count < lengths_at_most && (l = calloc(1, sizeof *l))) {
        for (int i = 0; i < 3; i++)
            l->grid[i] = request->grid[i];
        pthread_mutex_init(&l->lock, NULL);
        l->next = atomic_load(&all->first);
        all->count++;
        atomic_store_explicit(&all->first, l, memory_order_release);
    }
    pthread_mutex_unlock(&all->lock);
    return l;
}

ptrt_lengths_state_t ptrt_lengths_ask(ptrt_all_lengths_t *all, const ptrt_request_t *request, struct ptrt_lengths **found)
{
    *found = NULL;
    if (!request->elapsed || ptrt_items(request->grid) > blocks_at_most)
        return PTRT_LENGTHS_NEVER;
    struct ptrt_lengths *l = *found = find_or_add(all, request);
    if (!l)
        return PTRT_LENGTHS_NEVER;
    int state = atomic_load_explicit(&l->state, memory_order_acquire);
    if (state == state_coming && pthread_mutex_trylock(&l->lock) == 0) {
        double microseconds; // from the event to itself: whether it has come
        const int come = l->done ? request->elapsed(l->done, l->done, &microseconds) : 0;
        if (come != 0)
            atomic_store_explicit(&l->state, come > 0 ? state_known : state_never, memory_order_release);
        state = atomic_load(&l->state);
        pthread_mutex_unlock(&l->lock);
    }
    switch (state) {
    case state_known: return PTRT_LENGTHS_KNOWN;
    case state_coming: return PTRT_LENGTHS_COMING;
    case state_never: return PTRT_LENGTHS_NEVER;
    }
    return request->is_capturing(request->stream) ? PTRT_LENGTHS_COMING : PTRT_LENGTHS_UNKNOWN;
}

bool ptrt_lengths_begin(struct ptrt_lengths *lengths)
{
    int unknown = state_unknown;
    return atomic_compare_exchange_strong(&lengths->state, &unknown, state_coming);
}

uint64_t ptrt_lengths_order(const struct ptrt_lengths *lengths) { return lengths->order; }

void ptrt_noted(struct ptrt_lengths *lengths, const void *order, void *done)
{
    pthread_mutex_lock(&lengths->lock);
    lengths->order = (uint64_t)(uintptr_t)order;
    lengths->done = done;
    if (!done)
        atomic_store(&lengths->state, state_never);
    pthread_mutex_unlock(&lengths->lock);
}
