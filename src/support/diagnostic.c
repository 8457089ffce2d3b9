// Diagnostics: collecting, sorting, and the three ways to show them.
//
// Text follows clang's layout, so that editors and people who know clang's messages know ours:
//
//     vadd.cu:3:27: error: unknown schedule 'dinamic'; did you mean 'dynamic'? [pt-unknown-schedule]
//         3 | #pragma pt kernel schedule(dinamic)
//           |                            ^~~~~~~
//           |                            dynamic
//
// Columns in the head count bytes as clang does; the caret line counts what a terminal shows: tabs reach the next
// multiple of 8, UTF-8 takes one column or two, other bytes are shown as <9C>. Lines wider than the window are cut
// around the caret. SARIF: OASIS "Static Analysis Results Interchange Format 2.1.0", columns in code points.
#include "support/diagnostic.h"

#include <stdlib.h>
#include <string.h>

enum { TAB_COLUMNS = 8, WINDOW_COLUMNS = 160, CONTEXT_COLUMNS = 60 };

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

static severity shown_severity(const diagnostics *d, const diagnostic *one)
{
    return one->severity == SEVERITY_WARNING && d->warnings_are_errors ? SEVERITY_ERROR : one->severity;
}

size_t diagnostics_errors(const diagnostics *d)
{
    size_t errors = 0;
    for (size_t i = 0; i < d->count; i++)
        errors += shown_severity(d, &d->items[i]) >= SEVERITY_ERROR;
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

typedef struct shown {
    const diagnostic *one;
    const diagnostic *parent;
    size_t file_rank; // order in which the parent's file appeared first
} shown;

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

static const char *severity_name(severity s)
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

// ---- UTF-8

// Length of the well-formed UTF-8 sequence at `s`, or 0. The code point goes to `*code_point`.
static size_t utf8_sequence(slice s, size_t at, uint32_t *code_point)
{
    const unsigned char *byte = (const unsigned char *)s.bytes + at;
    size_t left = s.length - at;
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    for (size_t length = 1; length <= 4; length++) {
        if ((byte[0] & forms[length - 1].mask) != forms[length - 1].lead)
            continue;
        if (length > left)
            return 0;
        uint32_t value = byte[0] & (unsigned char)~forms[length - 1].mask;
        for (size_t i = 1; i < length; i++) {
            if ((byte[i] & 0xC0) != 0x80)
                return 0;
            value = value << 6 | (byte[i] & 0x3F);
        }
        if (value < forms[length - 1].least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
            return 0;
        *code_point = value;
        return length;
    }
    return 0;
}

// Columns a terminal gives a code point: the ranges that matter of Unicode's East Asian Width and combining marks.
static size_t code_point_columns(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        unsigned char columns;
    } ranges[] = {{0x300, 0x36F, 0},     {0x483, 0x489, 0},     {0x591, 0x5BD, 0},     {0x610, 0x61A, 0},
                  {0x64B, 0x65F, 0},     {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
                  {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
                  {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFEFF, 0xFEFF, 0},   {0xFF00, 0xFF60, 2},
                  {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1F9FF, 2},
                  {0x20000, 0x3FFFD, 2}, {0xE0100, 0xE01EF, 0}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

// Appends what a terminal shall show for the character at `line[at]`, which stands at column `column` (from 0).
// Returns the bytes consumed; the columns taken go to `*columns`.
static size_t show_character(slice line, size_t at, size_t column, text *out, size_t *columns)
{
    unsigned char byte = (unsigned char)line.bytes[at];
    uint32_t code_point;
    size_t length;
    if (byte == '\t') {
        *columns = TAB_COLUMNS - column % TAB_COLUMNS;
        for (size_t i = 0; i < *columns; i++)
            text_add_char(out, ' ');
        return 1;
    }
    length = utf8_sequence(line, at, &code_point);
    if (length == 0 || code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0)) {
        text_format(out, "<%02X>", byte);
        *columns = 4;
        return 1;
    }
    text_append(out, line.bytes + at, length);
    *columns = code_point_columns(code_point);
    return length;
}

// The column (from 0) of byte `byte` of a line; `byte` may be the line's length.
static size_t display_column(arena *a, slice line, size_t byte)
{
    text ignored = text_new(a);
    size_t column = 0, columns;
    for (size_t at = 0; at < byte && at < line.length;) {
        at += show_character(line, at, column, &ignored, &columns);
        column += columns;
        ignored.length = 0;
    }
    return column;
}

// Cuts a line wider than the window around `caret_byte`, at character borders. Returns the first byte kept.
static size_t cut_to_window(slice *line, size_t caret_byte)
{
    if (line->length <= WINDOW_COLUMNS)
        return 0;
    size_t first = caret_byte > CONTEXT_COLUMNS ? caret_byte - CONTEXT_COLUMNS : 0;
    while (first > 0 && ((unsigned char)line->bytes[first] & 0xC0) == 0x80 && caret_byte - first < CONTEXT_COLUMNS + 4)
        first--;
    size_t length = line->length - first;
    if (length > WINDOW_COLUMNS) {
        length = WINDOW_COLUMNS;
        for (int back = 0; back < 3 && ((unsigned char)line->bytes[first + length] & 0xC0) == 0x80; back++)
            length--;
    }
    *line = (slice){line->bytes + first, length};
    return first;
}

// ---- Text

typedef struct palette {
    const char *bold, *note, *remark, *warning, *error, *caret, *fix, *off;
} palette;

static const palette no_colors = {"", "", "", "", "", "", "", ""};
static const palette terminal_colors = {"\033[1m",    "\033[1;36m", "\033[1;34m", "\033[1;35m",
                                        "\033[1;31m", "\033[1;32m", "\033[32m",   "\033[0m"};

static const char *severity_color(const palette *p, severity s)
{
    switch (s) {
    case SEVERITY_NOTE:
        return p->note;
    case SEVERITY_REMARK:
        return p->remark;
    case SEVERITY_WARNING:
        return p->warning;
    default:
        return p->error;
    }
}

static void text_repeat(text *out, char c, size_t times)
{
    for (size_t i = 0; i < times; i++)
        text_add_char(out, c);
}

static void print_source_line(arena *a, text *out, const diagnostic *one, const palette *p)
{
    const source *file = one->at.file;
    position begin = source_position(file, one->at.begin);
    slice line = source_line(file, begin.line);
    size_t line_begin = file->line_starts[begin.line - 1];
    size_t caret_byte = one->at.begin - line_begin;
    if (caret_byte > line.length)
        caret_byte = line.length; // a place inside the line ending shows behind the last character
    size_t end_byte = one->at.end - line_begin;
    if (end_byte > line.length)
        end_byte = line.length; // a span over several lines is marked to the end of its first
    size_t dropped = cut_to_window(&line, caret_byte);
    caret_byte -= dropped;
    end_byte = end_byte < dropped ? 0 : end_byte - dropped;
    if (end_byte > line.length)
        end_byte = line.length;

    text_format(out, "%5zu | ", begin.line);
    size_t columns, column = 0;
    for (size_t at = 0; at < line.length;) {
        at += show_character(line, at, column, out, &columns);
        column += columns;
    }
    size_t caret_column = display_column(a, line, caret_byte), end_column = display_column(a, line, end_byte);
    text_add(out, "\n      | ");
    text_repeat(out, ' ', caret_column);
    text_add(out, p->caret);
    text_add_char(out, '^');
    if (end_column > caret_column + 1)
        text_repeat(out, '~', end_column - caret_column - 1);
    text_add(out, p->off);
    text_add_char(out, '\n');
    if (one->fix && one->fix[0]) {
        text_add(out, "      | ");
        text_repeat(out, ' ', caret_column);
        text_add(out, p->fix);
        text_append(out, one->fix, strcspn(one->fix, "\r\n"));
        text_add(out, p->off);
        text_add_char(out, '\n');
    }
}

static void print_text(const diagnostics *d, const shown *list, size_t count, bool color, FILE *out)
{
    const palette *p = color ? &terminal_colors : &no_colors;
    size_t warnings = 0, errors = 0;
    for (size_t i = 0; i < count; i++) {
        const diagnostic *one = list[i].one;
        severity s = shown_severity(d, one);
        text t = text_new(d->arena);
        text_add(&t, p->bold);
        if (one->at.file) {
            position begin = source_position(one->at.file, one->at.begin);
            text_format(&t, "%s:%zu:%zu: ", one->at.file->path, begin.line, begin.column);
        } else {
            text_add(&t, "ptcc: ");
        }
        // "fatal" says that a file could not be read to its end; without a file it would only frighten.
        const char *name = one->at.file ? severity_name(s) : severity_name(s == SEVERITY_FATAL ? SEVERITY_ERROR : s);
        text_format(&t, "%s%s%s: %s", p->off, severity_color(p, s), name, p->off);
        text_format(&t, "%s%s", s == SEVERITY_NOTE ? "" : p->bold, one->message);
        if (one->code[0] && s != SEVERITY_NOTE)
            text_format(&t, " [%s%s]", s != one->severity ? "-Werror," : "", one->code);
        text_format(&t, "%s\n", p->off);
        if (one->at.file)
            print_source_line(d->arena, &t, one, p);
        fwrite(t.bytes, 1, t.length, out);
        warnings += s == SEVERITY_WARNING;
        errors += s >= SEVERITY_ERROR;
    }
    if (warnings)
        fprintf(out, "%zu warning%s%s", warnings, warnings == 1 ? "" : "s", errors ? " and " : " generated.\n");
    if (errors)
        fprintf(out, "%zu error%s generated.\n", errors, errors == 1 ? "" : "s");
}

// ---- JSON and SARIF

// Bytes that are no UTF-8 become U+FFFD: JSON must be valid whatever a source file holds.
static void json_string(text *out, const char *string)
{
    slice s = slice_of(string);
    text_add_char(out, '"');
    for (size_t at = 0; at < s.length;) {
        uint32_t code_point;
        size_t length = utf8_sequence(s, at, &code_point);
        if (length == 0) {
            text_add(out, "\xEF\xBF\xBD");
            length = 1;
        } else if (code_point == '"' || code_point == '\\') {
            text_format(out, "\\%c", (char)code_point);
        } else if (code_point < 0x20 || code_point == 0x7F) {
            text_format(out, "\\u%04x", code_point);
        } else {
            text_append(out, s.bytes + at, length);
        }
        at += length;
    }
    text_add_char(out, '"');
}

static void json_member(text *out, const char *name, const char *value)
{
    text_format(out, "\"%s\":", name);
    json_string(out, value);
}

static void json_place(text *out, const diagnostic *one)
{
    if (!one->at.file) {
        text_add(out, "\"file\":null");
        return;
    }
    position begin = source_position(one->at.file, one->at.begin);
    position end = source_position(one->at.file, one->at.end);
    json_member(out, "file", one->at.file->path);
    text_format(out, ",\"line\":%zu,\"column\":%zu,\"end_line\":%zu,\"end_column\":%zu", begin.line, begin.column,
                end.line, end.column);
    text_format(out, ",\"offset\":%zu,\"length\":%zu", one->at.begin, one->at.end - one->at.begin);
}

static void json_body(text *out, const diagnostics *d, const diagnostic *one)
{
    json_member(out, "severity", severity_name(shown_severity(d, one)));
    text_add_char(out, ',');
    json_member(out, "code", one->code);
    text_add_char(out, ',');
    json_place(out, one);
    text_add_char(out, ',');
    json_member(out, "message", one->message);
    if (one->fix) {
        text_add_char(out, ',');
        json_member(out, "fix", one->fix);
    }
}

// One array; each diagnostic holds its notes.
static void print_json(const diagnostics *d, const shown *list, size_t count, FILE *out)
{
    text t = text_new(d->arena);
    text_add_char(&t, '[');
    for (size_t i = 0; i < count;) {
        text_add(&t, i ? ",\n{" : "\n{");
        json_body(&t, d, list[i].one);
        text_add(&t, ",\"notes\":[");
        size_t parent = i++;
        for (; i < count && list[i].parent == list[parent].one; i++) {
            text_add(&t, i > parent + 1 ? ",{" : "{");
            json_body(&t, d, list[i].one);
            text_add_char(&t, '}');
        }
        text_add(&t, "]}");
    }
    text_add(&t, count ? "\n]\n" : "]\n");
    fwrite(t.bytes, 1, t.length, out);
}

// A relative or absolute path as a URI reference (RFC 3986): everything but unreserved characters and '/' is escaped.
static void sarif_uri(text *out, const char *path)
{
    text_add(out, path[0] == '/' ? "\"file://" : "\"");
    for (const char *p = path; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("/-._~", c))
            text_add_char(out, (char)c);
        else
            text_format(out, "%%%02X", c);
    }
    text_add_char(out, '"');
}

static size_t code_points_before(const source *file, position p)
{
    slice line = source_line(file, p.line);
    size_t count = 0;
    for (size_t at = 0; at < line.length && at < p.column - 1; count++) {
        uint32_t ignored;
        size_t length = utf8_sequence(line, at, &ignored);
        at += length ? length : 1;
    }
    return count;
}

static void sarif_region(text *out, const source *file, span at)
{
    position begin = source_position(file, at.begin), end = source_position(file, at.end);
    text_format(out, "{\"startLine\":%zu,\"startColumn\":%zu,\"endLine\":%zu,\"endColumn\":%zu}", begin.line,
                code_points_before(file, begin) + 1, end.line, code_points_before(file, end) + 1);
}

static void sarif_location(text *out, const diagnostic *one, bool with_message)
{
    text_add_char(out, '{');
    if (one->at.file) {
        text_add(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
        sarif_uri(out, one->at.file->path);
        text_add(out, "},\"region\":");
        sarif_region(out, one->at.file, one->at);
        text_add_char(out, '}');
    }
    if (with_message) {
        text_add(out, one->at.file ? ",\"message\":{" : "\"message\":{");
        json_member(out, "text", one->message);
        text_add_char(out, '}');
    }
    text_add_char(out, '}');
}

static const char *sarif_level(severity s)
{
    return s >= SEVERITY_ERROR ? "error" : s == SEVERITY_WARNING ? "warning" : "note";
}

static void sarif_rules(text *out, const shown *list, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        bool known = list[i].one != list[i].parent || !list[i].one->code[0];
        for (size_t j = 0; j < i && !known; j++)
            known = list[j].one == list[j].parent && strcmp(list[j].one->code, list[i].one->code) == 0;
        if (known)
            continue;
        text_add(out, any ? ",{" : "{");
        json_member(out, "id", list[i].one->code);
        text_add_char(out, '}');
        any = true;
    }
}

static void sarif_result(text *out, const diagnostics *d, const shown *list, size_t first, size_t end)
{
    const diagnostic *one = list[first].one;
    text_add_char(out, '{');
    if (one->code[0]) {
        json_member(out, "ruleId", one->code);
        text_add_char(out, ',');
    }
    json_member(out, "level", sarif_level(shown_severity(d, one)));
    text_add(out, ",\"message\":{");
    json_member(out, "text", one->message);
    text_add(out, "},\"locations\":[");
    if (one->at.file)
        sarif_location(out, one, false);
    text_add_char(out, ']');
    if (end > first + 1) {
        text_add(out, ",\"relatedLocations\":[");
        for (size_t i = first + 1; i < end; i++) {
            if (i > first + 1)
                text_add_char(out, ',');
            sarif_location(out, list[i].one, true);
        }
        text_add_char(out, ']');
    }
    if (one->fix && one->at.file) {
        text_add(out, ",\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":");
        sarif_uri(out, one->at.file->path);
        text_add(out, "},\"replacements\":[{\"deletedRegion\":");
        sarif_region(out, one->at.file, one->at);
        text_add(out, ",\"insertedContent\":{");
        json_member(out, "text", one->fix);
        text_add(out, "}}]}]}]");
    }
    text_add_char(out, '}');
}

static void print_sarif(const diagnostics *d, const shown *list, size_t count, FILE *out)
{
    text t = text_new(d->arena);
    text_add(&t, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
                 "\"tool\":{\"driver\":{\"name\":\"ptcc\",\"rules\":[");
    sarif_rules(&t, list, count);
    text_add(&t, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && list[end].parent == list[i].one)
            end++;
        text_add(&t, i ? ",\n" : "\n");
        sarif_result(&t, d, list, i, end);
        i = end;
    }
    text_add(&t, count ? "\n]}]}\n" : "]}]}\n");
    fwrite(t.bytes, 1, t.length, out);
}

void diagnostics_print(const diagnostics *d, diagnostics_format format, bool color, FILE *out)
{
    size_t count;
    shown *list = sorted_for_showing(d, &count);
    switch (format) {
    case DIAGNOSTICS_TEXT:
        print_text(d, list, count, color, out);
        break;
    case DIAGNOSTICS_JSON:
        print_json(d, list, count, out);
        break;
    case DIAGNOSTICS_SARIF:
        print_sarif(d, list, count, out);
        break;
    }
    fflush(out);
}
