// The flags of a compiler that a parse needs: of a compile command, or of nvcc's behind `--`.
//
// In:  arguments of nvcc, clang or gcc. Out: include paths, macros, language and standard, as clang takes them; the rest is left out.
// Invariant: an argument of a flag that is left out is not taken for a flag, nor for an input.
#include "frontend/host_compiler.h"
#include "frontend/options_parsing.h"
#include "frontend/views.h"

#include "support/path.h"

#include <stdlib.h>
#include <string.h>

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
    {"-MF", NULL, false},                 {"-MT", NULL, false},               {"-MQ", NULL, false},
    {"-o", NULL, false},                  {"-Xclang", NULL, false},           {"-mllvm", NULL, false},
};

// Flags that go on as they are, or that change what the preprocessor sees.
static const struct {
    const char *from, *to;
} whole_flags[] = {
    {"-fopenmp", "-D_OPENMP=201511"}, // as gcc has it. libclang itself would wrap statements for pragmas, and find what is private
    {"-O", "-D__OPTIMIZE__=1"}, // no flag of libclang's, which would be told to do more
    {"-O1", "-D__OPTIMIZE__=1"},
    {"-O2", "-D__OPTIMIZE__=1"},
    {"-O3", "-D__OPTIMIZE__=1"},
    {"-Ofast", "-D__OPTIMIZE__=1"},
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
    {"-G", "-D__CUDACC_DEBUG__"},
    {"--device-debug", "-D__CUDACC_DEBUG__"},
};

// `-Xcompiler=-fopenmp,-DX` carries host flags, separated by commas.
static const char *keep_host_flags(arena *a, const char *list, const char *folder, string_list *flags)
{
    string_list host = {0};
    while (*list) {
        size_t length = strcspn(list, ",");
        *ARENA_PUSH(a, &host) = arena_copy(a, list, length);
        list += length + (list[length] == ',');
    }
    return options_keep_parse_flags(a, host.items, host.count, 0, folder, false, flags);
}

// The value of flag `name` at `*i`, or NULL when `arguments[*i]` is another flag.
static const char *flag_value_by(const char *const *arguments, size_t count, size_t *i, const char *name, bool of_nvcc)
{
    const char *argument = arguments[*i];
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0)
        return NULL;
    if (argument[length] == '=' && (length > 2 || of_nvcc))
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

static const char *flag_value(const char *const *arguments, size_t count, size_t *i, const char *name)
{
    return flag_value_by(arguments, count, i, name, false);
}

static void keep_value(arena *a, const kept_flag *flag, const char *value, string_list *flags)
{
    if (flag->to && flag->separate) {
        options_push(a, flags, flag->to);
        options_push(a, flags, value);
    } else if (flag->to) {
        options_push(a, flags, arena_format(a, "%s%s", flag->to, value));
    }
}

// nvcc's -D A=1,B=2: a comma in double quotes, or behind a backslash, is the value's own.
static void keep_list(arena *a, const kept_flag *flag, const char *list, string_list *flags)
{
    char *value = arena_alloc(a, strlen(list) + 1);
    size_t length = 0;
    for (bool is_quoted = false;; list++) {
        if (!*list || (*list == ',' && !is_quoted)) {
            value[length] = '\0';
            keep_value(a, flag, value, flags); // which copies what it needs
            length = 0;
            if (!*list)
                return;
            continue;
        }
        is_quoted ^= *list == '"';
        list += *list == '\\' && list[1] == ',';
        value[length++] = *list;
    }
}

static bool keep_argument_flag(arena *a, const char *const *arguments, size_t count, size_t *i, bool of_nvcc, string_list *flags)
{
    for (size_t f = 0; f < sizeof argument_flags / sizeof *argument_flags; f++) {
        const kept_flag *flag = &argument_flags[f];
        const char *value = flag_value_by(arguments, count, i, flag->from, of_nvcc);
        if (!value)
            continue;
        if (of_nvcc)
            keep_list(a, flag, value, flags);
        else
            keep_value(a, flag, value, flags);
        return true;
    }
    return false;
}

