// A launch: its blocks are handed to OS threads, as many at a time as the device holds.
//
// In:  a kernel's record, a shape, arguments. Out: the kernel's effects, when the call returns.
// Invariant: blocks start in ascending order. The calling thread runs blocks, too; the others come from a pool that
//            grows to what the largest launches need and stays until the process ends. A block that waits for another
//            one that has started is never in its way: each that has started has a thread.
#include "crash.h"
#include "watchdog.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
    const pt_cpu_launch_t *launch;
    uint64_t identity, blocks;
    uint64_t next_block; // atomic
    int status;          // atomic
    double began;
    char begin, end;     // for a race detector: threads follow what was done before the launch, and come before what is
                         // done behind it; had both one address, a thread would seem to follow those that have ended
    unsigned working;    // guarded by `pool`: workers that have not come back
};

typedef struct worker {
    pthread_t thread;
    pthread_cond_t wake;
    job *job; // guarded by `pool`
    struct worker *next;
} worker;

static pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came_back = PTHREAD_COND_INITIALIZER;
static worker *idle_workers;
static group *idle_groups;
static uint64_t launches; // atomic

// ---- what the block that runs asks -----------------------------------------------------------------------------------

void *job_begin(job *j) { return &j->begin; }

void *job_end(job *j) { return &j->end; }

uint64_t job_identity(const job *j) { return j->identity; }

bool job_is_over(const job *j) { return __atomic_load_n(&j->status, __ATOMIC_RELAXED) != PT_CPU_OK; }

void job_fail(job *j, int status)
{
    int none = PT_CPU_OK; // the first one counts
    __atomic_compare_exchange_n(&j->status, &none, status, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// ---- running blocks ------------------------------------------------------------------------------------------------

static group *take_group(void)
{
    pthread_mutex_lock(&pool);
    group *g = idle_groups;
    if (g)
        idle_groups = g->next_idle;
    pthread_mutex_unlock(&pool);
    return g ? g : group_new();
}

static void give_group_back(group *g)
{
    pthread_mutex_lock(&pool);
    g->next_idle = idle_groups;
    idle_groups = g;
    pthread_mutex_unlock(&pool);
}

bool job_forget_idle_groups(void)
{
    pthread_mutex_lock(&pool);
    group *g = idle_groups;
    idle_groups = NULL;
    pthread_mutex_unlock(&pool);
    const bool any = g != NULL;
    while (g) {
        group *const next = g->next_idle;
        group_delete(g);
        g = next;
    }
    return any;
}

static void run_blocks(job *j)
{
    group *const g = take_group();
    if (!g) {
        job_fail(j, PT_CPU_NO_MEMORY);
        return;
    }
    const unsigned *const grid = j->launch->grid;
    g->launch = j->launch;
    g->job = j;
    group_trim(g, j->launch->block[0] * j->launch->block[1] * j->launch->block[2]);
    crash_watch();
    watchdog_watch(g, j->began);
    while (!job_is_over(j)) {
        const uint64_t block = __atomic_fetch_add(&j->next_block, 1u, __ATOMIC_RELAXED);
        if (block >= j->blocks)
            break;
        const uint64_t row = block / grid[0];
        group_run_block(g, (unsigned)(block % grid[0]), (unsigned)(row % grid[1]), (unsigned)(row / grid[1]));
    }
    watchdog_forget(g);
    give_group_back(g);
}

static void *work(void *argument)
{
    worker *const self = argument;
    pthread_mutex_lock(&pool);
    for (;;) {
        while (!self->job)
            pthread_cond_wait(&self->wake, &pool);
        job *const j = self->job;
        pthread_mutex_unlock(&pool);
        run_blocks(j);
        pthread_mutex_lock(&pool);
        self->job = NULL;
        self->next = idle_workers;
        idle_workers = self;
        if (--j->working == 0)
            pthread_cond_broadcast(&came_back);
    }
    return NULL;
}

// Guarded by `pool`. NULL when there can be no more threads: then fewer do the work.
static worker *take_worker(void)
{
    worker *w = idle_workers;
    if (w) {
        idle_workers = w->next;
        return w;
    }
    w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    pthread_cond_init(&w->wake, NULL);
    if (pthread_create(&w->thread, NULL, work, w) != 0) {
        pthread_cond_destroy(&w->wake);
        free(w);
        return NULL;
    }
    pthread_detach(w->thread);
    return w;
}

// ---- kernels -------------------------------------------------------------------------------------------------------

enum { kernel_buckets = 1024 };
static pt_cpu_kernel_t *kernels[kernel_buckets]; // guarded by kernels_lock
static pthread_mutex_t kernels_lock = PTHREAD_MUTEX_INITIALIZER;

static pt_cpu_kernel_t **bucket(const void *function)
{
    const uint64_t hash = (uint64_t)(uintptr_t)function * 0x9e3779b97f4a7c15u;
    return &kernels[hash >> 54 & (kernel_buckets - 1)];
}

pt_cpu_kernel_t *pt_cpu_find(const void *function)
{
    pthread_mutex_lock(&kernels_lock);
    pt_cpu_kernel_t *k = *bucket(function);
    while (k && k->function != function)
        k = k->next;
    pthread_mutex_unlock(&kernels_lock);
    return k;
}

void pt_cpu_register(pt_cpu_kernel_t *kernel)
{
    pthread_mutex_lock(&kernels_lock);
    pt_cpu_kernel_t **const first = bucket(kernel->function), *k = *first;
    while (k && k->function != kernel->function)
        k = k->next;
    if (!k) {
        kernel->next = *first;
        *first = kernel;
    }
    pthread_mutex_unlock(&kernels_lock);
}

// ---- a launch ------------------------------------------------------------------------------------------------------

// How many OS threads run its blocks: as many as are resident, or, where no block can wait for another, no more than
// there are processors.
static uint64_t threads_for(const pt_cpu_launch_t *l, uint64_t blocks)
{
    const unsigned threads = l->block[0] * l->block[1] * l->block[2];
    const uint64_t resident = pt_cpu_resident_groups(l->kernel, threads, l->dynamic_shared_bytes);
    uint64_t wanted = (resident ? resident : 1) * pt_cpu_device()->multiprocessors;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (l->kernel->flags & PT_CPU_INDEPENDENT_THREADS && processors > 0 && wanted > (uint64_t)processors)
        wanted = (uint64_t)processors;
    return wanted < blocks ? wanted : blocks;
}

int pt_cpu_run(const pt_cpu_launch_t *launch)
{
    job j = {.launch = launch,
             .identity = __atomic_add_fetch(&launches, 1u, __ATOMIC_RELAXED),
             .began = watchdog_time(),
             .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    const uint64_t threads = threads_for(launch, j.blocks);
    fiber_order_before(&j.begin);
    if (threads > 1) {
        pthread_mutex_lock(&pool);
        for (uint64_t i = 1; i < threads; i++) {
            worker *const w = take_worker();
            if (!w) {
                if (launch->cooperative)
                    job_fail(&j, PT_CPU_NO_MEMORY);
                break;
            }
            j.working++;
            w->job = &j;
            pthread_cond_signal(&w->wake);
        }
        pthread_mutex_unlock(&pool);
    }
    run_blocks(&j);
    if (threads > 1) {
        pthread_mutex_lock(&pool);
        while (j.working)
            pthread_cond_wait(&came_back, &pool);
        pthread_mutex_unlock(&pool);
    }
    fiber_order_after(&j.end);
    return __atomic_load_n(&j.status, __ATOMIC_RELAXED);
}
