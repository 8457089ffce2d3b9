// Which commands compile a file: compile_commands.json, read by libclang.
//
// In:  the folder it is in, the file's path. Out: commands, copied into the arena.
// Invariant: no unit is parsed, and nothing is remembered.
#include "frontend/clang_parts.h"

#include <clang-c/CXCompilationDatabase.h>

static void take_commands(arena *a, CXCompileCommands from, bool with_arguments, ast_compile_commands *to)
{
    for (unsigned i = 0; from && i < clang_CompileCommands_getSize(from); i++) {
        CXCompileCommand one = clang_CompileCommands_getCommand(from, i);
        const unsigned count = with_arguments ? clang_CompileCommand_getNumArgs(one) : 0;
        const char **arguments = arena_alloc(a, count * sizeof *arguments);
        for (unsigned k = 0; k < count; k++)
            arguments[k] = cx_take_string(a, clang_CompileCommand_getArg(one, k));
        *ARENA_PUSH(a, to) = (ast_compile_command){cx_take_string(a, clang_CompileCommand_getDirectory(one)),
                                                   cx_take_string(a, clang_CompileCommand_getFilename(one)), arguments, count};
    }
    if (from)
        clang_CompileCommands_dispose(from);
}

ast_database ast_find_compile_commands(arena *a, const char *folder, const char *absolute_path, ast_compile_commands *commands,
                                       ast_compile_commands *all)
{
    CXCompilationDatabase_Error error = CXCompilationDatabase_NoError;
    CXCompilationDatabase database = clang_CompilationDatabase_fromDirectory(folder, &error);
    if (error != CXCompilationDatabase_NoError)
        return AST_DATABASE_BROKEN;
    take_commands(a, clang_CompilationDatabase_getCompileCommands(database, absolute_path), true, commands);
    take_commands(a, clang_CompilationDatabase_getAllCompileCommands(database), false, all);
    clang_CompilationDatabase_dispose(database);
    return commands->count ? AST_DATABASE_FOUND : AST_DATABASE_NO_COMMAND;
}
