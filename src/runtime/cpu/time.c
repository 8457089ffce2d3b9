// Time in device code: real time, in nanoseconds.
//
// In:  the system's monotonic clock. Out: clock(), clock64(), %globaltimer, __nanosleep.
// Invariant: a thread that looks at the time, or sleeps, lets others run: it may be waiting for them.
#include <pt/cpu/block_functions.h>
#include <pt/cpu/engine.h>

#include <time.h>

unsigned pt_cpu_fence_word;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t pt_cpu_nanoseconds(void)
{
    pt_cpu_yield();
    return now();
}

clock_t pt_cpu_clock(void)
{
    return pt_cpu_on_device() ? (clock_t)pt_cpu_nanoseconds() : clock();
}

void pt_cpu_sleep(uint32_t nanoseconds)
{
    const uint64_t begin = now();
    do
        pt_cpu_yield();
    while (now() - begin < nanoseconds);
}
