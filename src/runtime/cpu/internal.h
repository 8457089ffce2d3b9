// What the parts of libptcpu share: the block that a worker runs.
//
// Invariant: a `group` belongs to one OS thread; nobody else touches it. What workers share is in `job` (job.c).
#ifndef PTRT_CPU_INTERNAL_H
#define PTRT_CPU_INTERNAL_H

#include "fiber.h"
#include <pt/cpu/engine.h>

#include <pthread.h>

enum { warp_lanes = 32, most_threads = 1024, most_warps = most_threads / warp_lanes };

typedef struct ready_queue { // of thread numbers, each at most once
    uint16_t items[most_threads];
    unsigned first, count;
} ready_queue;

typedef struct gpu_thread { // a thread of the block
    fiber *fiber;       // NULL: not started, or ended
    fiber *own_fiber;   // for a race detector: it always runs this thread number, and no other
    void *data;         // of the warp operation it waits in
    pt_cpu_finish_t finish;
    uint32_t mask;      // likewise; 0: it waits in none
    uint32_t item;      // how often it said pt_cpu_next_item
    pt_cpu_index_t index;
    bool at_barrier;
    uint64_t *meeting;  // the word that it waits at
} gpu_thread;

typedef struct gpu_warp {
    uint32_t ended;   // lanes, those that the block does not have included
    uint32_t waiting; // lanes in a warp operation
} gpu_warp;

typedef struct shared_place { // of one __shared__ variable, in this block
    char *bytes;
    size_t size_bytes;
    uint64_t block; // when it was placed
    uint32_t item;  // when it was filled with poison
    const char *name;
} shared_place;

typedef struct shared_arena {
    char *bytes;
    size_t size_bytes, used_bytes;
    shared_place *places; // by number of the variable
    uint32_t place_count;
    char *dynamic;
    size_t dynamic_bytes;
    bool has_variables; // that the block came to
} shared_arena;

typedef struct job job; // a launch that is run

typedef struct group {
    struct group *next_idle;
    const pt_cpu_launch_t *launch;
    job *job;
    uint64_t number;      // of the block, counted over all that this worker has run
    unsigned threads;     // of the block
    unsigned block[3];    // its index
    unsigned current;     // the one that runs
    unsigned started, alive;
    unsigned idle_turns;  // of pt_cpu_wait in which nothing else could run
    bool uses_fibers;     // one for each thread; else a single one runs them in turn
    fiber outside;        // of the worker, between blocks
    // barrier
    unsigned arrived, votes, result;
    // all fibers' state
    ready_queue ready;
    gpu_thread *thread;
    gpu_warp warp[most_warps];
    fiber *free_fibers;
    shared_arena shared;
    // watchdog.c
    struct group *next_watched;
    pthread_t worker; // the OS thread
    double job_began; // seconds
} group;

// ---- group.c: one block --------------------------------------------------------------------------------------------

group *group_new(void); // NULL when there is no memory
void group_delete(group *g);
void group_trim(group *g, unsigned threads); // before a launch: stacks beyond so many go, when the process has many

// Runs block (x, y, z) of g->launch, which belongs to g->job, on the calling OS thread.
void group_run_block(group *g, unsigned x, unsigned y, unsigned z);

group *group_current(void); // NULL in host code

// ---- shared.c ------------------------------------------------------------------------------------------------------

bool shared_begin(group *g);  // before a block; false when there is no memory
bool shared_intact(group *g); // behind it: nobody wrote between the variables; says who did
void shared_free(group *g);

// ---- job.c ---------------------------------------------------------------------------------------------------------

void *job_begin(job *j); // addresses that stand for the launch's begin and end, for the race detector
void *job_end(job *j);
uint64_t job_identity(const job *j);
bool job_is_over(const job *j); // a thread of it has trapped
void job_fail(job *j, int status);
// Gives the memory of groups that run nothing back: their stacks count against what the process may map. False: no such group.
bool job_forget_idle_groups(void);

// A message of the engine's on standard error, with the block and thread that it is about.
__attribute__((format(printf, 2, 3))) void group_complain(const group *g, const char *format, ...);

#endif
