// Growing text and borrowed slices of text.
//
// A `slice` borrows bytes that somebody else owns; it may hold NUL bytes and need not end in one.
// A `text` grows inside an arena and always keeps a final NUL behind `length`.
#ifndef PTCC_SUPPORT_TEXT_H
#define PTCC_SUPPORT_TEXT_H

#include "support/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct slice {
    const char *bytes;
    size_t length;
} slice;

typedef struct text {
    arena *arena;
    char *bytes;
    size_t length;
    size_t capacity;
} text;

// Of an identifier, whatever the locale: letters of other alphabets are bytes above 127.
static inline bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

slice slice_of(const char *string); // NULL gives an empty slice
bool slice_equal(slice a, slice b);
bool slice_is(slice a, const char *string);
bool slice_starts_with(slice a, const char *prefix);
bool slice_has(slice a, const char *string); // somewhere in it
bool slice_is_any(slice a, const char *const *strings, size_t count);
bool string_is_any(const char *string, const char *const *strings, size_t count);
#define SLICE_IS_ANY(a, strings) slice_is_any(a, strings, sizeof(strings) / sizeof *(strings))
#define STRING_IS_ANY(string, strings) string_is_any(string, strings, sizeof(strings) / sizeof *(strings))

text text_new(arena *a);
// Room for `more` bytes at once, for those who know how many will come.
void text_reserve(text *t, size_t more);
void text_append(text *t, const char *bytes, size_t length_bytes);
void text_add(text *t, const char *string);
void text_add_slice(text *t, slice s);
void text_add_char(text *t, char c);
void text_format(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Nearest of `count` candidates to `word` by edit distance, or NULL when none is near enough to
// suggest (more than a third of the word's letters, at least one, would have to change).
const char *text_nearest(const char *word, const char *const *candidates, size_t count);

#endif
