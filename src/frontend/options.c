// Command line: one table of options, from which parsing, suggestions and --help are made.
//
// In:  argv. Out: `options`; what must hold among them is checked by options_check.c.
// Forms follow clang: `-I dir` and `-Idir`, `-isystem dir`, `-std=c++17`; nvcc's own for the same are taken, too (`--include-path dir`); options of ptcc's own that have two dashes
// take `--name value` and `--name=value`. getopt_long does not fit: it knows neither `-isystem` nor a joined `-DX=1`
// beside long names with one dash, and it stops suggesting where we start.
#include "frontend/options_parsing.h"

#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum form {
    FORM_FLAG,               // --check
    FORM_JOINED_OR_SEPARATE, // -Idir, -I dir
    FORM_SEPARATE,           // -MF file
    FORM_EQUALS,             // --out-dir=dir, --out-dir dir
    FORM_EQUALS_FIRST,       // -std=c++17, and -std c++17 as nvcc has it
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
    SET_COLOR,
    SET_LIMIT
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
    {"--target", FORM_EQUALS, SET_TARGET, 0, "TARGET", "cuda, or cpu: C++ that runs on the host"},
    {"--no-line", FORM_FLAG, SET_FLAG, TARGET(no_line), NULL, "leave out #line directives"},

    {NULL, 0, 0, 0, NULL, "Source"},
    {"-I", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "DIR", "look for headers in DIR"},
    {"-D", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "NAME[=VALUE]", "define a macro"},
    {"-U", FORM_JOINED_OR_SEPARATE, PASS_JOINED, 0, "NAME", "undefine a macro"},
    {"-isystem", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for system headers in DIR"},
    {"-iquote", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for quoted headers in DIR"},
    {"-idirafter", FORM_JOINED_OR_SEPARATE, PASS_SEPARATE, 0, "DIR", "look for headers in DIR last"},
    {"-include", FORM_SEPARATE, PASS_SEPARATE, 0, "FILE", "include FILE before the source"},
    {"-std", FORM_EQUALS_FIRST, PASS_JOINED, 0, "STANDARD", "language standard, c++14 or later (default: gnu++17)"},
    {"-x", FORM_JOINED_OR_SEPARATE, PASS_LANGUAGE, 0, "LANGUAGE", "language: cuda (cu), c++"},
    {"--cuda-path", FORM_EQUALS, SET_STRING, TARGET(cuda_path), "DIR", "the CUDA toolkit"},
    {"--no-cuda", FORM_FLAG, SET_FLAG, TARGET(no_cuda), NULL, "use no toolkit, only the headers inside ptcc"},
    {"--nvcc-flags", FORM_FLAG, SET_FLAG, TARGET(nvcc_flags), NULL, "the flags after -- are nvcc's: use what matters, ignore the rest"},
    {"-p", FORM_JOINED_OR_SEPARATE, SET_STRING, TARGET(database_dir), "DIR", "take flags from DIR/compile_commands.json"},
    {"--assume-thread-level", FORM_EQUALS, ADD_NAMES, TARGET(thread_level), "NAMES",
     "assume these read no blockIdx and do not synchronise"},

    {NULL, 0, 0, 0, NULL, "Diagnostics"},
    {"-Rpt", FORM_FLAG, SET_FLAG, TARGET(show_remarks), NULL, "report what was done with each kernel, launch, loop"},
    {"-Werror", FORM_FLAG, SET_FLAG, TARGET(warnings_are_errors), NULL, "treat warnings as errors"},
    {"--diagnostics-format", FORM_EQUALS, SET_FORMAT, 0, "FORMAT", "text, json or sarif, on standard error"},
    {"--color", FORM_OPTIONAL_EQUALS, SET_COLOR, 0, "[=WHEN]", "auto, always or never"},
    {"--error-limit", FORM_EQUALS, SET_LIMIT, 0, "N", "show at most N errors as text (default: 100; 0: all)"},

    {NULL, 0, 0, 0, NULL, "Build"},
    {"-MD", FORM_FLAG, SET_DEPFILE_WANTED, 0, NULL, "write the headers read to a depfile for make"},
    {"-MF", FORM_SEPARATE, SET_STRING, TARGET(depfile), "FILE", "name of the depfile (default: the output's, with .d)"},
    {"-MT", FORM_SEPARATE, ADD_STRING, TARGET(depfile_targets), "TARGET", "target in the depfile (default: the output)"},
    {"-MP", FORM_FLAG, SET_FLAG, TARGET(depfile_phony), NULL, "add a phony target per header, as gcc's -MP does"},
    {"--cflags", FORM_FLAG, SET_FLAG, TARGET(show_cflags), NULL, "show the flags that compile the output"},
    {"--libs", FORM_FLAG, SET_FLAG, TARGET(show_libs), NULL, "show the flags that link it"},

    {NULL, 0, 0, 0, NULL, "Information"},
    {"--help", FORM_FLAG, SET_FLAG, TARGET(show_help), NULL, "show this"},
    {"--version", FORM_FLAG, SET_FLAG, TARGET(show_version), NULL, "show the versions of ptcc and of libclang"},
};

enum { ROW_COUNT = sizeof table / sizeof *table };

// ---- Parsing

void options_push(arena *a, string_list *list, const char *string)
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

// What nvcc and others call them.
static const struct {
    const char *from, *to;
} other_spellings[] = {
    {"-h", "--help"},        {"--std", "-std"},                {"--define-macro", "-D"},   {"--undefine-macro", "-U"},
    {"--include-path", "-I"}, {"--system-include", "-isystem"}, {"--pre-include", "-include"},
};

// The row that `argument` spells, and the text behind its name in the same argument ("" when there is none).
// The longest name wins: `-isystem` before `-i...`, `-include` before `-I` never meet, but `-MD` and `-MDx` do.
static const row *find_row(const char *argument, const char **rest)
{
    for (size_t i = 0; i < sizeof other_spellings / sizeof *other_spellings; i++) {
        const size_t length = strlen(other_spellings[i].from);
        if (strncmp(argument, other_spellings[i].from, length) != 0 || (argument[length] && argument[length] != '='))
            continue;
        const row *const r = find_row(other_spellings[i].to, rest);
        *rest = argument + length + (argument[length] && r->form == FORM_JOINED_OR_SEPARATE); // -DX=1 of --define-macro=X=1
        return argument[length] && r->form == FORM_FLAG ? NULL : r;
    }
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
    const bool is_output = strcmp(r->spelling, "-o") == 0; // which nvcc takes as -o=FILE, too
    if (*rest && r->form == FORM_JOINED_OR_SEPARATE && !(is_output && *rest == '='))
        return rest;
    if (*rest == '=' && rest[1])
        return rest + 1;
    if (*rest == '=' || p->next >= p->argc || strncmp(p->argv[p->next], "--", 2) == 0) {
        FAIL(p, "pt-missing-argument", "option '%s' needs an argument: %s%s%s", r->spelling, r->spelling,
             r->form == FORM_EQUALS || r->form == FORM_EQUALS_FIRST ? "=" : " ", r->argument);
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
    FAIL(p, "pt-unknown-value", "unknown value '%s' for '%s'; it takes %s", value, option, all.bytes);
    return -1;
}

// A count of decimal digits alone: strtoull would take signs and blanks.
static void set_limit(parsing *p, const row *r, const char *value)
{
    enum { MOST_DIGITS = 9 };
    const size_t digits = strspn(value, "0123456789");
    if (!digits || value[digits] || digits > MOST_DIGITS)
        FAIL(p, "pt-unknown-value", "unknown value '%s' for '%s'; it takes a count, and 0 for all", value, r->spelling);
    else
        p->options->error_limit = strtoul(value, NULL, 10);
}

#define CHOOSE(p, option, value, names) choose((p), (option), (value), (names), sizeof(names) / sizeof *(names))

// One of several names.
static void apply_choice(parsing *p, const row *r, const char *value)
{
    options *o = p->options;
    int chosen;
    switch (r->action) {
    case PASS_LANGUAGE:
        chosen = CHOOSE(p, r->spelling, value, language_names);
        if (chosen < 0)
            break;
        options_push(p->arena, &o->compiler_flags, "-x");
        options_push(p->arena, &o->compiler_flags, chosen == 1 ? "cuda" : value); // nvcc says cu, clang says cuda
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
    default:
        break;
    }
}

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
        options_push(p->arena, &o->compiler_flags,
                     arena_format(p->arena, "%s%s%s", r->spelling, r->form == FORM_EQUALS_FIRST ? "=" : "", value));
        break;
    case PASS_SEPARATE:
        options_push(p->arena, &o->compiler_flags, r->spelling);
        options_push(p->arena, &o->compiler_flags, value);
        break;
    case ADD_STRING:
        options_push(p->arena, (string_list *)((char *)o + r->target), value);
        break;
    case ADD_NAMES:
        add_names(p, r, value);
        break;
    case SET_DEPFILE_WANTED:
        p->depfile_wanted = true;
        break;
    case PASS_LANGUAGE: case SET_DUMP: case SET_TARGET: case SET_FORMAT: case SET_COLOR:
        apply_choice(p, r, value);
        break;
    case SET_LIMIT:
        set_limit(p, r, value);
        break;
    }
}

