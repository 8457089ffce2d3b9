// Fuzzer of the edit list (libFuzzer): random edits against a model that is too simple to be wrong.
//
// In:  bytes; the first says how long the file is, then the file, then edits of four bytes each (kind and length,
// offset, text, text's length). Out: nothing; aborts when the edited text differs from the model's, for the whole file,
// for ranges, or when edit_touches and the text disagree. Edits that may not meet (edit.h) are left out, so that an
// abort in edit.c is a bug as well.
// The model: for each byte of the file, what stands before it, and whether and by what it is replaced.
#include "transform/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 64, EDITS_MOST = 48, INSERTED_MOST = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes);

typedef struct model {
    char before[FILE_MOST + 1][EDITS_MOST * INSERTED_MOST + 1]; // insertions at an offset, in order of arrival
    char instead[FILE_MOST][INSERTED_MOST + 1];                 // a removal's text, at its first byte
    bool removed[FILE_MOST], starts_removal[FILE_MOST], inside_removal[FILE_MOST + 1];
} model;

static void model_text(const model *m, const source *file, size_t begin, size_t end, text *out)
{
    for (size_t i = begin; i < end; i++) {
        text_add(out, m->before[i]);
        if (m->starts_removal[i])
            text_add(out, m->instead[i]);
        if (!m->removed[i])
            text_add_char(out, file->bytes[i]);
    }
    if (end == file->length)
        text_add(out, m->before[end]);
}

// A removal may not meet another one, nor have an insertion inside.
static bool may_remove(const model *m, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (m->removed[i] || (i > begin && m->before[i][0]))
            return false;
    return true;
}

static void compare(const edit_list *e, const model *m, size_t begin, size_t end)
{
    text got = text_new(e->arena), expected = text_new(e->arena);
    edit_apply(e, begin, end, &got);
    model_text(m, e->file, begin, end, &expected);
    if (got.length != expected.length || memcmp(got.bytes, expected.bytes, got.length) != 0) {
        fprintf(stderr, "[%zu, %zu): got '%s', expected '%s'\n", begin, end, got.bytes, expected.bytes);
        abort();
    }
    // Untouched exactly when nothing was inserted at or behind `begin`, and nothing is removed.
    bool touched = false;
    for (size_t i = begin; i < end; i++)
        touched |= m->removed[i] || m->before[i][0];
    if (touched != edit_touches(e, begin, end))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    if (size_bytes < 1)
        return 0;
    size_t length = bytes[0] % (FILE_MOST + 1);
    bytes++;
    size_bytes--;
    if (length > size_bytes)
        length = size_bytes;
    arena *a = arena_new();
    source *file = source_from_memory(a, "fuzz", (const char *)bytes, length);
    bytes += length;
    size_bytes -= length;

    edit_list *e = edit_list_new(a, file);
    model *m = arena_alloc(a, sizeof *m);
    for (size_t number = 0; number < EDITS_MOST && size_bytes >= 4; number++, bytes += 4, size_bytes -= 4) {
        size_t begin = bytes[1] % (length + 1), end = begin + (bytes[0] >> 2) % (length - begin + 1);
        char inserted[INSERTED_MOST + 1] = "";
        for (size_t i = 0; i < bytes[3] % INSERTED_MOST; i++)
            inserted[i] = (char)('a' + (bytes[2] + i) % 26);
        if ((bytes[0] & 3) == 0 || begin == end) {
            if (begin < length && m->inside_removal[begin])
                continue;
            edit_insert(e, begin, inserted);
            strcat(m->before[begin], inserted);
            continue;
        }
        if (!may_remove(m, begin, end))
            continue;
        if ((bytes[0] & 3) == 1) {
            edit_remove(e, begin, end);
        } else {
            edit_replace(e, begin, end, inserted);
            strcpy(m->instead[begin], inserted);
        }
        m->starts_removal[begin] = true;
        for (size_t i = begin; i < end; i++) {
            m->removed[i] = true;
            m->inside_removal[i] = i > begin;
        }
    }
    compare(e, m, 0, length);
    // Every pair of borders that cuts no removal in two.
    for (size_t begin = 0; begin <= length; begin++)
        for (size_t end = begin; end <= length; end += 7)
            if (!m->inside_removal[begin] && !m->inside_removal[end])
                compare(e, m, begin, end);
    arena_free(a);
    return 0;
}
