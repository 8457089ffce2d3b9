// Slices, growing text, and the nearest word for "did you mean".
//
// The distance is Damerau's in its restricted form (optimal string alignment): insert, delete, change, or swap two
// neighbours. F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964.
#include "support/text.h"

#include "support/format.h"

#include <string.h>

slice slice_of(const char *string)
{
    return (slice){string, string ? strlen(string) : 0};
}

bool slice_equal(slice a, slice b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

bool slice_is(slice a, const char *string)
{
    return slice_equal(a, slice_of(string));
}

bool slice_starts_with(slice a, const char *prefix)
{
    size_t length = strlen(prefix);
    return a.length >= length && (length == 0 || memcmp(a.bytes, prefix, length) == 0);
}

bool slice_has(slice a, const char *string)
{
    const size_t length = strlen(string);
    for (size_t i = 0; i + length <= a.length; i++) {
        const char *first = length ? memchr(a.bytes + i, string[0], a.length - length - i + 1) : a.bytes;
        if (!first)
            return false;
        i = (size_t)(first - a.bytes);
        if (memcmp(first, string, length) == 0)
            return true;
    }
    return false;
}

bool slice_is_any(slice a, const char *const *strings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (slice_is(a, strings[i]))
            return true;
    return false;
}

bool string_is_any(const char *string, const char *const *strings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(string, strings[i]) == 0)
            return true;
    return false;
}

text text_new(arena *a)
{
    text t = {.arena = a};
    t.bytes = arena_grow(a, NULL, 0, &t.capacity, 1);
    return t;
}

// And the final NUL.
void text_reserve(text *t, size_t more)
{
    while (t->capacity - t->length <= more) {
        size_t at_least = t->length + more;
        // Asking for the end at once saves the steps between when a large piece is added.
        if (at_least < t->capacity * 2)
            at_least = t->capacity;
        t->bytes = arena_grow(t->arena, t->bytes, at_least, &t->capacity, 1);
    }
}

void text_append(text *t, const char *bytes, size_t length_bytes)
{
    if (!length_bytes)
        return;
    text_reserve(t, length_bytes);
    memcpy(t->bytes + t->length, bytes, length_bytes);
    t->length += length_bytes;
    t->bytes[t->length] = '\0';
}

void text_add(text *t, const char *string)
{
    if (string)
        text_append(t, string, strlen(string));
}

void text_add_slice(text *t, slice s)
{
    text_append(t, s.bytes, s.length);
}

void text_add_char(text *t, char c)
{
    text_append(t, &c, 1);
}

void text_format(text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    text_reserve(t, 64); // mostly enough, and then once is
    int length = format_bytes(t->bytes + t->length, t->capacity - t->length, format, args);
    va_end(args);
    if (length > 0) {
        if ((size_t)length >= t->capacity - t->length) {
            text_reserve(t, (size_t)length);
            format_bytes(t->bytes + t->length, (size_t)length + 1, format, again);
        }
        t->length += (size_t)length;
    }
    va_end(again);
}

enum { LONGEST_WORD = 64 }; // nothing that ptcc suggests is longer

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST_WORD + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = before[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t change = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = smaller(change, smaller(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[b_length];
}

const char *text_nearest(const char *word, const char *const *candidates, size_t count)
{
    size_t length = word ? strlen(word) : 0;
    if (length == 0 || length > LONGEST_WORD)
        return NULL;
    size_t most = length / 3 ? length / 3 : 1;
    const char *nearest = NULL;
    size_t nearest_distance = most + 1;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = candidates[i] ? strlen(candidates[i]) : 0;
        if (candidate_length == 0 || candidate_length > LONGEST_WORD)
            continue;
        size_t distance = edit_distance(word, length, candidates[i], candidate_length);
        // A word of one letter is near to every other word of one letter: that would be guessing.
        if (distance < nearest_distance && distance < length) {
            nearest = candidates[i];
            nearest_distance = distance;
        }
    }
    return nearest;
}
