// Edit list: selects the edits of a range, sorts them, checks that none overlap, and writes the new text in one pass.
#include "transform/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void bug(const edit_list *e, const char *what, size_t offset)
{
    position p = source_position(e->file, offset <= e->file->length ? offset : e->file->length);
    fprintf(stderr, "ptcc: bug: %s:%zu:%zu: %s\n", e->file->path, p.line, p.column, what);
    abort();
}

edit_list *edit_list_new(arena *a, const source *file)
{
    edit_list *e = arena_alloc(a, sizeof *e);
    e->arena = a;
    e->file = file;
    return e;
}

static void note_removal(edit_list *e, size_t offset) { e->removals[offset / 8] |= (unsigned char)(1u << offset % 8); }

static void add(edit_list *e, size_t begin, size_t end, const char *inserted, size_t inserted_bytes)
{
    if (begin > end || end > e->file->length)
        bug(e, "an edit leaves the file", end);
    if (begin == end && inserted_bytes == 0)
        return; // changes nothing, so it must not count as touching either
    edit *added = ARENA_PUSH(e->arena, e);
    *added = (edit){.offset = begin,
                    .removed_bytes = end - begin,
                    .inserted = inserted,
                    .inserted_bytes = inserted_bytes};
    if (e->removals && begin != end)
        note_removal(e, begin);
}

static void add_copied(edit_list *e, size_t begin, size_t end, const char *inserted)
{
    size_t inserted_bytes = strlen(inserted);
    add(e, begin, end, arena_copy(e->arena, inserted, inserted_bytes), inserted_bytes);
}

edit_list *edit_list_copy(const edit_list *e)
{
    edit_list *copy = edit_list_new(e->arena, e->file);
    copy->capacity = e->count + 8; // a few more for what the copy is made for
    copy->items = arena_alloc(e->arena, copy->capacity * sizeof *copy->items);
    copy->count = e->count;
    if (e->count)
        memcpy(copy->items, e->items, e->count * sizeof *copy->items);
    return copy;
}

void edit_reserve(edit_list *e, size_t count)
{
    e->items = arena_alloc(e->arena, count * sizeof *e->items);
    e->capacity = count;
}

void edit_insert_text(edit_list *e, size_t offset, const text *inserted)
{
    add(e, offset, offset, inserted->bytes, inserted->length);
}

void edit_insert(edit_list *e, size_t offset, const char *text)
{
    add_copied(e, offset, offset, text);
}

void edit_replace(edit_list *e, size_t begin, size_t end, const char *text)
{
    add_copied(e, begin, end, text);
}

void edit_remove(edit_list *e, size_t begin, size_t end)
{
    add(e, begin, end, "", 0);
}

void edit_replace_keeping_lines(edit_list *e, size_t begin, size_t end, const char *replacement)
{
    text inserted = text_new(e->arena);
    text_add(&inserted, replacement);
    for (size_t i = begin; i < end; i++)
        if (e->file->bytes[i] == '\n')
            text_add_char(&inserted, '\n');
    add(e, begin, end, inserted.bytes, inserted.length);
}

bool edit_touches(const edit_list *e, size_t begin, size_t end)
{
    for (size_t i = 0; i < e->count; i++) {
        const edit *one = &e->items[i];
        if (one->removed_bytes == 0 ? one->offset >= begin && one->offset < end
                                    : one->offset < end && one->offset + one->removed_bytes > begin)
            return true;
    }
    return false;
}

bool edit_removes_at(edit_list *e, size_t offset)
{
    if (!e->removals) {
        e->removals = arena_alloc(e->arena, e->file->length / 8 + 1);
        for (size_t i = 0; i < e->count; i++)
            if (e->items[i].removed_bytes)
                note_removal(e, e->items[i].offset);
    }
    return e->removals[offset / 8] >> offset % 8 & 1;
}

// By offset; at one offset insertions first (the removal's replacement stands behind them), then by arrival: by their place in the list.
static int compare_edits(const void *left, const void *right)
{
    const edit *a = *(const edit *const *)left, *b = *(const edit *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    bool a_removes = a->removed_bytes > 0, b_removes = b->removed_bytes > 0;
    if (a_removes != b_removes)
        return a_removes ? 1 : -1;
    return a < b ? -1 : a > b;
}

// An insertion at `end` belongs to what follows, unless nothing follows.
static bool lies_within(const edit_list *e, const edit *one, size_t begin, size_t end)
{
    if (one->removed_bytes == 0)
        return one->offset >= begin && (one->offset < end || (one->offset == end && end == e->file->length));
    if (one->offset >= end || one->offset + one->removed_bytes <= begin)
        return false;
    if (one->offset < begin || one->offset + one->removed_bytes > end)
        bug(e, "an edit crosses the border of the text that is copied", one->offset);
    return true;
}

size_t edit_length(const edit_list *e, size_t begin, size_t end)
{
    size_t length = end - begin;
    for (size_t i = 0; i < e->count; i++)
        if (lies_within(e, &e->items[i], begin, end))
            length += e->items[i].inserted_bytes;
    return length;
}

void edit_pieces(const edit_list *e, size_t begin, size_t end, edit_sink *take, void *to)
{
    if (begin > end || end > e->file->length)
        bug(e, "a copy leaves the file", end);
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++)
        count += lies_within(e, &e->items[i], begin, end);
    // Only the edits of this range are sorted: a file of 500 kernels asks for 500 ranges.
    const edit **sorted = count ? arena_alloc(e->arena, count * sizeof *sorted) : NULL;
    count = 0;
    for (size_t i = 0; i < e->count; i++)
        if (lies_within(e, &e->items[i], begin, end))
            sorted[count++] = &e->items[i];
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, compare_edits);

    size_t copied_to = begin;
    for (size_t i = 0; i < count; i++) {
        const edit *one = sorted[i];
        if (one->offset < copied_to)
            bug(e, "two edits overlap", one->offset);
        take(to, e->file->bytes + copied_to, one->offset - copied_to);
        take(to, one->inserted, one->inserted_bytes);
        copied_to = one->offset + one->removed_bytes;
    }
    take(to, e->file->bytes + copied_to, end - copied_to);
}

static void append(void *to, const char *bytes, size_t length) { text_append(to, bytes, length); }

void edit_apply(const edit_list *e, size_t begin, size_t end, text *out)
{
    if (begin <= end)
        text_reserve(out, edit_length(e, begin, end));
    edit_pieces(e, begin, end, append, out);
}
