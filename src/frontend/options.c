// Command line: one table of options, from which parsing, suggestions and --help are made.
//
// Forms follow clang: `-I dir` and `-Idir`, `-isystem dir`, `-std=c++17`; options of ptcc's own that have two dashes
// take `--name value` and `--name=value`. getopt_long does not fit: it knows neither `-isystem` nor a joined `-DX=1`
// beside long names with one dash, and it stops suggesting where we start.
#include "frontend/options.h"

#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum form {
    FORM_FLAG,               // --check
    FORM_JOINED_OR_SEPARATE, // -Idir, -I dir
    FORM_SEPARATE,           // -MF file
    FORM_EQUALS,             // --out-dir=dir, --out-dir dir
    FORM_EQUALS_ONLY,        // -std=c++17
    FORM_OPTIONAL_EQUALS     // --color, --color=always
} form;

typedef enum action {
    SET_FLAG,   // the bool at `target`
    SET_STRING, // the const char * at `target`
    PASS_JOINED,   // to the compiler as one argument
    PASS_SEPARATE, // to the compiler as two
    PASS_LANGUAGE,
    ADD_STRING, // to the string_list at `target`
    ADD_NAMES,  // likewise, those between its commas
    SET_DEPFILE_WANTED,
    SET_DUMP,
    SET_TARGET,
    SET_FORMAT,
    SET_COLOR
} action;

typedef struct row {
    const char *spelling;
    form form;
    action action;
    size_t target; // offset in `options`
    const char *argument, *help;
} row;

#define TARGET(member) offsetof(options, member)

