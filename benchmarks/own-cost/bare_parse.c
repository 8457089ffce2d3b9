// The bare parse that ptcc needs, and nothing else: what ptcc's own cost is measured against (measure.py).
//
// In:  ptcc's own options and one file. Out: exit status 0 when libclang gave a translation unit.
// Invariant: arguments, virtual files and options come out of ptcc's front end, so they are the same by construction.
#include "frontend/parse_input.h"

#include <clang-c/Index.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    arena *a = arena_new();
    diagnostics *d = diagnostics_new(a);
    options o;
    parse_input input;
    if (!options_parse(a, argc, (const char *const *)argv, d, &o) || o.inputs.count != 1 ||
        !parse_input_make(a, &o, 0, d, &input)) {
        diagnostics_print(d, o.format, false, stderr);
        return 2;
    }
    struct CXUnsavedFile *unsaved = arena_alloc(a, (input.file_count + 1) * sizeof *unsaved);
    for (size_t i = 0; i < input.file_count; i++)
        unsaved[i] = (struct CXUnsavedFile){input.files[i].path, input.files[i].bytes, input.files[i].length};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, o.inputs.items[0], input.arguments, (int)input.argument_count, unsaved,
                                    (unsigned)input.file_count, ast_parse_options(), &unit);
    if (unit)
        clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    arena_free(a);
    return code == CXError_Success && unit ? 0 : 1;
}
