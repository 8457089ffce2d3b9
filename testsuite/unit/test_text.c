// Unit tests of slices, growing text, and "did you mean".
#include "support/text.h"

#include <criterion/criterion.h>
#include <string.h>

Test(text, slices)
{
    cr_assert(slice_is(slice_of("ab"), "ab"));
    cr_assert_not(slice_is(slice_of("ab"), "abc"));
    cr_assert_eq(slice_of(NULL).length, 0);
    cr_assert(slice_equal(slice_of(NULL), slice_of("")));
    cr_assert(slice_equal((slice){"a\0b", 3}, (slice){"a\0b", 3}));
    cr_assert_not(slice_equal((slice){"a\0b", 3}, (slice){"a\0c", 3}));
    cr_assert(slice_starts_with(slice_of("schedule(x)"), "schedule"));
    cr_assert_not(slice_starts_with(slice_of("sched"), "schedule"));
}

Test(text, slices_have_words)
{
    cr_expect(slice_has(slice_of("abab__device"), "b__d"));
    cr_expect(slice_has(slice_of("aab"), "ab"));
    cr_expect(slice_has((slice){"x\0ab", 4}, "ab"));
    cr_expect(slice_has(slice_of("ab"), "ab"));
    cr_expect(slice_has(slice_of(""), ""));
    cr_expect_not(slice_has(slice_of("a"), "ab"));
    cr_expect_not(slice_has((slice){"aab", 2}, "ab"));
    cr_expect_not(slice_has(slice_of(""), "a"));
}

Test(text, grows_and_ends_in_nul)
{
    arena *a = arena_new();
    text t = text_new(a);
    cr_assert_str_eq(t.bytes, "");
    for (int i = 0; i < 10000; i++) {
        text_add_char(&t, (char)('a' + i % 26));
        cr_assert_eq(t.bytes[t.length], '\0');
    }
    cr_assert_eq(t.length, 10000);
    for (int i = 0; i < 10000; i++)
        cr_assert_eq(t.bytes[i], 'a' + i % 26);
    arena_free(a);
}

Test(text, large_pieces_and_formats_join)
{
    arena *a = arena_new();
    text t = text_new(a);
    enum { LARGE = 300000 };
    char *large = arena_alloc(a, LARGE);
    memset(large, 'x', LARGE);
    text_add(&t, "head ");
    text_append(&t, large, LARGE);
    text_format(&t, " %05d %s", 42, "tail");
    text_add_slice(&t, (slice){"\0!", 2});
    text_add(&t, NULL);
    cr_assert_eq(t.length, 5 + LARGE + 11 + 2);
    cr_assert_arr_eq(t.bytes, "head x", 6);
    cr_assert_arr_eq(t.bytes + 5 + LARGE, " 00042 tail\0!", 14);
    arena_free(a);
}

// A format that ends exactly at the capacity needs room for its NUL.
Test(text, every_length_of_format)
{
    arena *a = arena_new();
    for (int before = 0; before < 40; before++)
        for (int more = 0; more < 40; more++) {
            text t = text_new(a);
            text_format(&t, "%*s", before, "");
            text_format(&t, "%*s", more, "");
            cr_assert_eq(t.length, (size_t)(before + more));
            cr_assert_eq(strlen(t.bytes), t.length);
            cr_assert_lt(t.length, t.capacity);
        }
    arena_free(a);
}

static const char *const words[] = {"schedule", "order", "groups", "items", "static", "dynamic", "guided"};

static const char *nearest(const char *word)
{
    return text_nearest(word, words, sizeof words / sizeof *words);
}

Test(text, nearest_word)
{
    cr_assert_str_eq(nearest("shedule"), "schedule");
    cr_assert_str_eq(nearest("schedlue"), "schedule"); // two neighbours swapped
    cr_assert_str_eq(nearest("dinamic"), "dynamic");
    cr_assert_str_eq(nearest("group"), "groups");
    cr_assert_str_eq(nearest("odrer"), "order");
    cr_assert_str_eq(nearest("static"), "static");
}

Test(text, nothing_is_near)
{
    cr_assert_null(nearest("banana"));
    cr_assert_null(nearest(""));
    cr_assert_null(nearest(NULL));
    cr_assert_null(nearest("xtatix" "xx"));
    const char *const letters[] = {"a", "b"};
    cr_assert_null(text_nearest("x", letters, 2));
    char long_word[1000];
    memset(long_word, 's', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    cr_assert_null(nearest(long_word));
}
