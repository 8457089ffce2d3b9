// Writing results: all files of a run, or none of them.
//
// In:  paths and bytes. Out: files, or standard output for "-".
// Invariant: each file is written to a temporary one in its folder, synced, and only when all of them are complete are
// they renamed over the old ones. A full disk or an unwritable folder is a SEVERITY_FATAL diagnostic and leaves every
// old file as it was (but for those renamed already, where a later rename fails all the same, by an error of the disk, say). Mode bits of a file that exists are kept; a link is followed, not replaced. What is no regular
// file (a device, a pipe) is written to directly.
#ifndef PTCC_TRANSFORM_PRINT_H
#define PTCC_TRANSFORM_PRINT_H

#include "support/diagnostic.h"

typedef struct output {
    const char *path; // "-": standard output
    const char *bytes;
    size_t length;
} output;

typedef struct output_list {
    output *items;
    size_t count, capacity;
} output_list;

// False, with diagnostics, where one would be written over a file that was read, or over another one.
bool outputs_check(const output_list *outputs, const char *const *sources, size_t source_count, diagnostics *d);

// Writes all. False after a diagnostic; then none of the regular files was changed.
bool outputs_write(arena *a, const output_list *outputs, diagnostics *d);

// One file: the same for a list of one.
bool output_write(arena *a, const char *path, const text *content, diagnostics *d);

// The folder of --out-dir, with its parents, when it does not exist yet.
bool output_make_folder(arena *a, const char *path, diagnostics *d);

// A depfile's text, escaped for make: "target: dependency \ dependency".
// `phony`: each dependency but the first is a target without a rule, so that make goes on where one is gone.
const char *depfile_text(arena *a, const char *const *targets, size_t target_count, const char *const *dependencies,
                         size_t dependency_count, bool phony);

#endif
