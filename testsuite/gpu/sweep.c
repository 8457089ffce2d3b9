// Runs a case of the exec suite in many configurations within one process: making a CUDA context takes longer than
// most cases do, and the whole product of schedules, chunks and groups is some five thousand runs.
//
// In:  PTCC_SWEEP="MODE/CHUNK/GROUPS ..." (each part may be empty; MODE may be MODE+LOOP) and PTCC_SWEEP_TIMEOUT, seconds for
//      each run; PTCC_SWEEP_VERBOSE=1 stands for PTRT_VERBOSE=1. Without them the program is what it is.
// Out: on stdout, behind the output of each run, the line `\036MODE/CHUNK/GROUPS EXIT PERSISTENT PLAIN`; where the runtime is
//      verbose, on stderr the line `\036MODE/CHUNK/GROUPS`.
// Invariant: linked with --wrap=main and --wrap=ptrt_environment, so neither the case nor libptrt knows. What a run
//            leaves behind (a static counter, a lost context) can spoil the next: whoever reads the output repeats
//            what was not right, or not told, in a process of its own.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
const ptrt_environment_t *__real_ptrt_environment(void);
const ptrt_environment_t *__wrap_ptrt_environment(void);

static bool sweeping;
static ptrt_environment_t environment;

const ptrt_environment_t *__wrap_ptrt_environment(void)
{
    return sweeping ? &environment : __real_ptrt_environment();
}

static int mode_of(const char *name)
{
    static const struct {
        const char *name;
        int schedule;
    } modes[] = {{"", -1},
                 {"auto", PTRT_SCHEDULE_AUTO},
                 {"static", PTRT_SCHEDULE_STATIC},
                 {"dynamic", PTRT_SCHEDULE_DYNAMIC},
                 {"guided", PTRT_SCHEDULE_GUIDED},
                 {"steal", PTRT_SCHEDULE_STEAL},
                 {"nonpt", PTRT_SCHEDULE_HARDWARE}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(name, modes[i].name) == 0)
            return modes[i].schedule;
    fprintf(stderr, "sweep: unknown mode '%s'\n", name);
    exit(2);
}

static unsigned loop_of(const char *name)
{
    static const char *const ways[] = {[PTRT_LOOP_AUTO] = "auto", [PTRT_LOOP_ONE] = "one", [PTRT_LOOP_LAUNCHES] = "launches",
                                       [PTRT_LOOP_GRAPH] = "graph", [PTRT_LOOP_PLAIN_GRAPH] = "plain-graph"};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(name, ways[i]) == 0)
            return i;
    fprintf(stderr, "sweep: unknown way '%s'\n", name);
    exit(2);
}

// MODE+LOOP/CHUNK/GROUPS, taken apart in place.
static void configure(char *configuration)
{
    char *const chunk = strchr(configuration, '/');
    char *const groups = chunk ? strchr(chunk + 1, '/') : NULL;
    if (!groups) {
        fprintf(stderr, "sweep: '%s' is not MODE/CHUNK/GROUPS\n", configuration);
        exit(2);
    }
    *chunk = *groups = '\0';
    char *const loop = strchr(configuration, '+');
    if (loop)
        *loop = '\0';
    environment = (ptrt_environment_t){.mode = mode_of(configuration),
                                       .loop = loop ? loop_of(loop + 1) : PTRT_LOOP_AUTO,
                                       .verbose = getenv("PTCC_SWEEP_VERBOSE") != NULL,
                                       .chunk = (unsigned)strtoul(chunk + 1, NULL, 10),
                                       .groups = (unsigned)strtoul(groups + 1, NULL, 10)};
    *chunk = *groups = '/';
    if (loop)
        *loop = '+';
}

int __wrap_main(int argc, char **argv)
{
    char *const list = getenv("PTCC_SWEEP");
    if (!list || !*list)
        return __real_main(argc, argv);
    const char *const seconds = getenv("PTCC_SWEEP_TIMEOUT");
    sweeping = true;
    for (char *c = strtok(list, " "); c; c = strtok(NULL, " ")) {
        configure(c);
        const ptrt_counts_t before = ptrt_launch_counts(NULL);
        alarm(seconds ? (unsigned)strtoul(seconds, NULL, 10) : 0);
        const int status = __real_main(argc, argv);
        alarm(0);
        const ptrt_counts_t after = ptrt_launch_counts(NULL);
        printf("\036%s %d %llu %llu\n", c, status, (unsigned long long)(after.persistent - before.persistent),
               (unsigned long long)(after.plain - before.plain));
        fflush(stdout);
        if (environment.verbose)
            fprintf(stderr, "\036%s\n", c);
    }
    return 0;
}
