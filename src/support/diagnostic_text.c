// Diagnostics as text.
//
// It follows clang's layout, so that editors and people who know clang's messages know ours:
//
//     vadd.cu:3:27: error: unknown schedule 'dinamic'; did you mean 'dynamic'? [pt-unknown-schedule]
//         3 | #pragma pt kernel schedule(dinamic)
//           |                            ^~~~~~~
//           |                            dynamic
//
// In:  sorted diagnostics. Out: text, with the escapes of a terminal if it is to have colours, and how many errors there were.
// Columns in the head count bytes as clang does; the caret line counts what a terminal shows: tabs reach the next
// multiple of 8, UTF-8 takes one column or two, other bytes are shown as <9C>. Lines wider than the window are cut
// around the caret.
#include "support/diagnostic_show.h"
#include "support/utf8.h"

#include <string.h>

enum { TAB_COLUMNS = 8, WINDOW_COLUMNS = 160, CONTEXT_COLUMNS = 60 };

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
    *columns = utf8_columns(code_point);
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

void diagnostics_print_text(const diagnostics *d, const shown *list, size_t count, bool color, FILE *out)
{
    const palette *p = color ? &terminal_colors : &no_colors;
    size_t warnings = 0, errors = 0;
    for (size_t i = 0; i < count; i++) {
        const diagnostic *one = list[i].one;
        severity s = diagnostic_shown_severity(d, one);
        warnings += s == SEVERITY_WARNING;
        errors += s >= SEVERITY_ERROR;
        if (d->error_limit && errors > d->error_limit && diagnostic_shown_severity(d, list[i].parent) >= SEVERITY_ERROR)
            continue; // and its notes
        text t = text_new(d->arena);
        text_add(&t, p->bold);
        if (one->at.file) {
            position begin = source_position(one->at.file, one->at.begin);
            text_format(&t, "%s:%zu:%zu: ", one->at.file->path, begin.line, begin.column);
        } else {
            text_add(&t, "ptcc: ");
        }
        // "fatal" says that a file could not be read to its end; without a file it would only frighten.
        const char *name = one->at.file ? diagnostic_severity_name(s) : diagnostic_severity_name(s == SEVERITY_FATAL ? SEVERITY_ERROR : s);
        text_format(&t, "%s%s%s: %s", p->off, severity_color(p, s), name, p->off);
        text_format(&t, "%s%s", s == SEVERITY_NOTE ? "" : p->bold, one->message);
        if (one->code[0] && s != SEVERITY_NOTE)
            text_format(&t, " [%s%s]", s != one->severity ? "-Werror," : "", one->code);
        text_format(&t, "%s\n", p->off);
        if (one->at.file)
            print_source_line(d->arena, &t, one, p);
        fwrite(t.bytes, 1, t.length, out);
    }
    if (d->error_limit && errors > d->error_limit)
        fprintf(out, "ptcc: errors not shown: %zu; --error-limit=0 shows all\n", errors - d->error_limit);
    if (warnings)
        fprintf(out, "%zu warning%s%s", warnings, warnings == 1 ? "" : "s", errors ? " and " : " generated.\n");
    if (errors)
        fprintf(out, "%zu error%s generated.\n", errors, errors == 1 ? "" : "s");
}
