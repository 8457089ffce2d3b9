// Unit tests of the edit list: order at one offset, ranges, and aborts on overlap.
#include "transform/edit.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <string.h>

static edit_list *of(arena *a, const char *bytes)
{
    return edit_list_new(a, source_from_memory(a, "t.cu", bytes, strlen(bytes)));
}

static void check_range(int line, const edit_list *e, size_t begin, size_t end, const char *expected)
{
    text out = text_new(e->arena);
    edit_apply(e, begin, end, &out);
    cr_expect_str_eq(out.bytes, expected, "line %d: '%s', not '%s'", line, out.bytes, expected);
}
#define RANGE(e, begin, end, expected) check_range(__LINE__, e, begin, end, expected)
#define WHOLE(e, expected) check_range(__LINE__, e, 0, (e)->file->length, expected)

Test(edit, without_edits_the_bytes_are_the_same)
{
    arena *a = arena_new();
    const char bytes[] = "a\0b\r\n\xFF";
    edit_list *e = edit_list_new(a, source_from_memory(a, "t.cu", bytes, sizeof bytes - 1));
    text out = text_new(a);
    edit_apply(e, 0, sizeof bytes - 1, &out);
    cr_assert_eq(out.length, sizeof bytes - 1);
    cr_assert_arr_eq(out.bytes, bytes, sizeof bytes);
    arena_free(a);
}

Test(edit, in_any_order)
{
    arena *a = arena_new();
    edit_list *e = of(a, "0123456789");
    edit_replace(e, 8, 9, "eight");
    edit_insert(e, 0, "<");
    edit_remove(e, 2, 4);
    edit_insert(e, 10, ">");
    WHOLE(e, "<014567eight9>");
    arena_free(a);
}

Test(edit, insertions_at_one_offset_keep_their_order_and_precede_the_replacement)
{
    arena *a = arena_new();
    edit_list *e = of(a, "abc");
    edit_replace(e, 1, 2, "R");
    edit_insert(e, 1, "1");
    edit_insert(e, 1, "2");
    edit_insert(e, 2, "3"); // at the end of what is removed
    WHOLE(e, "a12R3c");
    arena_free(a);
}

Test(edit, neighbours_do_not_overlap)
{
    arena *a = arena_new();
    edit_list *e = of(a, "abcd");
    edit_remove(e, 0, 2);
    edit_replace(e, 2, 4, "x");
    WHOLE(e, "x");
    arena_free(a);
}

Test(edit, a_range_takes_its_own_edits)
{
    arena *a = arena_new();
    edit_list *e = of(a, "0123456789");
    edit_insert(e, 2, "A");
    edit_replace(e, 4, 5, "B");
    edit_insert(e, 6, "C"); // belongs to what follows
    edit_insert(e, 9, "D");
    RANGE(e, 2, 6, "A23B5");
    RANGE(e, 6, 7, "C6");
    RANGE(e, 5, 5, "");
    RANGE(e, 6, 6, "");
    RANGE(e, 9, 10, "D9");
    RANGE(e, 2, 6, "A23B5"); // and may be copied again
    arena_free(a);
}

Test(edit, what_follows_keeps_its_line)
{
    arena *a = arena_new();
    edit_list *e = of(a, "a\nb\r\nc d\n");
    edit_replace_keeping_lines(e, 0, 5, "x"); // up to the c
    edit_replace_keeping_lines(e, 7, 8, "y");
    WHOLE(e, "x\n\nc y\n");
    arena_free(a);
}

Test(edit, an_empty_edit_is_none)
{
    arena *a = arena_new();
    edit_list *e = of(a, "abc");
    edit_insert(e, 1, "");
    edit_remove(e, 1, 1);
    cr_expect_eq(e->count, 0);
    cr_expect_not(edit_touches(e, 0, 3));
    arena_free(a);
}

Test(edit, touches)
{
    arena *a = arena_new();
    edit_list *e = of(a, "0123456789");
    edit_insert(e, 2, "x");
    edit_remove(e, 5, 7);
    cr_expect(edit_touches(e, 2, 3));
    cr_expect(edit_touches(e, 1, 3));
    cr_expect_not(edit_touches(e, 0, 2)); // an insertion at the end belongs to what follows
    cr_expect_not(edit_touches(e, 3, 5));
    cr_expect(edit_touches(e, 3, 6));
    cr_expect(edit_touches(e, 6, 9));
    cr_expect_not(edit_touches(e, 7, 10));
    arena_free(a);
}

Test(edit, removes_at)
{
    arena *a = arena_new();
    edit_list *e = of(a, "0123456789");
    edit_insert(e, 2, "x");
    edit_remove(e, 5, 7);
    cr_expect_not(edit_removes_at(e, 2));
    cr_expect(edit_removes_at(e, 5));
    cr_expect_not(edit_removes_at(e, 6));
    edit_replace(e, 8, 9, "y"); // after the first question, too
    cr_expect(edit_removes_at(e, 8));
    edit_insert(e, 9, "z");
    cr_expect_not(edit_removes_at(e, 9));
    cr_expect_not(edit_removes_at(e, 10));
    arena_free(a);
}

Test(edit, the_text_is_copied)
{
    arena *a = arena_new();
    edit_list *e = of(a, "abc");
    char inserted[] = "xyz";
    edit_insert(e, 0, inserted);
    memset(inserted, '!', 3);
    WHOLE(e, "xyzabc");
    arena_free(a);
}

Test(edit, a_copy_takes_the_edits_and_goes_its_own_way)
{
    arena *a = arena_new();
    edit_list *e = of(a, "abc"), *empty = edit_list_copy(e);
    text x = text_new(a);
    text_add(&x, "xyz");
    edit_insert_text(e, 1, &x);
    edit_list *copy = edit_list_copy(e);
    for (int i = 0; i < 20; i++) // more than there is room for at first
        edit_insert(copy, 2, "!");
    edit_remove(e, 0, 1);
    WHOLE(e, "xyzbc");
    WHOLE(copy, "axyzb!!!!!!!!!!!!!!!!!!!!c");
    edit_insert(empty, 0, "-");
    WHOLE(empty, "-abc");
    arena_free(a);
}

#define BUG(name) Test(edit, name, .init = cr_redirect_stderr, .signal = SIGABRT)

static void apply(const edit_list *e, size_t begin, size_t end)
{
    text out = text_new(e->arena);
    edit_apply(e, begin, end, &out);
}

BUG(overlapping_removals_abort)
{
    edit_list *e = of(arena_new(), "0123456789");
    edit_remove(e, 2, 5);
    edit_remove(e, 4, 6);
    apply(e, 0, 10);
}

BUG(two_removals_at_one_offset_abort)
{
    edit_list *e = of(arena_new(), "0123456789");
    edit_remove(e, 2, 5);
    edit_replace(e, 2, 3, "x");
    apply(e, 0, 10);
}

BUG(an_insertion_inside_a_removal_aborts)
{
    edit_list *e = of(arena_new(), "0123456789");
    edit_remove(e, 2, 5);
    edit_insert(e, 3, "lost");
    apply(e, 0, 10);
}

BUG(a_removal_across_the_border_of_a_range_aborts)
{
    edit_list *e = of(arena_new(), "0123456789");
    edit_remove(e, 2, 5);
    apply(e, 0, 4);
}

BUG(an_edit_behind_the_end_aborts)
{
    edit_insert(of(arena_new(), "0123456789"), 11, "x");
}