// A row without a spelling is a heading of --help.
static const row table[] = {
    {NULL, 0, 0, 0, NULL, "Output"},
    {"-o", FORM_JOINED_OR_SEPARATE, SET_STRING, TARGET(output), "FILE", "write to FILE (- is standard output, the default)"},
    {"--out-dir", FORM_EQUALS, SET_STRING, TARGET(out_dir), "DIR", "write each input under its own name in DIR"},
    {"--diff", FORM_FLAG, SET_FLAG, TARGET(diff), NULL, "show a unified diff, write nothing"},
    {"--check", FORM_FLAG, SET_FLAG, TARGET(check), NULL, "diagnose only, write nothing"},
    {"--dump-plan", FORM_OPTIONAL_EQUALS, SET_DUMP, 0, "[=json]", "show what was found and what will be done"},
    {"--target", FORM_EQUALS, SET_TARGET, 0, "TARGET", "cuda, or cpu: C++17 that runs on the host"},
    {"--no-line", FORM_FLAG, SET_FLAG, TARGET(no_line), NULL, "leave out #line directives"},

    {NULL, 0, 0, 0, NULL, "Source"},
    {"-I", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "DIR", "look for headers in DIR"},
    {"-D", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "NAME[=VALUE]", "define a macro"},
    {"-U", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "NAME", "undefine a macro"},
    {"-isystem", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for system headers in DIR"},
    {"-iquote", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for quoted headers in DIR"},
    {"-idirafter", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for headers in DIR last"},
    {"-include", FORM_SEPARATE, PASS_SEPARATE, 0, "FILE", "include FILE before the source"},
    {"-std", FORM_EQUALS_ONLY, PASS_JOINED, 0, "STANDARD", "language standard, c++14 or later"},
    {"-x", FORM_JOINED_OR_SEPARATE, PASS_LANGUAGE, 0, "LANGUAGE", "language: cuda (cu), c++"},
    {"--cuda-path", FORM_EQUALS, SET_STRING, TARGET(cuda_path), "DIR", "the CUDA toolkit"},
    {"--no-cuda", FORM_FLAG, SET_FLAG, TARGET(no_cuda), NULL, "use no toolkit, only the headers inside ptcc"},
    {"--nvcc-flags", FORM_FLAG, SET_FLAG, TARGET(nvcc_flags), NULL, "behind -- are flags of nvcc: take those that a parse needs"},
    {"-p", FORM_JOINED_OR_SEPARATE, SET_STRING, TARGET(database_dir), "DIR", "take flags from DIR/compile_commands.json"},
    {"--assume-thread-level", FORM_EQUALS, ADD_NAMES, TARGET(thread_level), "NAMES",
     "functions of other files: without blockIdx or other threads"},

    {NULL, 0, 0, 0, NULL, "Diagnostics"},
    {"-Rpt", FORM_FLAG, SET_FLAG, TARGET(show_remarks), NULL, "say for each kernel and launch what was done"},
    {"-Werror", FORM_FLAG, SET_FLAG, TARGET(warnings_are_errors), NULL, "treat warnings as errors"},
    {"--diagnostics-format", FORM_EQUALS, SET_FORMAT, 0, "FORMAT", "text, json or sarif"},
    {"--color", FORM_OPTIONAL_EQUALS, SET_COLOR, 0, "[=WHEN]", "auto, always or never"},

    {NULL, 0, 0, 0, NULL, "Build"},
    {"-MD", FORM_FLAG, SET_DEPFILE_WANTED, 0, NULL, "write the headers read to a depfile for make"},
    {"-MF", FORM_SEPARATE, SET_STRING, TARGET(depfile), "FILE", "name of the depfile (default: the output's, with .d)"},
    {"-MT", FORM_SEPARATE, ADD_STRING, TARGET(depfile_targets), "TARGET", "target in the depfile (default: the output)"},
    {"-MP", FORM_FLAG, SET_FLAG, TARGET(depfile_phony), NULL, "and a target without a rule for each header, so that one may go"},
    {"--cflags", FORM_FLAG, SET_FLAG, TARGET(show_cflags), NULL, "show the flags that compile the output"},
    {"--libs", FORM_FLAG, SET_FLAG, TARGET(show_libs), NULL, "show the flags that link it"},

    {NULL, 0, 0, 0, NULL, "Information"},
    {"--help", FORM_FLAG, SET_FLAG, TARGET(show_help), NULL, "show this"},
    {"--version", FORM_FLAG, SET_FLAG, TARGET(show_version), NULL, "show the versions of ptcc and of libclang"},
};

enum { ROW_COUNT = sizeof table / sizeof *table };

// ---- Parsing

typedef struct parsing {
    arena *arena;
    diagnostics *diagnostics;
    options *options;
    const char *const *argv;
    int argc, next;
    bool depfile_wanted;
} parsing;

#define FAIL(p, code, ...) diagnostics_add((p)->diagnostics, SEVERITY_FATAL, code, span_make(NULL, 0, 0), __VA_ARGS__)

static void push(arena *a, string_list *list, const char *string)
{
    *ARENA_PUSH(a, list) = arena_string(a, string);
}

// Of functions, "f" or "space::f", between commas.
static void add_names(parsing *p, const row *r, const char *value)
{
    string_list *list = (string_list *)((char *)p->options + r->target);
    for (const char *name = value;; name++) {
        const size_t length = strcspn(name, ",");
        if (length == 0)
            FAIL(p, "pt-missing-argument", "option '%s' has an empty name: '%s'", r->spelling, value);
        *ARENA_PUSH(p->arena, list) = arena_format(p->arena, "%.*s", (int)length, name);
        name += length;
        if (!*name)
            return;
    }
}

// The row that `argument` spells, and the text behind its name in the same argument ("" when there is none).
// The longest name wins: `-isystem` before `-i...`, `-include` before `-I` never meet, but `-MD` and `-MDx` do.
static const row *find_row(const char *argument, const char **rest)
{
    const row *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const row *r = &table[i];
        size_t length = r->spelling ? strlen(r->spelling) : 0;
        if (length <= best_length || strncmp(argument, r->spelling, length) != 0)
            continue;
        char after = argument[length];
        bool fits = after == '\0' || r->form == FORM_JOINED_OR_SEPARATE ||
                    (after == '=' && r->form != FORM_FLAG && r->form != FORM_SEPARATE);
        if (!fits)
            continue;
        best = r;
        best_length = length;
        *rest = argument + length;
    }
    return best;
}

// The argument of an option, or NULL after a diagnostic.
static const char *take_argument(parsing *p, const row *r, const char *rest)
{
    if (*rest && r->form == FORM_JOINED_OR_SEPARATE)
        return rest;
    if (*rest == '=' && rest[1])
        return rest + 1;
    if (*rest == '=' || r->form == FORM_EQUALS_ONLY || p->next >= p->argc) {
        FAIL(p, "pt-missing-argument", "option '%s' needs an argument: %s%s%s", r->spelling, r->spelling,
             r->form == FORM_EQUALS || r->form == FORM_EQUALS_ONLY ? "=" : " ", r->argument);
        return NULL;
    }
    return p->argv[p->next++];
}

static const char *const dump_names[] = {"text", "json"};
static const char *const target_names[] = {"cuda", "cpu"};
static const char *const format_names[] = {"text", "json", "sarif"};
static const char *const color_names[] = {"auto", "always", "never"};
static const char *const language_names[] = {"cuda", "cu", "c++"};

// Index of `value` among `names`, or -1 after a diagnostic.
static int choose(parsing *p, const char *option, const char *value, const char *const *names, size_t count)
{
    text all = text_new(p->arena);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(value, names[i]) == 0)
            return (int)i;
        text_format(&all, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
    }
    const char *nearest = text_nearest(value, names, count);
    if (nearest)
        FAIL(p, "pt-unknown-value", "unknown value '%s' for '%s'; did you mean '%s'?", value, option, nearest);
    else
        FAIL(p, "pt-unknown-value", "unknown value '%s' for '%s'; it takes %s", value, option, all.bytes);
    return -1;
}

#define CHOOSE(p, option, value, names) choose((p), (option), (value), (names), sizeof(names) / sizeof *(names))

static void apply(parsing *p, const row *r, const char *rest)
{
    options *o = p->options;
    const char *value = NULL;
    if (r->form == FORM_OPTIONAL_EQUALS) {
        value = *rest ? rest + 1 : NULL;
    } else if (r->form != FORM_FLAG) {
        value = take_argument(p, r, rest);
        if (!value)
            return;
    }
    int chosen;
    switch (r->action) {
    case SET_FLAG:
        *(bool *)((char *)o + r->target) = true;
        break;
    case SET_STRING: {
        const char **target = (const char **)((char *)o + r->target);
        if (*target && strcmp(*target, value) != 0)
            FAIL(p, "pt-repeated-option", "option '%s' is given twice: '%s' and '%s'", r->spelling, *target, value);
        if (!*value)
            FAIL(p, "pt-missing-argument", "option '%s' has an empty argument", r->spelling);
        *target = arena_string(p->arena, value);
        break;
    }
    case PASS_JOINED:
        push(p->arena, &o->compiler_flags,
             arena_format(p->arena, "%s%s%s", r->spelling, r->form == FORM_EQUALS_ONLY ? "=" : "", value));
        break;
    case PASS_SEPARATE:
        push(p->arena, &o->compiler_flags, r->spelling);
        push(p->arena, &o->compiler_flags, value);
        break;
    case PASS_LANGUAGE:
        chosen = CHOOSE(p, r->spelling, value, language_names);
        if (chosen < 0)
            break;
        push(p->arena, &o->compiler_flags, "-x");
        push(p->arena, &o->compiler_flags, chosen == 1 ? "cuda" : value); // nvcc says cu, clang says cuda
        break;
    case ADD_STRING:
        push(p->arena, (string_list *)((char *)o + r->target), value);
        break;
    case ADD_NAMES:
        add_names(p, r, value);
        break;
    case SET_DEPFILE_WANTED:
        p->depfile_wanted = true;
        break;
    case SET_DUMP:
        chosen = value ? CHOOSE(p, r->spelling, value, dump_names) : 0;
        if (chosen >= 0)
            o->dump_plan = chosen == 0 ? DUMP_TEXT : DUMP_JSON;
        break;
    case SET_TARGET:
        chosen = CHOOSE(p, r->spelling, value, target_names);
        if (chosen >= 0)
            o->target = (options_target)chosen;
        break;
    case SET_FORMAT:
        chosen = CHOOSE(p, r->spelling, value, format_names);
        if (chosen >= 0)
            o->format = (diagnostics_format)chosen;
        break;
    case SET_COLOR:
        chosen = value ? CHOOSE(p, r->spelling, value, color_names) : (int)COLOR_ALWAYS;
        if (chosen >= 0)
            o->color = (options_color)chosen;
        break;
    }
}

// Flags of nvcc that say for which devices it compiles, or what it makes of the text: a parse has no use for them.
static bool is_for_nvcc_alone(const char *argument)
{
    static const char *const names[] = {
        "-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code", "-rdc", "--relocatable-device-code", "-dc",
        "--device-c", "-c", "--compile", "-G", "--device-debug", "-lineinfo", "--generate-line-info", "-use_fast_math", "--use_fast_math",
        "-maxrregcount", "--maxrregcount", "-ccbin", "--compiler-bindir", "--threads", "-t", "-keep", "--keep", "-ptx", "--ptx", "-cubin",
        "-Xptxas", "--ptxas-options", "-Xcompiler", "--compiler-options", "-Xlinker", "--linker-options", "-cudart", "--cudart",
        "-default-stream", "--default-stream", "-fmad", "--fmad", "-ftz", "--ftz", "-lto", "-dlto", "-res-usage", "--resource-usage"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcspn(argument, "=") == strlen(names[i]) && strncmp(argument, names[i], strlen(names[i])) == 0)
            return true;
    return strncmp(argument, "-arch", 5) == 0 || strncmp(argument, "-gencode", 8) == 0;
}

// Flags that compilers take and ptcc does not are pointed to `--` instead of to a word that looks like them.
static bool looks_like_compiler_flag(const char *argument)
{
    return argument[1] != '-' && argument[1] && strchr("fmWOglLX", argument[1]) && strncmp(argument, "-MF", 3) != 0;
}

static void unknown_option(parsing *p, const char *argument)
{
    const char *spellings[ROW_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (table[i].spelling)
            spellings[count++] = table[i].spelling;
    size_t name_length = strcspn(argument, "=");
    const char *name = arena_copy(p->arena, argument, name_length);
    const char *nearest = text_nearest(name, spellings, count);
    // A short option is one letter away from every other one: only longer words are worth a guess.
    if (is_for_nvcc_alone(argument))
        FAIL(p, "pt-unknown-option", "unknown option '%s'; it is nvcc's: leave it out here, or put it behind '--' with --nvcc-flags",
             argument);
    else if (nearest && name_length > 3)
        FAIL(p, "pt-unknown-option", "unknown option '%s'; did you mean '%s'?", argument, nearest);
    else if (looks_like_compiler_flag(argument))
        FAIL(p, "pt-unknown-option", "unknown option '%s'; flags for the compiler alone go behind '--'", argument);
    else
        FAIL(p, "pt-unknown-option", "unknown option '%s'; see --help; flags of nvcc alone are left out, flags of the parser go behind '--'", argument);
}

// ---- What must hold among options

static bool same_file(const char *a, const char *b)
{
    struct stat a_status, b_status;
    return stat(a, &a_status) == 0 && stat(b, &b_status) == 0 && S_ISREG(a_status.st_mode) &&
           a_status.st_dev == b_status.st_dev && a_status.st_ino == b_status.st_ino;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
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
        if (!writes_nothing && strcmp(output, "-") != 0 && same_file(output, o->inputs.items[i]))
            FAIL(p, "pt-output-is-input", "the output '%s' is the input: it would be lost", output);
        for (size_t j = 0; o->out_dir && j < i; j++)
            if (strcmp(output, options_output_path(p->arena, o, o->inputs.items[j])) == 0)
                FAIL(p, "pt-conflicting-options", "'%s' and '%s' would both be written to '%s'", o->inputs.items[j],
                     o->inputs.items[i], output);
    }
}

const char *options_old_standard(const string_list *flags)
{
    static const char *const old[] = {"98", "03", "0x", "11"};
    const char *last = NULL;
    for (size_t i = 0; i < flags->count; i++)
        if (strncmp(flags->items[i], "-std=", 5) == 0)
            last = flags->items[i] + 5;
    const size_t length = last ? strlen(last) : 0;
    for (size_t i = 0; length > 2 && strstr(last, "++") && i < sizeof old / sizeof *old; i++)
        if (strcmp(last + length - 2, old[i]) == 0)
            return last;
    return NULL;
}

static void check_standard(parsing *p)
{
    const char *old = options_old_standard(&p->options->compiler_flags);
    if (old)
        FAIL(p, "pt-unknown-value", "'-std=%s': the headers that the output includes need C++14 or later; use -std=c++14", old);
}

// a/b.cu becomes a/b.d, as compilers name it.
static const char *depfile_of(arena *a, const char *output)
{
    const char *dot = strrchr(file_name(output), '.');
    size_t length = dot && dot != file_name(output) ? (size_t)(dot - output) : strlen(output);
    return arena_format(a, "%.*s.d", (int)length, output);
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
    if (o->inputs.count > 1)
        FAIL(p, "pt-conflicting-options", "'-MD' takes one input, there are %zu; call ptcc once for each file", o->inputs.count);
    else if (!o->depfile && !to_file && !o->out_dir)
        FAIL(p, "pt-conflicting-options", "'-MD' needs '-MF' or '-o' to know the depfile's name");
    else if (!to_file && !o->out_dir && o->depfile_targets.count == 0)
        FAIL(p, "pt-conflicting-options", "'-MD' needs '-MT' or '-o' to know the target");
    else if (!o->depfile && o->inputs.count == 1)
        o->depfile = depfile_of(p->arena, options_output_path(p->arena, o, o->inputs.items[0]));
}

static void check_whole(parsing *p)
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

bool options_parse(arena *a, int argc, const char *const *argv, diagnostics *d, options *out)
{
    *out = (options){0};
    parsing p = {.arena = a, .diagnostics = d, .options = out, .argv = argv, .argc = argc, .next = 1};
    size_t errors_before = diagnostics_errors(d);
    string_list behind = {0};
    while (p.next < argc) {
        const char *argument = argv[p.next++];
        if (strcmp(argument, "--") == 0) {
            while (p.next < argc)
                push(a, &behind, argv[p.next++]);
        } else if (strcmp(argument, "-") == 0) {
            FAIL(&p, "pt-unknown-option", "standard input cannot be an input: name the file, its includes depend on it");
        } else if (argument[0] != '-') {
            push(a, &out->inputs, argument);
        } else {
            const char *rest = "";
            const row *r = find_row(argument, &rest);
            if (r)
                apply(&p, r, rest);
            else
                unknown_option(&p, argument);
        }
    }
    if (out->nvcc_flags)
        options_keep_parse_flags(a, behind.items, behind.count, 0, &out->compiler_flags);
    for (size_t i = 0; !out->nvcc_flags && i < behind.count; i++)
        push(a, &out->compiler_flags, behind.items[i]);
    // After a misspelt option the words behind it may not be what they seem: more errors would only distract.
    if (diagnostics_errors(d) == errors_before)
        check_whole(&p);
    d->warnings_are_errors = out->warnings_are_errors;
    d->show_remarks = out->show_remarks;
    return diagnostics_errors(d) == errors_before;
}

// ---- What follows from options

const char *options_output_path(arena *a, const options *o, const char *input)
{
    if (o->out_dir)
        return arena_format(a, "%s/%s", o->out_dir, file_name(input));
    return o->output ? o->output : "-";
}

bool options_use_color(const options *o, FILE *stream)
{
    if (o->color != COLOR_AUTO)
        return o->color == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(no_color && *no_color) && !(terminal && strcmp(terminal, "dumb") == 0);
}

// ---- Information

void options_print_help(FILE *out)
{
    fputs("Usage: ptcc [options] FILE.cu... [-o OUT.cu] [-- COMPILER FLAGS]\n"
          "Rewrites kernels marked with '#pragma pt kernel' into persistent threads.\n", out);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const row *r = &table[i];
        if (!r->spelling) {
            fprintf(out, "\n%s:\n", r->help);
            continue;
        }
        const char *between = !r->argument ? ""
                              : r->form == FORM_EQUALS || r->form == FORM_EQUALS_ONLY ? "="
                              : r->form == FORM_OPTIONAL_EQUALS ? "" : " ";
        int width = fprintf(out, "  %s%s%s", r->spelling, between, r->argument ? r->argument : "");
        fprintf(out, "%*s%s\n", width < 30 ? 30 - width : 2, "", r->help);
    }
    fputs("\nExit status: 0 done, 1 refused (see the diagnostics), 2 wrong use or environment.\n"
          "With 1 or 2 no output is written or changed.\n", out);
}

