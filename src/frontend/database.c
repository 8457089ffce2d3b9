// Compilation database: see database.h. Reading is libclang's; what nvcc's and clang's flags mean for a parse is
// options_keep_parse_flags.
#include "frontend/database.h"

#include "frontend/ast.h"

#include "support/path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fail(diagnostics *d, const char *dir, const char *why)
{
    diagnostics_add(d, SEVERITY_FATAL, "pt-compile-commands", span_make(NULL, 0, 0), "'%s/compile_commands.json' %s", dir,
                    why);
    return false;
}

static const char *absolute(arena *a, const char *folder, const char *path)
{
    return path[0] == '/' ? path : arena_format(a, "%s/%s", folder, path);
}

// Flags were written for the folder in which the command runs, which is not ours.
static void make_absolute(arena *a, string_list *flags, const char *folder)
{
    static const char *const separate[] = {"-isystem", "-iquote", "-idirafter"};
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->items[i];
        if (strncmp(flag, "-I", 2) == 0 && flag[2] && flag[2] != '/')
            flags->items[i] = arena_format(a, "-I%s/%s", folder, flag + 2);
        if (i + 1 == flags->count)
            continue;
        for (size_t s = 0; s < sizeof separate / sizeof *separate; s++)
            if (strcmp(flag, separate[s]) == 0)
                flags->items[i + 1] = absolute(a, folder, flags->items[i + 1]);
        // A file that is included first is looked for in the folder, and then where headers are.
        const char *there = absolute(a, folder, flags->items[i + 1]);
        if ((strcmp(flag, "-include") == 0 || strcmp(flag, "-imacros") == 0) && access(there, R_OK) == 0)
            flags->items[i + 1] = there;
    }
}

static bool is_listed(arena *a, const ast_compile_commands *all, const char *resolved)
{
    for (size_t i = 0; i < all->count; i++) {
        const char *file = all->items[i].file;
        char there[PATH_MAX];
        if (strcmp(path_base(file), path_base(resolved)) == 0 &&
            realpath(absolute(a, all->items[i].folder, file), there) && strcmp(there, resolved) == 0)
            return true;
    }
    return false;
}

// `unread` is the first options file that cannot be read, if any.
static string_list flags_of(arena *a, const ast_compile_command *command, const char **unread)
{
    string_list flags = {0};
    const bool of_nvcc = command->count && strstr(command->arguments[0], "nvcc");
    *unread = options_keep_parse_flags(a, command->arguments, command->count, 1, command->folder, of_nvcc, &flags);
    make_absolute(a, &flags, command->folder);
    return flags;
}

// The next flag from `i` on; NULL behind the last. Whether there is optimising (options_compiler.c) is not told apart: a file is often compiled
// both ways, and where its text asks, the output does.
static const char *next_flag(const string_list *flags, size_t *i)
{
    while (*i < flags->count && strcmp(flags->items[*i], "-D__OPTIMIZE__=1") == 0)
        ++*i;
    return *i < flags->count ? flags->items[(*i)++] : NULL;
}

static bool are_equal(const string_list *x, const string_list *y)
{
    for (size_t i = 0, k = 0;;) {
        const char *const a = next_flag(x, &i), *const b = next_flag(y, &k);
        if (!a || !b)
            return a == b;
        if (strcmp(a, b) != 0)
            return false;
    }
}

static void warn(diagnostics *d, const char *dir, const char *what, const char *input, const char *result)
{
    diagnostics_add(d, SEVERITY_WARNING, "pt-compile-commands", span_make(NULL, 0, 0), "'%s/compile_commands.json' %s '%s': %s", dir, what,
                    input, result);
}

bool database_apply(arena *a, const options *o, const char *input, diagnostics *d, options *out)
{
    *out = *o;
    if (!o->database_dir)
        return true;
    const char *error = NULL;
    const char *file = arena_format(a, "%s/compile_commands.json", o->database_dir);
    if (access(file, R_OK) != 0 && !source_load(a, file, &error))
        return fail(d, o->database_dir, arena_format(a, "cannot be read: %s", error));
    char resolved[PATH_MAX];
    if (!realpath(input, resolved))
        return true; // reading the input will say why
    ast_compile_commands commands = {0}, all = {0};
    switch (ast_find_compile_commands(a, o->database_dir, resolved, &commands, &all)) {
    case AST_DATABASE_BROKEN:
        return fail(d, o->database_dir, "is no compilation database");
    case AST_DATABASE_NO_COMMAND:
        return fail(d, o->database_dir, arena_format(a, "has no command for '%s'", input));
    case AST_DATABASE_FOUND:
        break;
    }
    const char *unread = NULL, *ignored = NULL;
    string_list flags = flags_of(a, &commands.items[0], &unread);
    if (unread)
        return options_file_is_missing(d, unread);
    bool differ = false;
    for (size_t i = 1; i < commands.count; i++) {
        const string_list other = flags_of(a, &commands.items[i], &ignored);
        differ |= !are_equal(&flags, &other);
    }
    // Headers are never listed; a file that is compiled should be.
    if (!is_listed(a, &all, resolved))
        warn(d, o->database_dir, "has no command for", input, "the flags of another file are taken; give its own behind '--'");
    else if (differ)
        warn(d, o->database_dir, "has several commands for", input, "the flags of the first one are taken, and others differ");
    for (size_t i = 0; i < o->compiler_flags.count; i++)
        *ARENA_PUSH(a, &flags) = o->compiler_flags.items[i];
    out->compiler_flags = flags;
    const char *old = options_old_standard(&flags);
    return !old || fail(d, o->database_dir, arena_format(a, "compiles '%s' as %s: the headers that the output includes need C++14 or later; "
                                                         "add -std=c++14", input, old));
}
