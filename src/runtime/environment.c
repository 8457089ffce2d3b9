// The environment variables of rewritten programs.
//
// In:  PTRT_VERBOSE, PTRT_STATS, PTRT_DEBUG, PTRT_MODE, PTRT_CHUNK, PTRT_GROUPS, PTRT_SMS. Out: their values.
// Invariant: read once, before the first launch is decided; a value that makes no sense is told about once
//            and then ignored, and an empty one is none.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 0x7fffffff }; // blocks that a persistent launch can have

static ptrt_environment_t environment;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_uint multiprocessor_budget;

static unsigned number(const char *name)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return 0;
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && value <= most; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    if (*at || value == 0 || value > most) {
        fprintf(stderr, "ptrt: %s='%s' is not a number from 1 to %u, ignored\n", name, text, (unsigned)most);
        return 0;
    }
    return (unsigned)value;
}

static bool flag(const char *name)
{
    const char *text = getenv(name);
    if (text && *text && strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
        fprintf(stderr, "ptrt: %s='%s' is neither 0 nor 1, ignored\n", name, text);
    return text && strcmp(text, "1") == 0;
}

static void read_environment(void)
{
    environment.verbose = flag("PTRT_VERBOSE");
    environment.stats = flag("PTRT_STATS");
    environment.debug = flag("PTRT_DEBUG");
    environment.chunk = number("PTRT_CHUNK");
    environment.groups = number("PTRT_GROUPS");
    environment.mode = -1;
    const char *mode = getenv("PTRT_MODE");
    if (mode && *mode) {
        static const struct {
            const char *name;
            int schedule;
        } modes[] = {
            {"nonpt", PTRT_SCHEDULE_HARDWARE},    {"hardware", PTRT_SCHEDULE_HARDWARE},
            {"auto", PTRT_SCHEDULE_AUTO},         {"static", PTRT_SCHEDULE_STATIC},
            {"dynamic", PTRT_SCHEDULE_DYNAMIC},   {"guided", PTRT_SCHEDULE_GUIDED},
        };
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
            if (strcmp(mode, modes[i].name) == 0)
                environment.mode = modes[i].schedule;
        if (environment.mode < 0)
            fprintf(stderr,
                    "ptrt: PTRT_MODE='%s' is none of nonpt, auto, static, dynamic, guided, hardware; ignored\n",
                    mode);
    }
    const unsigned budget = number("PTRT_SMS");
    if (budget)
        atomic_store(&multiprocessor_budget, budget);
}

const ptrt_environment_t *ptrt_environment(void)
{
    pthread_once(&once, read_environment);
    return &environment;
}

unsigned ptrt_multiprocessor_budget(void)
{
    ptrt_environment(); // PTRT_SMS
    return atomic_load_explicit(&multiprocessor_budget, memory_order_relaxed);
}

void ptrt_set_multiprocessors(unsigned count)
{
    ptrt_environment(); // what the program says holds, also when it says it first
    atomic_store(&multiprocessor_budget, count);
}