void options_print_version(const char *libclang_version, FILE *out)
{
    fprintf(out, "ptcc %s\n%s\nbuiltin headers: %s\n", PTCC_VERSION, libclang_version, options_resource_dir());
}

const char *options_resource_dir(void)
{
    return PTCC_RESOURCE_DIR;
}

// The folder that holds this binary, or NULL when the system does not say.
static const char *binary_dir(arena *a)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    return arena_string(a, path);
}

static bool is_build_tree(const char *dir)
{
    return dir && strcmp(dir, PTCC_BUILD_ROOT) == 0;
}

static const char *installed_path(arena *a, const char *dir)
{
    if (dir[0] == '/')
        return dir;
    const char *bin = binary_dir(a);
    size_t suffix = strlen(PTCC_BIN_DIR);
    // The binary in PREFIX/bin tells PREFIX; a tree that was moved still works.
    if (bin && strlen(bin) > suffix + 1 && strcmp(bin + strlen(bin) - suffix, PTCC_BIN_DIR) == 0)
        return arena_format(a, "%.*s%s", (int)(strlen(bin) - suffix), bin, dir);
    return arena_format(a, "%s/%s", PTCC_PREFIX, dir);
}

const char *options_runtime_include_dir(arena *a)
{
    return is_build_tree(binary_dir(a)) ? PTCC_BUILD_INCLUDE_DIR : installed_path(a, PTCC_INCLUDE_DIR);
}