// Flags of nvcc that ptcc does not take for its own. Most are of no use for a parse; --nvcc-flags tells which are.
static bool is_of_nvcc(const char *argument)
{
    static const char *const letters[] = {"-c", "-t", "-v", "-w", "-g", "-G", "-O", "-E"};
    static const char *const words[] = { // nvcc takes many of them with one dash and with two
        "gpu-architecture", "gencode", "generate-code", "code", "gpu-code", "rdc", "relocatable-device-code", "dc", "device-c", "dlink",
        "device-link", "compile", "device-debug", "debug", "lineinfo", "generate-line-info", "use_fast_math", "maxrregcount", "ccbin",
        "compiler-bindir", "threads", "split-compile", "keep", "keep-dir", "ptx", "cubin", "fatbin", "shared", "Xptxas", "ptxas-options",
        "Xcompiler", "compiler-options", "Xlinker", "linker-options", "Xnvlink", "nvlink-options", "Xcudafe", "cudart", "default-stream",
        "fmad", "ftz", "prec-div", "prec-sqrt", "lto", "dlto", "res-usage", "resource-usage", "expt-relaxed-constexpr",
        "expt-extended-lambda", "extended-lambda", "optimize", "verbose", "dryrun", "disable-warnings", "diag-suppress", "diag-warn",
        "diag-error", "Wno-deprecated-gpu-targets", "forward-unknown-to-host-compiler", "allow-unsupported-compiler", "preprocess", "run",
        "optf", "options-file", "odir", "output-directory", "objtemp", "opt-info", "library", "library-path"};
    const size_t length = strcspn(argument, "=");
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (length == 2 && strncmp(argument, letters[i], 2) == 0)
            return true;
    const size_t dashes = strncmp(argument, "--", 2) == 0 ? 2 : 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == dashes + strlen(words[i]) && strncmp(argument + dashes, words[i], length - dashes) == 0)
            return true;
    const bool is_level = argument[1] == 'O' && argument[2] >= '0' && argument[2] <= '3' && !argument[3];
    return is_level || strncmp(argument, "-arch", 5) == 0 || strncmp(argument, "-gencode", 8) == 0;
}

