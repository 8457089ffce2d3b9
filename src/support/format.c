// Formatting: see format.h.
#include "support/format.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sink {
    char *out;
    size_t room_bytes, length; // of the whole, which may be longer
} sink;

static void put(sink *s, const char *bytes, size_t length)
{
    if (s->length + length < s->room_bytes)
        memcpy(s->out + s->length, bytes, length);
    else if (s->length < s->room_bytes)
        memcpy(s->out + s->length, bytes, s->room_bytes - 1 - s->length);
    s->length += length;
}

static void put_number(sink *s, uintmax_t value, bool is_negative)
{
    char digits[24];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + value % 10);
    while (value /= 10);
    if (is_negative)
        digits[--first] = '-';
    put(s, digits + first, sizeof digits - first);
}

// What stands behind a `%`. Returns what comes next in the format, NULL where this is none of ours.
static const char *put_value(sink *s, const char *format, va_list *args)
{
    if (*format == 's' || strncmp(format, ".*s", 3) == 0) {
        const int most = *format == 's' ? INT_MAX : va_arg(*args, int);
        const char *bytes = va_arg(*args, const char *);
        if (!bytes || most < 0)
            return NULL; // vsnprintf knows what that means
        put(s, bytes, most == INT_MAX ? strlen(bytes) : strnlen(bytes, (size_t)most));
        return format + (*format == 's' ? 1 : 3);
    }
    if (strncmp(format, "zu", 2) == 0) {
        put_number(s, va_arg(*args, size_t), false);
        return format + 2;
    }
    if (*format == 'u') {
        put_number(s, va_arg(*args, unsigned), false);
        return format + 1;
    }
    if (*format == 'd') {
        const intmax_t value = va_arg(*args, int);
        put_number(s, (uintmax_t)(value < 0 ? -value : value), value < 0);
        return format + 1;
    }
    if (*format == '%') {
        put(s, "%", 1);
        return format + 1;
    }
    return NULL;
}

int format_bytes(char *out, size_t room_bytes, const char *format, va_list args)
{
    sink s = {out, room_bytes, 0};
    va_list taken;
    va_copy(taken, args);
    const char *at = format;
    while (at && *at) {
        const size_t plain = strcspn(at, "%");
        put(&s, at, plain);
        at += plain;
        if (*at == '%')
            at = put_value(&s, at + 1, &taken);
    }
    va_end(taken);
    if (!at || s.length > INT_MAX)
        return vsnprintf(out, room_bytes, format, args);
    out[s.length < room_bytes ? s.length : room_bytes - 1] = '\0';
    return (int)s.length;
}