// A shell and make must read the path as one word.
static void add_escaped(text *t, const char *flag, const char *path)
{
    text_format(t, "%s%s", t->length ? " " : "", flag);
    for (; *path; path++) {
        if (strchr(" \t\\'\"$`&;()<>|*?#~", *path))
            text_add_char(t, '\\');
        text_add_char(t, *path);
    }
}

void options_print_build_flags(arena *a, const options *o, FILE *out)
{
    text t = text_new(a);
    bool build_tree = is_build_tree(binary_dir(a));
    bool cpu = o->target == TARGET_CPU;
    if (o->show_cflags && cpu) {
        text_add(&t, "-std=c++17");
        add_escaped(&t, "-I", build_tree ? PTCC_BUILD_CPU_INCLUDE_DIR : installed_path(a, PTCC_CPU_INCLUDE_DIR));
    }
    if (o->show_cflags)
        add_escaped(&t, "-I", options_runtime_include_dir(a));
    if (o->show_libs) {
        add_escaped(&t, "-L", build_tree ? PTCC_BUILD_LIBRARY_DIR : installed_path(a, PTCC_LIBRARY_DIR));
        if (cpu && build_tree)
            add_escaped(&t, "-L", PTCC_BUILD_LIBRARY_DIR "/cpu");
        text_add(&t, " -lptrt");
        text_add(&t, cpu ? " -lptcpu -lboost_context -lpthread" : "");
    }
    fprintf(out, "%s\n", t.bytes);
}