// Behind `--` without --nvcc-flags stand libclang's flags, which it leaves out without a word where they are nvcc's alone.
static bool is_of_nvcc_alone(const char *argument)
{
    static const char *const shared[] = {"compile", "debug", "verbose", "preprocess", "optimize", "shared", "library", "library-path", "run", "keep", "code"};
    const size_t dashes = strncmp(argument, "--", 2) == 0 ? 2 : 1, length = strcspn(argument, "=");
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (length == dashes + strlen(shared[i]) && strncmp(argument + dashes, shared[i], length - dashes) == 0)
            return false;
    return length > 2 && argument[0] == '-' && argument[1] != 'O' && is_of_nvcc(argument);
}

// Flags that compilers take and ptcc does not are pointed to `--` instead of to a word that looks like them.
static bool looks_like_compiler_flag(const char *argument)
{
    return argument[1] != '-' && argument[1] && strchr("fmWOglLX", argument[1]) && strncmp(argument, "-MF", 3) != 0;
}

// Behind `--` it would be left out without a word, as what nvcc alone needs is.
static bool is_of_ptcc_alone(const char *argument)
{
    static const char *const shared[] = {"--help", "--version"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(argument, shared[i]) == 0)
            return false;
    const char *rest = "";
    const row *const r = strncmp(argument, "--", 2) == 0 || strcmp(argument, "-Rpt") == 0 ? find_row(argument, &rest) : NULL;
    return r && r->action != PASS_JOINED && r->action != PASS_SEPARATE;
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
    if (is_of_nvcc(argument))
        FAIL(p, "pt-unknown-option", "unknown option '%s'; it is nvcc's: hand over the flags of nvcc behind all else, as '--nvcc-flags -- %s ...', or leave it out",
             argument, argument);
    else if (nearest && name_length > 3)
        FAIL(p, "pt-unknown-option", "unknown option '%s'; did you mean '%s'?", argument, nearest);
    else if (looks_like_compiler_flag(argument))
        FAIL(p, "pt-unknown-option", "unknown option '%s'; flags for the compiler alone go behind '--'", argument);
    else
        FAIL(p, "pt-unknown-option", "unknown option '%s'; see --help; flags of nvcc alone are left out, flags of the parser go behind '--'", argument);
}

