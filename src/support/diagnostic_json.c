// Diagnostics as JSON: one array, in which each holds its notes.
//
// In:  sorted diagnostics. Out: JSON. Its pieces serve SARIF, too.
#include "support/diagnostic_show.h"
#include "support/json.h"

void diagnostic_json_member(text *out, const char *name, const char *value)
{
    text_format(out, "\"%s\":", name);
    json_add_string(out, value);
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