// ---- Compile commands

typedef struct kept_flag {
    const char *from, *to; // `to` NULL: the argument is dropped with the flag
    bool separate;         // pass on as two arguments
} kept_flag;

// Flags of compilers that take an argument, joined, behind '=' or in the next word. Longer names first where one
// begins with another.
static const kept_flag argument_flags[] = {
    {"--include-path", "-I", false},      {"-isystem", "-isystem", true},     {"--system-include", "-isystem", true},
    {"-iquote", "-iquote", true},         {"-idirafter", "-idirafter", true}, {"-include", "-include", true},
    {"--pre-include", "-include", true},  {"-imacros", "-imacros", true},     {"--define-macro", "-D", false},
    {"--undefine-macro", "-U", false},    {"-std", "-std=", false},           {"--std", "-std=", false},
    {"-I", "-I", false},                  {"-D", "-D", false},                {"-U", "-U", false},
    {"-Xptxas", NULL, false},             {"--ptxas-options", NULL, false},   {"-Xlinker", NULL, false},
    {"--linker-options", NULL, false},    {"-Xnvlink", NULL, false},          {"-Xcudafe", NULL, false},
    {"-ccbin", NULL, false},              {"--compiler-bindir", NULL, false}, {"-MF", NULL, false},
    {"-MT", NULL, false},                 {"-MQ", NULL, false},               {"-o", NULL, false},
    {"-Xclang", NULL, false},             {"-mllvm", NULL, false},
};

