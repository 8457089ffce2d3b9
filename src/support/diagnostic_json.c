// Diagnostics as JSON: one array, in which each holds its notes.
//
// In:  sorted diagnostics. Out: valid JSON, whatever bytes a source file or a path holds. Its pieces serve SARIF, too.
#include "support/diagnostic_show.h"
#include "support/utf8.h"

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

void diagnostic_json_member(text *out, const char *name, const char *value)
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
    diagnostic_json_member(out, "file", one->at.file->path);
    text_format(out, ",\"line\":%zu,\"column\":%zu,\"end_line\":%zu,\"end_column\":%zu", begin.line, begin.column,
                end.line, end.column);
    text_format(out, ",\"offset\":%zu,\"length\":%zu", one->at.begin, one->at.end - one->at.begin);
}

static void json_body(text *out, const diagnostics *d, const diagnostic *one)
{
    diagnostic_json_member(out, "severity", diagnostic_severity_name(diagnostic_shown_severity(d, one)));
    text_add_char(out, ',');
    diagnostic_json_member(out, "code", one->code);
    text_add_char(out, ',');
    json_place(out, one);
    text_add_char(out, ',');
    diagnostic_json_member(out, "message", one->message);
    if (one->fix) {
        text_add_char(out, ',');
        diagnostic_json_member(out, "fix", one->fix);
    }
}

// One array; each diagnostic holds its notes.
void diagnostics_print_json(const diagnostics *d, const shown *list, size_t count, FILE *out)
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
