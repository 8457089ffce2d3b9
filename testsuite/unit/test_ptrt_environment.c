// Unit tests of libptrt's environment variables: what each value means, and what is said of those that mean nothing.
#include "internal.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct answer {
    ptrt_environment_t environment;
    unsigned budget;
    char said[1024]; // on standard error
} answer;

// Variables are read once a process: each question is asked in one of its own. `budget_first`: before anything else is read.
static answer ask(const char *const *assignments, bool budget_first)
{
    int values[2], errors[2];
    cr_assert_eq(pipe(values) | pipe(errors), 0);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        static const char *const names[] = {"PTRT_VERBOSE", "PTRT_STATS", "PTRT_DEBUG", "PTRT_MODE", "PTRT_CHUNK", "PTRT_GROUPS", "PTRT_SMS"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            unsetenv(names[i]);
        for (; *assignments; assignments++)
            putenv((char *)*assignments);
        dup2(errors[1], STDERR_FILENO);
        answer a = {0};
        const unsigned first = budget_first ? ptrt_multiprocessor_budget() : 0;
        for (int i = 0; i < 3; i++)
            a.environment = *ptrt_environment();
        a.budget = budget_first ? first : ptrt_multiprocessor_budget();
        fflush(stderr);
        _exit(write(values[1], &a, sizeof a) == sizeof a ? 0 : 1);
    }
    close(values[1]);
    close(errors[1]);
    answer a = {0};
    int status = 1;
    cr_assert_eq(read(values[0], &a, sizeof a), (ssize_t)sizeof a);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < sizeof a.said - 1;) {
        got = read(errors[0], a.said + length, sizeof a.said - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    a.said[length] = '\0';
    waitpid(child, &status, 0);
    cr_assert_eq(status, 0);
    close(values[0]);
    close(errors[0]);
    return a;
}

static answer ask_one(const char *assignment) { return ask((const char *const[]){assignment, NULL}, false); }

static void expect_nothing(const answer *a, const char *assignment)
{
    const ptrt_environment_t *e = &a->environment;
    cr_assert(!e->verbose && !e->stats && !e->apart && e->mode == -1 && e->chunk == 0 && e->groups == 0 && a->budget == 0, "%s", assignment);
}

Test(ptrt_environment, nothing_is_set)
{
    const answer a = ask((const char *const[]){NULL}, false);
    expect_nothing(&a, "nothing");
    cr_assert_str_empty(a.said);
}

Test(ptrt_environment, flags)
{
    cr_assert(ask_one("PTRT_VERBOSE=1").environment.verbose);
    cr_assert(ask_one("PTRT_STATS=1").environment.stats);
    cr_assert_not(ask_one("PTRT_STATS=1").environment.verbose);
    cr_assert(ask_one("PTRT_DEBUG=1").environment.debug);
    cr_assert_not(ask_one("PTRT_STATS=1").environment.debug);
    cr_assert_not(ask_one("PTRT_VERBOSE=1").environment.stats);
    static const char *const off[] = {"PTRT_VERBOSE=0", "PTRT_VERBOSE=", "PTRT_STATS=0", "PTRT_STATS=", "PTRT_DEBUG=0", "PTRT_DEBUG="};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        const answer a = ask_one(off[i]);
        expect_nothing(&a, off[i]);
        cr_assert_str_empty(a.said, "%s", off[i]);
    }
}

Test(ptrt_environment, modes)
{
    static const struct {
        const char *assignment;
        int mode;
    } rows[] = {{"PTRT_MODE=nonpt", PTRT_SCHEDULE_HARDWARE},  {"PTRT_MODE=hardware", PTRT_SCHEDULE_HARDWARE},
                {"PTRT_MODE=auto", PTRT_SCHEDULE_AUTO},       {"PTRT_MODE=static", PTRT_SCHEDULE_STATIC},
                {"PTRT_MODE=dynamic", PTRT_SCHEDULE_DYNAMIC}, {"PTRT_MODE=guided", PTRT_SCHEDULE_GUIDED}, {"PTRT_MODE=steal", PTRT_SCHEDULE_STEAL},
                {"PTRT_MODE=", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const answer a = ask_one(rows[i].assignment);
        cr_assert_eq(a.environment.mode, rows[i].mode, "%s", rows[i].assignment);
        cr_assert_str_empty(a.said, "%s", rows[i].assignment);
    }
}

Test(ptrt_environment, fuse)
{
    cr_assert_not(ask_one("PTRT_FUSE=one").environment.apart);
    cr_assert_not(ask_one("PTRT_FUSE=").environment.apart);
    cr_assert(ask_one("PTRT_FUSE=launches").environment.apart);
    const answer a = ask_one("PTRT_FUSE=two");
    cr_assert_not(a.environment.apart);
    cr_assert(strstr(a.said, "PTRT_FUSE='two' is none of one, launches"));
}

Test(ptrt_environment, numbers)
{
    cr_assert_eq(ask_one("PTRT_CHUNK=1").environment.chunk, 1);
    cr_assert_eq(ask_one("PTRT_CHUNK=2147483647").environment.chunk, 2147483647);
    cr_assert_eq(ask_one("PTRT_GROUPS=0017").environment.groups, 17, "decimal");
    cr_assert_eq(ask_one("PTRT_SMS=66").budget, 66);
    cr_assert_eq(ask_one("PTRT_SMS=66").environment.groups, 0);
    cr_assert_eq(ask((const char *const[]){"PTRT_SMS=5", NULL}, true).budget, 5, "whoever asks first");
    static const char *const empty[] = {"PTRT_CHUNK=", "PTRT_GROUPS=", "PTRT_SMS="};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        const answer a = ask_one(empty[i]);
        expect_nothing(&a, empty[i]);
        cr_assert_str_empty(a.said, "%s", empty[i]);
    }
}

