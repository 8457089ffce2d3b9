// Strings of JSON: see json.h.
#include "support/json.h"

#include "support/utf8.h"

void json_add_string(text *out, const char *string)
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
