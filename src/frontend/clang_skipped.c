// What the preprocessor skipped in a file.
//
// In:  the parsed unit. Out: ranges of its files.
// Invariant: libclang is asked for the ranges once; a file that comes in several times skips what each time skips.
#include "frontend/clang_parts.h"

// What was skipped one of the times that a file was entered.
typedef struct skipped_time {
    int file;
    unsigned begin; // of its span
    ast_ranges ranges;
} skipped_time;
typedef LIST_OF(skipped_time) skipped_times;

static ast_ranges *skipped_in(ast *t, skipped_times *times, int file, unsigned begin)
{
    for (size_t i = times->count; i-- > 0;) // they come file by file
        if (times->items[i].file == file && times->items[i].begin == begin)
            return &times->items[i].ranges;
    *ARENA_PUSH(t->arena, times) = (skipped_time){.file = file, .begin = begin};
    return &times->items[times->count - 1].ranges;
}

static ast_ranges in_both(ast *t, ast_ranges one, ast_ranges other)
{
    ast_ranges both = {0};
    for (size_t i = 0; i < one.count; i++)
        for (size_t k = 0; k < other.count; k++) {
            ast_range r = one.items[i];
            r.begin = other.items[k].begin > r.begin ? other.items[k].begin : r.begin;
            r.end = other.items[k].end < r.end ? other.items[k].end : r.end;
            if (r.begin < r.end)
                *ARENA_PUSH(t->arena, &both) = r;
        }
    return both;
}

// For those of one file libclang goes through all files and macros. A file that is included several times, with other macros, counts as skipped
// where it is skipped each time.
static const CXSourceRangeList *all_skipped(ast *t)
{
    if (t->skipped)
        return t->skipped;
    t->skipped = clang_getAllSkippedRanges(t->unit);
    skipped_times times = {0};
    for (unsigned i = 0; t->skipped && i < t->skipped->count; i++) {
        const file_span *const s = cx_span_of(t, clang_getRangeStart(t->skipped->ranges[i]));
        if (!s || s->index < 0)
            continue;
        const int file = s->index;
        const unsigned begin = s->begin;
        const ast_range range = cx_range_of(t, t->skipped->ranges[i]);
        if (range.file == file)
            *ARENA_PUSH(t->arena, skipped_in(t, &times, file, begin)) = range;
    }
    for (size_t file = 0; file < t->places.files.count; file++) {
        file_entry *const f = &t->places.files.items[file];
        size_t found = 0;
        for (size_t i = 0; i < times.count; i++)
            if (times.items[i].file == (int)file)
                f->skipped = found++ ? in_both(t, f->skipped, times.items[i].ranges) : times.items[i].ranges;
        if (found < f->times)
            f->skipped.count = 0; // all of it counted once
    }
    return t->skipped;
}

ast_ranges ast_skipped(ast *t, int file)
{
    all_skipped(t);
    return t->places.files.items[file].skipped;
}