bool options_parse(arena *a, int argc, const char *const *argv, diagnostics *d, options *out)
{
    enum { SHOWN_ERRORS = 100 };
    *out = (options){.error_limit = SHOWN_ERRORS};
    parsing p = {.arena = a, .diagnostics = d, .options = out, .argv = argv, .argc = argc, .next = 1};
    size_t errors_before = diagnostics_errors(d);
    string_list behind = {0};
    bool has_behind = false;
    while (p.next < argc) {
        const char *argument = argv[p.next++];
        if (strcmp(argument, "--") == 0) {
            has_behind = true;
            while (p.next < argc)
                options_push(a, &behind, argv[p.next++]);
        } else if (strcmp(argument, "-") == 0) {
            FAIL(&p, "pt-unknown-option", "standard input cannot be an input: name the file, its includes depend on it");
        } else if (argument[0] != '-') {
            options_push(a, &out->inputs, argument);
        } else {
            const char *rest = "";
            const row *r = strncmp(argument, "-o", 2) == 0 && is_of_nvcc(argument) ? NULL : find_row(argument, &rest); // -odir=build
            if (r)
                apply(&p, r, rest);
            else
                unknown_option(&p, argument);
        }
    }
    if (out->nvcc_flags && !has_behind)
        FAIL(&p, "pt-missing-argument", "option '--nvcc-flags' needs '--' and nvcc's flags behind it: --nvcc-flags -- -O3 -DN=4");
    for (size_t i = 0; i + 1 < behind.count; i++)
        if (strcmp(behind.items[i], "-o") == 0 && !out->output && !out->out_dir && !out->check && !out->diff && !out->dump_plan)
            FAIL(&p, "pt-misplaced-output", "'-o %s' behind '--' is the compiler's output, and left out here: say where ptcc writes in front of '--'",
                 behind.items[i + 1]);
    for (size_t i = 0; i < behind.count; i++)
        if (is_of_ptcc_alone(behind.items[i]))
            FAIL(&p, "pt-misplaced-option", "'%s' behind '--' would be %s, which has no such option: it is ptcc's, and goes in front of '--'",
                 behind.items[i], out->nvcc_flags ? "nvcc's" : "the compiler's");
        else if (!out->nvcc_flags && is_of_nvcc_alone(behind.items[i]))
            FAIL(&p, "pt-misplaced-option", "'%s' behind '--' is nvcc's: say '--nvcc-flags -- %s ...', so that what matters of it is used", behind.items[i],
                 behind.items[i]);
    const char *unread = out->nvcc_flags ? options_keep_parse_flags(a, behind.items, behind.count, 0, NULL, true, &out->compiler_flags) : NULL;
    if (unread)
        options_file_is_missing(d, unread);
    for (size_t i = 0; !out->nvcc_flags && i < behind.count; i++)
        options_push(a, &out->compiler_flags, behind.items[i]);
    // After a misspelt option the words behind it may not be what they seem: more errors would only distract.
    if (diagnostics_errors(d) == errors_before)
        options_check(&p);
    d->warnings_are_errors = out->warnings_are_errors;
    d->show_remarks = out->show_remarks;
    d->error_limit = out->error_limit;
    return diagnostics_errors(d) == errors_before;
}

// ---- What follows from options

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
                              : r->form == FORM_EQUALS || r->form == FORM_EQUALS_FIRST ? "="
                              : r->form == FORM_OPTIONAL_EQUALS ? "" : " ";
        int width = fprintf(out, "  %s%s%s", r->spelling, between, r->argument ? r->argument : "");
        fprintf(out, "%*s%s\n", width < 30 ? 30 - width : 2, "", r->help);
    }
    fputs("\nExit status: 0 done, 1 refused (see the diagnostics), 2 usage or system error.\n"
          "With 1 or 2 no output is written or changed.\n", out);
}

void options_print_version(const char *libclang_version, FILE *out)
{
    fprintf(out, "ptcc %s\n%s\nbuiltin headers: %s\n", PTCC_VERSION, libclang_version, options_resource_dir());
}
