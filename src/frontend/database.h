// Compilation database: the flags of an input from compile_commands.json (-p DIR).
//
// In:  options with `database_dir`, one input. Out: options whose compiler_flags begin with the part of the input's
// command that a parse needs, relative folders made absolute; those of the command line follow, so that they win.
// A header or another file without a command gets that of the nearest file, as clang's tools do it, and a
// warning; of several commands the first one counts, with a warning where the others differ.
#ifndef PTCC_FRONTEND_DATABASE_H
#define PTCC_FRONTEND_DATABASE_H

#include "frontend/options.h"

// Without `database_dir` a copy of `*o`. False after a diagnostic.
bool database_apply(arena *a, const options *o, const char *input, diagnostics *d, options *out);

#endif
