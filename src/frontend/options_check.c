// What must hold among options, and what follows from several of them.
//
// In:  options that are right, each by itself. Out: errors; the names of outputs and depfiles.
// Invariant: nothing is written over an input, and no two outputs are one file.
#include "frontend/options_parsing.h"

#include "support/path.h"
#include "support/source.h"

#include <string.h>

const char *options_output_path(arena *a, const options *o, const char *input)
{
    if (o->out_dir)
        return arena_format(a, "%s/%s", o->out_dir, path_base(input));
    return o->output ? o->output : "-";
}

// a/b.cu becomes a/b.d, as compilers name it.
const char *options_depfile_path(arena *a, const options *o, const char *input)
{
    if (!o->writes_depfiles || o->depfile)
        return o->writes_depfiles ? o->depfile : NULL;
    const char *output = options_output_path(a, o, input), *dot = strrchr(path_base(output), '.');
    size_t length = dot && dot != path_base(output) ? (size_t)(dot - output) : strlen(output);
    return arena_format(a, "%.*s.d", (int)length, output);
}

static void check_outputs(parsing *p)
{
    options *o = p->options;
    bool writes_nothing = o->check || o->diff || o->dump_plan != DUMP_NONE;
    if (o->output && o->out_dir)
        FAIL(p, "pt-conflicting-options", "'-o' and '--out-dir' exclude each other");
    else if (o->output && o->inputs.count > 1)
        FAIL(p, "pt-conflicting-options", "'-o' takes one input, there are %zu; use '--out-dir'", o->inputs.count);
    else if (!o->output && !o->out_dir && o->inputs.count > 1 && !writes_nothing)
        FAIL(p, "pt-conflicting-options", "several inputs need '--out-dir'");
    for (size_t i = 0; i < o->inputs.count; i++) {
        const char *output = options_output_path(p->arena, o, o->inputs.items[i]);
        if (!writes_nothing && strcmp(output, "-") != 0 && source_is_one_file(output, o->inputs.items[i]))
            FAIL(p, "pt-output-is-input", "the output '%s' is the input: it would be lost", output);
        for (size_t j = 0; o->out_dir && j < i; j++)
            if (strcmp(output, options_output_path(p->arena, o, o->inputs.items[j])) == 0)
                FAIL(p, "pt-conflicting-options", "'%s' and '%s' would both be written to '%s'", o->inputs.items[j],
                     o->inputs.items[i], output);
    }
}

static const struct {
    const char *name; // as clang has it behind the ++
    long number;
} standards[] = {{"98", 199711}, {"03", 199711}, {"0x", 201103}, {"11", 201103}, {"14", 201402}, {"1y", 201402}, {"17", 201703},
                 {"1z", 201703}, {"20", 202002}, {"2a", 202002}, {"23", 0},      {"2b", 0},      {"26", 0},      {"2c", 0}};

const char *options_standard(const string_list *flags)
{
    for (size_t i = flags->count; i-- > 0;)
        if (strncmp(flags->items[i], "-std=", 5) == 0)
            return flags->items[i] + 5;
    return NULL;
}

long options_standard_number(const char *standard)
{
    const char *const marks = strstr(standard, "++");
    for (size_t i = 0; marks && i < sizeof standards / sizeof *standards; i++)
        if (strcmp(marks + 2, standards[i].name) == 0)
            return standards[i].number;
    return -1;
}

const char *options_old_standard(const string_list *flags)
{
    const char *const standard = options_standard(flags);
    const long number = standard ? options_standard_number(standard) : 0;
    return number > 0 && number < 201402 ? standard : NULL;
}

// Of C++; other words are the compiler's to refuse.
static const char *unknown_standard(const string_list *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *const value = strncmp(flags->items[i], "-std=", 5) == 0 ? flags->items[i] + 5 : "";
        if ((strncmp(value, "c++", 3) == 0 || strncmp(value, "gnu++", 5) == 0) && options_standard_number(value) < 0)
            return value;
    }
    return NULL;
}

static void check_standard(parsing *p)
{
    const char *const unknown = unknown_standard(&p->options->compiler_flags);
    if (unknown)
        FAIL(p, "pt-unknown-value", "unknown value '%s' for '-std'; it takes c++14, c++17, c++20 or c++23", unknown);
    const char *old = options_old_standard(&p->options->compiler_flags);
    if (old)
        FAIL(p, "pt-unknown-value", "'-std=%s': the headers that the output includes need C++14 or later; use -std=c++14", old);
}

static void check_depfile(parsing *p)
{
    options *o = p->options;
    if (!p->depfile_wanted && o->depfile)
        FAIL(p, "pt-conflicting-options", "'-MF' needs '-MD'");
    else if (!p->depfile_wanted && o->depfile_targets.count)
        FAIL(p, "pt-conflicting-options", "'-MT' needs '-MD'");
    else if (!p->depfile_wanted && o->depfile_phony)
        FAIL(p, "pt-conflicting-options", "'-MP' needs '-MD'");
    if (!p->depfile_wanted)
        return;
    bool to_file = o->output && strcmp(o->output, "-") != 0;
    if (o->inputs.count > 1 && (o->depfile || o->depfile_targets.count))
        FAIL(p, "pt-conflicting-options", "'%s' takes one input, there are %zu; '-MD' alone names a depfile and its target for each",
             o->depfile ? "-MF" : "-MT", o->inputs.count);
    else if (!o->depfile && !to_file && !o->out_dir)
        FAIL(p, "pt-conflicting-options", "'-MD' needs '-MF' or '-o' to know the depfile's name");
    else if (!to_file && !o->out_dir && o->depfile_targets.count == 0)
        FAIL(p, "pt-conflicting-options", "'-MD' needs '-MT' or '-o' to know the target");
    o->writes_depfiles = true;
}

void options_check(parsing *p)
{
    options *o = p->options;
    bool only_informs = o->show_help || o->show_version || o->show_cflags || o->show_libs;
    if (only_informs)
        return;
    if (o->inputs.count == 0)
        FAIL(p, "pt-no-input", "no input file; try 'ptcc FILE.cu -o OUT.cu', or --help");
    if (o->no_cuda && o->cuda_path)
        FAIL(p, "pt-conflicting-options", "'--no-cuda' and '--cuda-path' exclude each other");
    if ((o->check && o->diff) || (o->check && o->dump_plan) || (o->diff && o->dump_plan))
        FAIL(p, "pt-conflicting-options", "'--check', '--diff' and '--dump-plan' exclude each other");
    check_outputs(p);
    check_depfile(p);
    check_standard(p);
}