// Flags that go on as they are, or that change what the preprocessor sees.
static const struct {
    const char *from, *to;
} whole_flags[] = {
    {"-fopenmp", "-fopenmp"},
    {"-fno-exceptions", "-fno-exceptions"},
    {"-fno-rtti", "-fno-rtti"},
    {"-fsigned-char", "-fsigned-char"},
    {"-funsigned-char", "-funsigned-char"},
    {"-fms-extensions", "-fms-extensions"},
    {"-pthread", "-pthread"},
    {"-nostdinc", "-nostdinc"},
    {"-m32", "-m32"},
    {"-m64", "-m64"},
    {"--expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"-expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"-expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"-rdc=true", "-D__CUDACC_RDC__"},
    {"--relocatable-device-code=true", "-D__CUDACC_RDC__"},
    {"-dc", "-D__CUDACC_RDC__"},
    {"--device-c", "-D__CUDACC_RDC__"},
};

// `-Xcompiler=-fopenmp,-DX` carries host flags, separated by commas.
static void keep_host_flags(arena *a, const char *list, string_list *flags)
{
    string_list host = {0};
    while (*list) {
        size_t length = strcspn(list, ",");
        *ARENA_PUSH(a, &host) = arena_copy(a, list, length);
        list += length + (list[length] == ',');
    }
    options_keep_parse_flags(a, host.items, host.count, 0, flags);
}

// The value of flag `name` at `*i`, or NULL when `arguments[*i]` is another flag.
static const char *flag_value(const char *const *arguments, size_t count, size_t *i, const char *name)
{
    const char *argument = arguments[*i];
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0)
        return NULL;
    if (argument[length] == '=' && length > 2)
        return argument + length + 1;
    if (argument[length])
        // Long names are never joined, but for -isystemDIR and the like that clang takes.
        return strncmp(name, "--", 2) == 0 || strncmp(name, "-std", 4) == 0 || name[1] == 'X' || name[1] == 'M' ||
                       name[1] == 'c' || name[1] == 'm'
                   ? NULL
                   : argument + length;
    if (*i + 1 >= count)
        return NULL;
    return arguments[++*i];
}

