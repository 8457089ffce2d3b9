// What a switch between fibers takes by itself: 256 of them, as in a block of 256 threads, each switching to the next.
//
// In:  nothing. Out: a row like speed.cu's: the median of the processor time over switches.
// Invariant: every fiber has run as often as it should, else the program fails.
#include "cpu/fiber.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { fibers = 256, rounds = 20000, measurements = 9 };

static fiber *ring[fibers], outside;
static unsigned turns[fibers];

static void run(void *argument)
{
    const unsigned self = (unsigned)(size_t)argument, next = (self + 1) % fibers;
    for (;;) {
        turns[self]++;
        const bool last = next == 0 && turns[self] % rounds == 0;
        fiber_switch(ring[self], last ? &outside : ring[next], false);
    }
}

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    double seconds[measurements];
    fiber_adopt_thread(&outside);
    for (size_t i = 0; i < fibers; i++) {
        ring[i] = fiber_new();
        if (!ring[i])
            return 1;
        fiber_prepare(ring[i], run, (void *)i);
    }
    for (int m = 0; m < measurements; m++) {
        const double began = processor_seconds();
        fiber_switch(&outside, ring[0], false);
        seconds[m] = processor_seconds() - began;
    }
    for (size_t i = 0; i < fibers; i++) {
        if (turns[i] != rounds * measurements)
            return 1;
        fiber_delete(ring[i]);
    }
    qsort(seconds, measurements, sizeof *seconds, ascending);
    const double nanoseconds = seconds[measurements / 2] / ((double)fibers * rounds) * 1e9;
    printf("switch of a fiber,alone,%.2f,%.1f\n", nanoseconds, 1e3 / nanoseconds);
    return 0;
}