// Each value that makes no sense is told about once, whole, and is as if it were not there.
Test(ptrt_environment, what_makes_no_sense)
{
    static const char *const numbers[] = {"0", "-1", "+1", " 1", "1 ", " ", "1.5", "0x10", "1e3", "seven", "7x", "2147483648",
                                          "4294967297", "18446744073709551617", "99999999999999999999999999", "\t", "1\n"};
    static const char *const names[] = {"PTRT_CHUNK", "PTRT_GROUPS", "PTRT_SMS"};
    char assignment[128], wanted[256];
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            snprintf(assignment, sizeof assignment, "%s=%s", names[n], numbers[i]);
            snprintf(wanted, sizeof wanted, "ptrt: %s='%s' is not a number from 1 to 2147483647, ignored\n", names[n], numbers[i]);
            const answer a = ask_one(assignment);
            expect_nothing(&a, assignment);
            cr_assert_str_eq(a.said, wanted);
        }
    static const char *const flags[] = {"yes", "on", "true", "2", "01", " 1", "1 ", "-1", " "};
    static const char *const flag_names[] = {"PTRT_VERBOSE", "PTRT_STATS", "PTRT_DEBUG"};
    for (size_t n = 0; n < sizeof flag_names / sizeof *flag_names; n++)
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
            snprintf(assignment, sizeof assignment, "%s=%s", flag_names[n], flags[i]);
            snprintf(wanted, sizeof wanted, "ptrt: %s='%s' is neither 0 nor 1, ignored\n", flag_names[n], flags[i]);
            const answer a = ask_one(assignment);
            expect_nothing(&a, assignment);
            cr_assert_str_eq(a.said, wanted);
        }
    static const char *const modes[] = {"Static", "STATIC", "static ", " static", "stat", "statics", "max", "stealing", "1", " "};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        snprintf(assignment, sizeof assignment, "PTRT_MODE=%s", modes[i]);
        snprintf(wanted, sizeof wanted,
                 "ptrt: PTRT_MODE='%s' is none of nonpt, auto, static, dynamic, guided, steal, hardware; ignored\n", modes[i]);
        const answer a = ask_one(assignment);
        expect_nothing(&a, assignment);
        cr_assert_str_eq(a.said, wanted);
    }
}

Test(ptrt_environment, one_bad_value_does_not_hide_the_others)
{
    const answer a = ask((const char *const[]){"PTRT_MODE=guided", "PTRT_CHUNK=no", "PTRT_GROUPS=3", "PTRT_SMS=", "PTRT_STATS=1", NULL},
                         false);
    cr_assert_eq(a.environment.mode, PTRT_SCHEDULE_GUIDED);
    cr_assert_eq(a.environment.chunk, 0);
    cr_assert_eq(a.environment.groups, 3);
    cr_assert(a.environment.stats);
    cr_assert_str_eq(a.said, "ptrt: PTRT_CHUNK='no' is not a number from 1 to 2147483647, ignored\n");
}

// What the program says holds, also when it says it first.
Test(ptrt_environment, the_program_comes_before_the_environment)
{
    setenv("PTRT_SMS", "7", 1);
    ptrt_set_multiprocessors(3);
    ptrt_environment();
    cr_assert_eq(ptrt_multiprocessor_budget(), 3);
    ptrt_set_multiprocessors(0);
    cr_assert_eq(ptrt_multiprocessor_budget(), 0, "all");
}