static bool keep_argument_flag(arena *a, const char *const *arguments, size_t count, size_t *i, string_list *flags)
{
    for (size_t f = 0; f < sizeof argument_flags / sizeof *argument_flags; f++) {
        const kept_flag *flag = &argument_flags[f];
        const char *value = flag_value(arguments, count, i, flag->from);
        if (!value)
            continue;
        if (flag->to && flag->separate) {
            push(a, flags, flag->to);
            push(a, flags, value);
        } else if (flag->to) {
            push(a, flags, arena_format(a, "%s%s", flag->to, value));
        }
        return true;
    }
    return false;
}

void options_keep_parse_flags(arena *a, const char *const *arguments, size_t count, size_t first, string_list *flags)
{
    for (size_t i = first; i < count; i++) {
        const char *argument = arguments[i], *value;
        if (argument[0] != '-')
            continue; // inputs, and the arguments of flags that are of no use here
        if ((value = flag_value(arguments, count, &i, "-Xcompiler")) ||
            (value = flag_value(arguments, count, &i, "--compiler-options"))) {
            keep_host_flags(a, value, flags);
            continue;
        }
        if ((value = flag_value(arguments, count, &i, "-x")) || (value = flag_value(arguments, count, &i, "--x"))) {
            push(a, flags, "-x");
            push(a, flags, strcmp(value, "cu") == 0 ? "cuda" : value);
            continue;
        }
        bool kept = false;
        for (size_t f = 0; f < sizeof whole_flags / sizeof *whole_flags && !kept; f++)
            if ((kept = strcmp(argument, whole_flags[f].from) == 0))
                push(a, flags, whole_flags[f].to);
        if (!kept)
            keep_argument_flag(a, arguments, count, &i, flags);
    }
}
