// Diagnostics: collecting, sorting, and choosing among the three ways to show them.
//
// In:  what diagnostics_add is told. Out: each diagnostic once, by file, line and order of arrival, its notes behind it; exit status.
// The ways: diagnostic_text.c, diagnostic_json.c, diagnostic_sarif.c.
#include "support/diagnostic_show.h"

#include <stdlib.h>
#include <string.h>

// ---- Collecting

diagnostics *diagnostics_new(arena *a)
{
    diagnostics *d = arena_alloc(a, sizeof *d);
    d->arena = a;
    return d;
}

static size_t hash_bytes(size_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * 1099511628211u; // FNV-1a
    return hash;
}

static size_t hash_of(const diagnostic *one, size_t parent)
{
    size_t hash = 14695981039346656037u;
    hash = hash_bytes(hash, one->code, strlen(one->code));
    hash = hash_bytes(hash, &one->at.file, sizeof one->at.file);
    hash = hash_bytes(hash, &one->at.begin, sizeof one->at.begin);
    hash = hash_bytes(hash, one->message, strlen(one->message));
    return hash_bytes(hash, &parent, sizeof parent);
}

// A note under another parent is another note; of the rest, place, code and message decide.
static bool same(const diagnostic *a, const diagnostic *b)
{
    if ((a->severity == SEVERITY_NOTE) != (b->severity == SEVERITY_NOTE))
        return false;
    if (a->severity == SEVERITY_NOTE && a->parent != b->parent)
        return false;
    return a->at.file == b->at.file && a->at.begin == b->at.begin && a->at.end == b->at.end &&
           strcmp(a->code, b->code) == 0 && strcmp(a->message, b->message) == 0;
}

static size_t hash_key(const diagnostic *one)
{
    return hash_of(one, one->severity == SEVERITY_NOTE ? one->parent + 1 : 0);
}

static void rehash(diagnostics *d)
{
    d->bucket_count = d->bucket_count ? d->bucket_count * 2 : 64;
    d->buckets = arena_alloc(d->arena, d->bucket_count * sizeof *d->buckets);
    for (size_t i = 0; i < d->count; i++) {
        size_t at = hash_key(&d->items[i]) % d->bucket_count;
        while (d->buckets[at])
            at = (at + 1) % d->bucket_count;
        d->buckets[at] = i + 1;
    }
}

diagnostic *diagnostics_add(diagnostics *d, severity s, const char *code, span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(d->arena, format, args);
    va_end(args);

    diagnostic new_one = {.severity = s, .code = code ? code : "", .at = at, .message = message};
    bool is_note = s == SEVERITY_NOTE && d->count > 0;
    new_one.parent = is_note ? d->last_parent : d->count;
    if (d->count * 2 >= d->bucket_count)
        rehash(d);
    size_t bucket = hash_key(&new_one) % d->bucket_count;
    for (; d->buckets[bucket]; bucket = (bucket + 1) % d->bucket_count) {
        diagnostic *known = &d->items[d->buckets[bucket] - 1];
        if (same(known, &new_one)) {
            if (!is_note)
                d->last_parent = known->parent; // its notes, if they come again, are known as well
            if (s > known->severity)
                known->severity = s;
            return known;
        }
    }
    new_one.order = d->count;
    new_one.code = arena_string(d->arena, new_one.code);
    diagnostic *added = ARENA_PUSH(d->arena, d);
    *added = new_one;
    d->buckets[bucket] = d->count;
    if (!is_note)
        d->last_parent = new_one.parent;
    return added;
}

severity diagnostic_shown_severity(const diagnostics *d, const diagnostic *one)
{
    return one->severity == SEVERITY_WARNING && d->warnings_are_errors ? SEVERITY_ERROR : one->severity;
}

size_t diagnostics_errors(const diagnostics *d)
{
    size_t errors = 0;
    for (size_t i = 0; i < d->count; i++)
        errors += diagnostic_shown_severity(d, &d->items[i]) >= SEVERITY_ERROR;
    return errors;
}

bool diagnostics_has_fatal(const diagnostics *d)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->items[i].severity == SEVERITY_FATAL)
            return true;
    return false;
}

int diagnostics_exit_status(const diagnostics *d)
{
    return diagnostics_has_fatal(d) ? 2 : diagnostics_errors(d) > 0 ? 1 : 0;
}

// ---- Order of showing

static int compare_numbers(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_shown(const void *left, const void *right)
{
    const shown *a = left, *b = right;
    int by = compare_numbers(a->file_rank, b->file_rank);
    if (!by && a->parent->at.file)
        by = compare_numbers(source_position(a->parent->at.file, a->parent->at.begin).line,
                             source_position(b->parent->at.file, b->parent->at.begin).line);
    if (!by)
        by = compare_numbers(a->parent->order, b->parent->order);
    if (!by)
        by = compare_numbers(a->one->order, b->one->order);
    return by;
}

static shown *sorted_for_showing(const diagnostics *d, size_t *count)
{
    shown *list = arena_alloc(d->arena, d->count * sizeof *list);
    const source **files = arena_alloc(d->arena, d->count * sizeof *files);
    size_t file_count = 0;
    *count = 0;
    for (size_t i = 0; i < d->count; i++) {
        const diagnostic *one = &d->items[i], *parent = &d->items[one->parent];
        if (parent->severity == SEVERITY_REMARK && !d->show_remarks)
            continue;
        size_t rank = 0;
        while (rank < file_count && files[rank] != parent->at.file)
            rank++;
        if (rank == file_count)
            files[file_count++] = parent->at.file;
        list[(*count)++] = (shown){one, parent, rank};
    }
    qsort(list, *count, sizeof *list, compare_shown);
    return list;
}

const char *diagnostic_severity_name(severity s)
{
    switch (s) {
    case SEVERITY_NOTE:
        return "note";
    case SEVERITY_REMARK:
        return "remark";
    case SEVERITY_WARNING:
        return "warning";
    case SEVERITY_ERROR:
        return "error";
    case SEVERITY_FATAL:
        return "fatal error";
    }
    return "error";
}

void diagnostics_print(const diagnostics *d, diagnostics_format format, bool color, FILE *out)
{
    size_t count;
    shown *list = sorted_for_showing(d, &count);
    switch (format) {
    case DIAGNOSTICS_TEXT:
        diagnostics_print_text(d, list, count, color, out);
        break;
    case DIAGNOSTICS_JSON:
        diagnostics_print_json(d, list, count, out);
        break;
    case DIAGNOSTICS_SARIF:
        diagnostics_print_sarif(d, list, count, out);
        break;
    }
    fflush(out);
}
