// #line, and generated text on lines of its own.
//
// In:  where a line of the source is, or what was generated beside it. Out: `#line` for what comes next, and edits.
// Invariant: behind generated text the line numbers of the source are taken up again, unless --no-line turns them off.
#include "transform/rewrite.h"

#include <string.h>

void add_quoted_path(text *out, const char *path)
{
    text_add_char(out, '"');
    for (; *path; path++) {
        if (*path == '\n') {
            text_add(out, "\\n");
            continue;
        }
        if (*path == '"' || *path == '\\')
            text_add_char(out, '\\');
        text_add_char(out, *path);
    }
    text_add_char(out, '"');
}

void add_source_line(const rewriter *r, text *out, int file, size_t offset)
{
    if (!r->line_directives)
        return;
    const char *path;
    text_format(out, "#line %zu ", plan_line(r->plan, file, offset, &path));
    add_quoted_path(out, path);
    text_add_char(out, '\n');
}

void add_output_line(const rewriter *r, text *out)
{
    if (r->line_directives)
        text_add(out, LINE_MARK);
}

// Behind a comment that ends on its line, or where none is.
static size_t behind_comment(const source *s, size_t offset)
{
    const char *const begin = s->bytes + offset, *const line_end = memchr(begin, '\n', s->length - offset);
    if (!line_end || begin[0] != '/' || (begin[1] != '/' && begin[1] != '*'))
        return offset;
    if (begin[1] == '/')
        return line_end[-1] == '\\' || line_end[-1] == '\r' ? offset : offset + (size_t)(line_end - begin);
    for (const char *c = begin + 2; c + 1 < line_end; c++)
        if (c[0] == '*' && c[1] == '/')
            return offset + (size_t)(c + 2 - begin);
    return offset;
}

// A comment stays beside what it is about.
static bool only_comments_to_line_end(const source *s, size_t offset, size_t *next_line)
{
    for (size_t from = s->length; offset != from;) {
        from = offset;
        while (offset < s->length && (s->bytes[offset] == ' ' || s->bytes[offset] == '\t' || s->bytes[offset] == '\r'))
            offset++;
        if (offset < s->length)
            offset = behind_comment(s, offset);
    }
    if (offset == s->length || s->bytes[offset] != '\n')
        return false;
    *next_line = offset + 1;
    return true;
}

void insert_behind(rewriter *r, int file, size_t end, const text *generated)
{
    const source *s = r->plan->files.items[file].text;
    text out = text_new(r->arena);
    text_reserve(&out, generated->length + 128); // and the #line
    size_t at = end;
    bool clean = only_comments_to_line_end(s, end, &at);
    if (!clean)
        text_add_char(&out, '\n');
    add_output_line(r, &out);
    text_append(&out, generated->bytes, generated->length);
    if (!clean || at < s->length)
        add_source_line(r, &out, file, at);
    edit_insert_text(r->edits[file], at, &out);
}

void join_lines(char *text)
{
    for (char *c = text; (c = strpbrk(c, "\\\r\n")) != NULL; c++)
        *c = ' ';
}

void insert_before(rewriter *r, int file, size_t begin, const text *generated)
{
    const source *s = r->plan->files.items[file].text;
    text out = text_new(r->arena);
    size_t at = begin;
    while (at > 0 && (s->bytes[at - 1] == ' ' || s->bytes[at - 1] == '\t'))
        at--;
    if (at > 0 && s->bytes[at - 1] != '\n') { // something else stands on the line
        at = begin;
        text_add_char(&out, '\n');
    }
    add_output_line(r, &out);
    text_append(&out, generated->bytes, generated->length);
    add_source_line(r, &out, file, at);
    edit_insert_text(r->edits[file], at, &out);
}