// As a shell takes them apart: what is in quotes is one.
static const char *keep_words(arena *a, const char *words, const char *folder, string_list *flags)
{
    string_list list = {0};
    while (*(words += strspn(words, " \t\r\n"))) {
        char *word = arena_alloc(a, strlen(words) + 1), quote = 0;
        size_t length = 0;
        for (; *words && (quote || !strchr(" \t\r\n", *words)); words++)
            if (quote ? *words == quote : *words == '"' || *words == '\'')
                quote = quote ? 0 : *words;
            else
                word[length++] = *words;
        word[length] = '\0';
        *ARENA_PUSH(a, &list) = word;
    }
    return options_keep_parse_flags(a, list.items, list.count, 0, folder, true, flags);
}

// Files separated by commas; one that cannot be read, or that names itself, stops nvcc.
static const char *keep_options_files(arena *a, const char *paths, const char *folder, string_list *flags)
{
    enum { MOST_DEPTH = 8 };
    static int depth;
    const char *unread = NULL;
    depth++;
    while (*paths && !unread) {
        const size_t length = strcspn(paths, ",");
        const char *error = NULL, *path = arena_copy(a, paths, length);
        if (folder && *path != '/')
            path = arena_format(a, "%s/%s", folder, path);
        const source *s = depth <= MOST_DEPTH ? source_load(a, path, &error) : NULL;
        unread = s ? keep_words(a, arena_copy(a, s->bytes, s->length), folder, flags) : path;
        paths += length + (paths[length] == ',');
    }
    depth--;
    return unread;
}

static void keep_host_compiler(arena *a, const char *path, string_list *flags)
{
    if (strstr(path_base(path), "clang"))
        options_push(a, flags, host_compiler_is_clang);
}

bool options_keep_environment(arena *a, options *o, diagnostics *d)
{
    const char *before = getenv("NVCC_PREPEND_FLAGS"), *behind = getenv("NVCC_APPEND_FLAGS"), *compiler = getenv("NVCC_CCBIN");
    const char *unread = NULL;
    string_list flags = {0};
    if (compiler)
        keep_host_compiler(a, compiler, &flags);
    if (before)
        unread = keep_words(a, before, NULL, &flags);
    for (size_t i = 0; i < o->compiler_flags.count; i++)
        options_push(a, &flags, o->compiler_flags.items[i]);
    if (behind && !unread)
        unread = keep_words(a, behind, NULL, &flags);
    o->compiler_flags = flags;
    return !unread || options_file_is_missing(d, unread);
}

bool options_file_is_missing(diagnostics *d, const char *path)
{
    diagnostics_add(d, SEVERITY_FATAL, "pt-options-file", span_make(NULL, 0, 0), "the options file '%s' cannot be read, or names itself", path);
    return false;
}

const char *options_keep_parse_flags(arena *a, const char *const *arguments, size_t count, size_t first, const char *folder, bool of_nvcc, string_list *flags)
{
    const char *unread = NULL;
    for (size_t i = first; i < count && !unread; i++) {
        const char *argument = arguments[i], *value;
        if (argument[0] != '-')
            continue; // inputs, and the arguments of flags that are of no use here
        if ((value = flag_value(arguments, count, &i, "-Xcompiler")) ||
            (value = flag_value(arguments, count, &i, "--compiler-options"))) {
            unread = keep_host_flags(a, value, folder, flags);
            continue;
        }
        if ((value = flag_value(arguments, count, &i, "-ccbin")) || (value = flag_value(arguments, count, &i, "--compiler-bindir"))) {
            keep_host_compiler(a, value, flags);
            continue;
        }
        if ((value = flag_value(arguments, count, &i, "-optf")) || (value = flag_value(arguments, count, &i, "--options-file"))) {
            unread = keep_options_files(a, value, folder, flags);
            continue;
        }
        if ((value = flag_value_by(arguments, count, &i, "-x", of_nvcc)) || (value = flag_value(arguments, count, &i, "--x"))) {
            options_push(a, flags, "-x");
            options_push(a, flags, strcmp(value, "cu") == 0 ? "cuda" : value);
            continue;
        }
        bool kept = false;
        static const char *const devices[] = {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "--cuda-gpu-arch"};
        for (size_t f = 0; f < sizeof devices / sizeof *devices && !kept; f++)
            if ((kept = (value = flag_value(arguments, count, &i, devices[f])) != NULL))
                views_keep_flag(a, value, flags);
        for (size_t f = 0; f < sizeof whole_flags / sizeof *whole_flags && !kept; f++)
            if ((kept = strcmp(argument, whole_flags[f].from) == 0))
                options_push(a, flags, whole_flags[f].to);
        if (!kept)
            keep_argument_flag(a, arguments, count, &i, of_nvcc, flags);
    }
    return unread;
}
