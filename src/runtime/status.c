// What is remembered of kernels and launches: errors, counts, the list of kernels.
//
// In:  decided launches. Out: ptrt_last_error, ptrt_launch_counts, the table of PTRT_STATS=1 at exit.
// Invariant: a kernel's state is made once, under the registry's lock, and lives until the process ends.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local ptrt_error_t last_error;
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static struct ptrt_kernel_state *registry;

ptrt_error_t ptrt_last_error(void)
{
    const ptrt_error_t error = last_error;
    last_error = PT_SUCCESS;
    return error;
}

void ptrt_set_last_error(ptrt_error_t error)
{
    last_error = error;
}

const char *ptrt_error_name(ptrt_error_t error)
{
    switch (error) {
    case PT_SUCCESS:
        return "PT_SUCCESS";
    case PT_ERROR_TOO_MANY_GROUPS:
        return "PT_ERROR_TOO_MANY_GROUPS";
    case PT_ERROR_QUEUE_FULL:
        return "PT_ERROR_QUEUE_FULL";
    }
    return "unknown";
}

static bool same_kernel(const struct ptrt_kernel_state *a, const struct ptrt_kernel_state *b)
{
    return a->line == b->line && strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

// Instantiations of one template are one line.
static void print_stats(void)
{
    uint64_t all_persistent = 0, all_plain = 0, all_refused = 0;
    pthread_mutex_lock(&registry_lock);
    for (struct ptrt_kernel_state *s = registry; s; s = s->next) {
        bool seen = false;
        for (struct ptrt_kernel_state *t = registry; t != s; t = t->next)
            seen |= same_kernel(s, t);
        if (seen)
            continue;
        uint64_t persistent = 0, plain = 0, refused = 0;
        for (struct ptrt_kernel_state *t = s; t; t = t->next)
            if (same_kernel(s, t)) {
                persistent += atomic_load(&t->persistent);
                plain += atomic_load(&t->plain);
                refused += atomic_load(&t->refused);
            }
        fprintf(stderr, "ptrt: stats: %s (%s:%d): %llu persistent, %llu plain, %llu refused\n", s->name, s->file, s->line,
                (unsigned long long)persistent, (unsigned long long)plain, (unsigned long long)refused);
        all_persistent += persistent;
        all_plain += plain;
        all_refused += refused;
    }
    pthread_mutex_unlock(&registry_lock);
    fprintf(stderr, "ptrt: stats: all: %llu persistent, %llu plain, %llu refused\n",
            (unsigned long long)all_persistent, (unsigned long long)all_plain, (unsigned long long)all_refused);
}

struct ptrt_kernel_state *ptrt_state(ptrt_kernel_t *kernel)
{
    struct ptrt_kernel_state *state = __atomic_load_n(&kernel->state, __ATOMIC_ACQUIRE);
    if (state)
        return state;
    pthread_mutex_lock(&registry_lock);
    state = __atomic_load_n(&kernel->state, __ATOMIC_ACQUIRE);
    if (!state) {
        const size_t name_bytes = strlen(kernel->name) + 1, file_bytes = strlen(kernel->file) + 1;
        state = calloc(1, sizeof *state + name_bytes + file_bytes);
        if (state) {
            state->kernel = kernel;
            state->name = memcpy((char *)(state + 1), kernel->name, name_bytes);
            state->file = memcpy((char *)(state + 1) + name_bytes, kernel->file, file_bytes);
            state->line = kernel->line;
            if (kernel->chunk == PTRT_NO_COUNT) {
                ptrt_say(kernel, "the chunk of its schedule(...) is no number from 1 to 2147483647: the runtime chooses one");
                kernel->chunk = 0;
            }
            pthread_mutex_init(&state->lock, NULL);
            if (!registry && ptrt_environment()->stats)
                atexit(print_stats);
            state->next = registry;
            registry = state;
            __atomic_store_n(&kernel->state, state, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&registry_lock);
    return state;
}

ptrt_counts_t ptrt_launch_counts(const char *name)
{
    ptrt_counts_t counts = {0, 0, 0};
    pthread_mutex_lock(&registry_lock);
    for (struct ptrt_kernel_state *s = registry; s; s = s->next)
        if (!name || strcmp(name, s->name) == 0) {
            counts.persistent += atomic_load(&s->persistent);
            counts.plain += atomic_load(&s->plain);
            counts.refused += atomic_load(&s->refused);
        }
    pthread_mutex_unlock(&registry_lock);
    return counts;
}
