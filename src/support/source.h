// Source files: their bytes exactly as on disk, with a line table.
//
// In:  a path. Out: a `source` owned by the arena, addressed by byte offset.
// Invariant: `bytes` is never changed after loading; offsets count bytes from 0, lines and columns from 1
// (column = byte offset in the line + 1, as clang counts). A BOM belongs to the bytes.
#ifndef PTCC_SUPPORT_SOURCE_H
#define PTCC_SUPPORT_SOURCE_H

#include "support/arena.h"
#include "support/text.h"

#include <stdint.h>

typedef struct source {
    const char *path; // as the user named it: this is what diagnostics and #line show
    const char *bytes;
    size_t length;
    size_t *line_starts; // offset of the first byte of each line
    size_t line_count;
} source;

typedef struct byte_range {
    size_t begin, end;
} byte_range;

static inline bool byte_range_holds(byte_range r, size_t offset) { return offset >= r.begin && offset < r.end; }

static inline bool byte_ranges_hold(const byte_range *items, size_t count, size_t offset) // one of them does
{
    for (size_t i = 0; i < count; i++)
        if (byte_range_holds(items[i], offset))
            return true;
    return false;
}

typedef struct span { // half-open range of bytes in one source
    const source *file;
    size_t begin, end;
} span;

typedef struct position {
    size_t line, column; // from 1
} position;

// Reads a whole file. Returns NULL and sets `*error` (arena string, e.g. "No such file or directory",
// "Is a directory") when it cannot be read; files above 1 GiB are refused.
source *source_load(arena *a, const char *path, const char **error);

// Is the word somewhere in the file? Reads no more than it must and keeps nothing. `*is_read` is false where it cannot be read to the end.
bool source_file_has(const char *path, const char *word, bool *is_read);

// Do both paths lead to one regular file? False where one of them leads to none.
bool source_is_one_file(const char *a, const char *b);

// A source made of memory (tests, virtual files). The bytes are copied.
source *source_from_memory(arena *a, const char *path, const char *bytes, size_t length);

position source_position(const source *file, size_t offset);
slice source_line(const source *file, size_t line); // without its line ending
slice span_text(span s);
span span_make(const source *file, size_t begin, size_t end);

#endif
