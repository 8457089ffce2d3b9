// Diagnostics as SARIF: OASIS "Static Analysis Results Interchange Format 2.1.0", columns in code points.
//
// In:  sorted diagnostics. Out: one run with a result for each diagnostic; its notes are related locations, its fix is a replacement.
#include "support/diagnostic_show.h"
#include "support/utf8.h"

#include <string.h>

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
        diagnostic_json_member(out, "text", one->message);
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
        diagnostic_json_member(out, "id", list[i].one->code);
        text_add_char(out, '}');
        any = true;
    }
}

static void sarif_result(text *out, const diagnostics *d, const shown *list, size_t first, size_t end)
{
    const diagnostic *one = list[first].one;
    text_add_char(out, '{');
    if (one->code[0]) {
        diagnostic_json_member(out, "ruleId", one->code);
        text_add_char(out, ',');
    }
    diagnostic_json_member(out, "level", sarif_level(diagnostic_shown_severity(d, one)));
    text_add(out, ",\"message\":{");
    diagnostic_json_member(out, "text", one->message);
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
        diagnostic_json_member(out, "text", one->fix);
        text_add(out, "}}]}]}]");
    }
    text_add_char(out, '}');
}

void diagnostics_print_sarif(const diagnostics *d, const shown *list, size_t count, FILE *out)
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
