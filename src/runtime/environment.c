// The environment variables of rewritten programs.
//
// In:  PTRT_VERBOSE, PTRT_STATS, PTRT_DEBUG, PTRT_MODE, PTRT_LOOP, PTRT_FUSE, PTRT_CHUNK, PTRT_GROUPS, PTRT_SMS. Out: their values.
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

struct name {
    const char *name;
    int value;
};

static int one_of(const char *variable, const struct name *names, size_t count, int otherwise, const char *list)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return otherwise;
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, names[i].name) == 0)
            return names[i].value;
    fprintf(stderr, "ptrt: %s='%s' is none of %s; ignored\n", variable, text, list);
    return otherwise;
}

static void read_environment(void)
{
    environment.verbose = flag("PTRT_VERBOSE");
    environment.stats = flag("PTRT_STATS");
    environment.debug = flag("PTRT_DEBUG");
    environment.chunk = number("PTRT_CHUNK");
    environment.groups = number("PTRT_GROUPS");
    static const struct name modes[] = {
        {"nonpt", PTRT_SCHEDULE_HARDWARE},  {"hardware", PTRT_SCHEDULE_HARDWARE}, {"auto", PTRT_SCHEDULE_AUTO},
        {"static", PTRT_SCHEDULE_STATIC},   {"dynamic", PTRT_SCHEDULE_DYNAMIC},   {"guided", PTRT_SCHEDULE_GUIDED},
        {"steal", PTRT_SCHEDULE_STEAL},
    };
    environment.mode = one_of("PTRT_MODE", modes, sizeof modes / sizeof *modes, -1, "nonpt, auto, static, dynamic, guided, steal, hardware");
    static const struct name ways[] = {
        {"auto", PTRT_LOOP_AUTO}, {"one", PTRT_LOOP_ONE}, {"launches", PTRT_LOOP_LAUNCHES}, {"graph", PTRT_LOOP_GRAPH},
        {"plain-graph", PTRT_LOOP_PLAIN_GRAPH},
    };
    environment.loop = (unsigned)one_of("PTRT_LOOP", ways, sizeof ways / sizeof *ways, PTRT_LOOP_AUTO, "auto, one, launches, graph, plain-graph");
    static const struct name fused[] = {{"one", 0}, {"launches", 1}};
    environment.apart = one_of("PTRT_FUSE", fused, sizeof fused / sizeof *fused, 0, "one, launches") != 0;
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
