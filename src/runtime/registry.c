// Which persistent kernel belongs to an address: launches through pointers and through cudaLaunchKernel ask here.
//
// In:  descriptions that translation units register before main (launch.cuh, class registration). Out: by the host
//      address of a kernel, its description.
// Invariant: a lookup takes no lock. Records are only ever added and never freed; one that was taken back (its library
//            was unloaded) is empty and used again. Without memory a kernel is not found, and its launch is plain.
#include "internal.h"

#include <stdlib.h>

typedef struct record {
    struct record *next;
    _Atomic(const void *) original;    // the twin's, so that no lookup reads a description that is not its own: that may be unmapped
    _Atomic(const ptrt_twin_t *) twin; // NULL: taken back
} record_t;

enum { buckets = 1024 };
static _Atomic(record_t *) table[buckets];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Functions lie at multiples of 16, and stubs of one file next to each other.
static _Atomic(record_t *) *bucket_of(const void *original)
{
    const uint64_t mixed = ((uint64_t)(uintptr_t)original >> 4) * 0x9e3779b97f4a7c15u;
    return &table[mixed >> 54];
}

const ptrt_twin_t *ptrt_find(const void *original)
{
    for (record_t *r = atomic_load_explicit(bucket_of(original), memory_order_acquire); r; r = r->next) {
        if (atomic_load_explicit(&r->original, memory_order_acquire) != original)
            continue;
        const ptrt_twin_t *twin = atomic_load_explicit(&r->twin, memory_order_acquire);
        // A record that was used again in between has another twin, and that came behind the other original.
        if (twin && atomic_load_explicit(&r->original, memory_order_relaxed) == original)
            return twin;
    }
    return NULL;
}

void ptrt_register(const ptrt_twin_t *twin)
{
    _Atomic(record_t *) *bucket = bucket_of(twin->original);
    pthread_mutex_lock(&lock);
    record_t *r = atomic_load(bucket);
    while (r && atomic_load(&r->twin))
        r = r->next;
    if (r) {
        atomic_store_explicit(&r->original, twin->original, memory_order_release);
        atomic_store_explicit(&r->twin, twin, memory_order_release);
    } else if ((r = malloc(sizeof *r))) {
        r->next = atomic_load(bucket);
        atomic_init(&r->original, twin->original);
        atomic_init(&r->twin, twin);
        atomic_store_explicit(bucket, r, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
}

void ptrt_unregister(const ptrt_twin_t *twin)
{
    pthread_mutex_lock(&lock);
    for (record_t *r = atomic_load(bucket_of(twin->original)); r; r = r->next)
        if (atomic_load(&r->twin) == twin)
            atomic_store(&r->twin, NULL);
    pthread_mutex_unlock(&lock);
}
