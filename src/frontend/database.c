// Compilation database: see database.h. Reading is libclang's; what nvcc's and clang's flags mean for a parse is
// options_keep_parse_flags.
#include "frontend/database.h"

#include "frontend/ast.h"

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
    ast_compile_command command;
    switch (ast_find_compile_command(a, o->database_dir, resolved, &command)) {
    case AST_DATABASE_BROKEN:
        return fail(d, o->database_dir, "is no compilation database");
    case AST_DATABASE_NO_COMMAND:
        return fail(d, o->database_dir, arena_format(a, "has no command for '%s'", input));
    case AST_DATABASE_FOUND:
        break;
    }
    string_list flags = {0};
    options_keep_parse_flags(a, command.arguments, command.count, &flags);
    make_absolute(a, &flags, command.folder);
    for (size_t i = 0; i < o->compiler_flags.count; i++)
        *ARENA_PUSH(a, &flags) = o->compiler_flags.items[i];
    out->compiler_flags = flags;
    return true;
}
