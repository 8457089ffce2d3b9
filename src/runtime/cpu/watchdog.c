// The watchdog: when a launch does not end, it says where every group is, and ends the process.
//
// In:  PTRT_CPU_WATCHDOG=SECONDS; the groups that run (job.c says which). Out: on standard error, for each group of each
//      launch under way: its block, how many items it has finished, what its threads do, and the call stack of the one
//      that runs; then SIGABRT, for a debugger or a core file.
// Invariant: without the variable there is no watchdog, and it costs nothing. What it reads belongs to other OS threads
//            and may change meanwhile: it only prints it.
#include "watchdog.h"

#include "environment.h"

#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Another thread's structures are read as they are.
#define READS_WHAT_OTHERS_WRITE __attribute__((no_sanitize("thread"), no_sanitize("address")))

enum { deepest_stack = 24, answer_milliseconds = 500 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static group *watched; // guarded by `lock`: groups that run blocks
static pthread_once_t started = PTHREAD_ONCE_INIT;
static unsigned seconds; // 0: off
static volatile sig_atomic_t answered;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void say_stack(int signal)
{
    (void)signal;
    const int error = errno;
    void *frames[deepest_stack];
    const int count = backtrace(frames, deepest_stack);
    if (count > 2)
        backtrace_symbols_fd(frames + 2, count - 2, STDERR_FILENO); // not this function and the signal's frame
    answered = 1;
    errno = error;
}

READS_WHAT_OTHERS_WRITE static void say_position(const group *g)
{
    const unsigned started_threads = g->started, alive = g->alive, runs = g->current;
    unsigned at_barrier = 0, in_warp = 0;
    for (unsigned t = 0; t < g->threads; t++) {
        at_barrier += g->thread[t].at_barrier || g->thread[t].meeting;
        in_warp += g->warp[t / warp_lanes].waiting >> t % warp_lanes & 1u;
    }
    fprintf(stderr, "ptcpu:   block (%u,%u,%u): ", g->block[0], g->block[1], g->block[2]);
    if (!g->uses_fibers) {
        fprintf(stderr, "thread %u of %u runs, the ones before it have ended\n", runs, g->threads);
        return;
    }
    fprintf(stderr, "thread %u runs, its item is number %u; of %u threads %u have not started, %u have ended, %u are at a "
            "barrier, %u in a warp operation\n", runs, g->thread[runs].item, g->threads, g->threads - started_threads,
            g->threads - alive, at_barrier, in_warp);
    for (unsigned first = 0; first < g->threads && at_barrier + in_warp; first += warp_lanes) {
        unsigned here = 0;
        for (unsigned t = first; t < first + warp_lanes && t < g->threads; t++)
            here += g->thread[t].at_barrier || g->thread[t].meeting;
        if (here || g->warp[first / warp_lanes].waiting)
            fprintf(stderr, "ptcpu:     warp %u: %u at a barrier, lanes 0x%08x in a warp operation\n", first / warp_lanes,
                    here, g->warp[first / warp_lanes].waiting);
    }
}

READS_WHAT_OTHERS_WRITE static void say_all(const group *late)
{
    const pt_cpu_launch_t *const l = late->launch;
    fprintf(stderr, "ptcpu: watchdog: kernel %s, grid (%u,%u,%u), block (%u,%u,%u), has not ended after %u s\n",
            l->kernel->name && *l->kernel->name ? l->kernel->name : "(unnamed)", l->grid[0], l->grid[1], l->grid[2],
            l->block[0], l->block[1], l->block[2], seconds);
    for (const group *g = watched; g; g = g->next_watched) {
        if (g->job != late->job)
            fprintf(stderr, "ptcpu:   of kernel %s, another launch:\n", g->launch->kernel->name);
        say_position(g);
        fflush(stderr);
        answered = 0;
        if (pthread_kill(g->worker, SIGUSR2) == 0)
            for (int i = 0; i < answer_milliseconds && !answered; i++)
                usleep(1000);
    }
}

static void *watch(void *nothing)
{
    void *frames[1];
    backtrace(frames, 1); // loads what it needs, here and not in a signal's handler
    for (;;) {
        usleep(100000);
        pthread_mutex_lock(&lock);
        const double latest = now() - seconds;
        for (const group *g = watched; g; g = g->next_watched)
            if (g->job_began < latest) {
                struct sigaction action = {.sa_handler = say_stack, .sa_flags = SA_RESTART};
                sigaction(SIGUSR2, &action, NULL);
                say_all(g);
                abort();
            }
        pthread_mutex_unlock(&lock);
    }
    return nothing;
}

static void start(void)
{
    seconds = environment_number("PTRT_CPU_WATCHDOG", 0, 1000000, 0);
    pthread_t thread;
    if (seconds && pthread_create(&thread, NULL, watch, NULL) == 0)
        pthread_detach(thread);
}

void watchdog_watch(group *g, double began)
{
    if (!seconds)
        return;
    g->worker = pthread_self();
    g->job_began = began;
    pthread_mutex_lock(&lock);
    g->next_watched = watched;
    watched = g;
    pthread_mutex_unlock(&lock);
}

void watchdog_forget(group *g)
{
    if (!seconds)
        return;
    pthread_mutex_lock(&lock);
    group **at = &watched;
    while (*at != g)
        at = &(*at)->next_watched;
    *at = g->next_watched;
    pthread_mutex_unlock(&lock);
}

double watchdog_time(void)
{
    pthread_once(&started, start);
    return seconds ? now() : 0;
}
