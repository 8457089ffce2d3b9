// Unit tests of diagnostics: what is shown, in which order, and the exit status.
#include "support/diagnostic.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct set_up {
    arena *a;
    source *file;
    diagnostics *d;
} set_up;

static set_up with(const char *bytes)
{
    set_up s = {.a = arena_new()};
    s.file = source_from_memory(s.a, "t.cu", bytes, strlen(bytes));
    s.d = diagnostics_new(s.a);
    return s;
}

// The first place of `word` in the file.
static span at(const set_up *s, const char *word)
{
    const char *found = strstr(s->file->bytes, word);
    cr_assert(found, "no '%s'", word);
    size_t begin = (size_t)(found - s->file->bytes);
    return span_make(s->file, begin, begin + strlen(word));
}

static const char *shown_as(const set_up *s, diagnostics_format format, bool color)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    diagnostics_print(s->d, format, color, out);
    fclose(out);
    const char *copy = arena_copy(s->a, bytes, length);
    free(bytes);
    return copy;
}

static void check_text(int line, const set_up *s, const char *expected)
{
    const char *shown = shown_as(s, DIAGNOSTICS_TEXT, false);
    cr_expect_str_eq(shown, expected, "line %d: shown:\n%s\nexpected:\n%s", line, shown, expected);
}
#define TEXT(s, expected) check_text(__LINE__, s, expected)

static const span nowhere = {NULL, 0, 0};

Test(diagnostic, clang_format_with_fix)
{
    set_up s = with("int x;\n#pragma pt kernel schedule(dinamic)\n");
    diagnostics_add(s.d, SEVERITY_ERROR, "pt-unknown-schedule", at(&s, "dinamic"), "unknown schedule '%s'", "dinamic")
        ->fix = "dynamic";
    TEXT(&s, "t.cu:2:28: error: unknown schedule 'dinamic' [pt-unknown-schedule]\n"
             "    2 | #pragma pt kernel schedule(dinamic)\n"
             "      |                            ^~~~~~~\n"
             "      |                            dynamic\n"
             "1 error generated.\n");
}

Test(diagnostic, errors_beyond_the_limit_are_counted)
{
    set_up s = with("a b c d\n");
    s.d->error_limit = 2;
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "a"), "one");
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "b"), "two");
    diagnostics_add(s.d, SEVERITY_NOTE, "c", at(&s, "a"), "of two");
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "c"), "three");
    diagnostics_add(s.d, SEVERITY_NOTE, "c", at(&s, "a"), "of three");
    diagnostics_add(s.d, SEVERITY_WARNING, "c", at(&s, "d"), "four");
    TEXT(&s, "t.cu:1:1: error: one [c]\n"
             "    1 | a b c d\n"
             "      | ^\n"
             "t.cu:1:3: error: two [c]\n"
             "    1 | a b c d\n"
             "      |   ^\n"
             "t.cu:1:1: note: of two\n"
             "    1 | a b c d\n"
             "      | ^\n"
             "t.cu:1:7: warning: four [c]\n"
             "    1 | a b c d\n"
             "      |       ^\n"
             "ptcc: errors not shown: 1; --error-limit=0 shows all\n"
             "1 warning and 3 errors generated.\n");
    s.d->error_limit = 0;
    cr_expect(strstr(shown_as(&s, DIAGNOSTICS_TEXT, false), "note: of three"));
}

Test(diagnostic, tabs_reach_the_next_stop)
{
    set_up s = with("\tab\tword;");
    diagnostics_add(s.d, SEVERITY_WARNING, "w", at(&s, "word"), "m");
    TEXT(&s, "t.cu:1:5: warning: m [w]\n"
             "    1 |         ab      word;\n"
             "      |                 ^~~~\n"
             "1 warning generated.\n");
}

Test(diagnostic, utf8_and_other_bytes)
{
    set_up s = with("\xC3\xA4 \xE6\xBC\xA2 e\xCC\x81 \xFF\x01 word");
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "word"), "m");
    TEXT(&s, "t.cu:1:15: error: m [c]\n"
             "    1 | \xC3\xA4 \xE6\xBC\xA2 e\xCC\x81 <FF><01> word\n"
             "      |                 ^~~~\n" // 1+1+2+1+1+0+1+4+4+1
             "1 error generated.\n");
}

Test(diagnostic, crlf_and_a_span_over_lines)
{
    set_up s = with("one two\r\nthree\r\n");
    span both = span_make(s.file, at(&s, "two").begin, at(&s, "three").end);
    diagnostics_add(s.d, SEVERITY_ERROR, "c", both, "m");
    TEXT(&s, "t.cu:1:5: error: m [c]\n"
             "    1 | one two\n"
             "      |     ^~~\n"
             "1 error generated.\n");
}

Test(diagnostic, at_the_end_of_the_file)
{
    set_up s = with("ab");
    diagnostics_add(s.d, SEVERITY_ERROR, "c", span_make(s.file, 2, 2), "m");
    TEXT(&s, "t.cu:1:3: error: m [c]\n    1 | ab\n      |   ^\n1 error generated.\n");
}

Test(diagnostic, a_very_long_line_is_cut_around_the_caret)
{
    arena *a = arena_new();
    enum { LENGTH = 1 << 20 };
    char *bytes = arena_alloc(a, LENGTH + 1);
    memset(bytes, 'x', LENGTH);
    memcpy(bytes + LENGTH / 2, "word", 4);
    set_up s = {.a = a, .file = source_from_memory(a, "t.cu", bytes, LENGTH), .d = diagnostics_new(a)};
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "word"), "m");
    const char *shown = shown_as(&s, DIAGNOSTICS_TEXT, false);
    cr_expect_lt(strlen(shown), 600);
    const char *word = strstr(shown, "word"), *caret = strstr(shown, "^~~~\n");
    cr_assert(word && caret);
    const char *word_line = word, *caret_line = caret;
    while (word_line[-1] != '\n')
        word_line--;
    while (caret_line[-1] != '\n')
        caret_line--;
    cr_expect_eq(word - word_line, caret - caret_line);
    arena_free(a);
}

Test(diagnostic, sorted_by_line_with_notes_behind_their_parent)
{
    set_up s = with("a\nb\nc\n");
    diagnostics_add(s.d, SEVERITY_ERROR, "late", at(&s, "c"), "late");
    diagnostics_add(s.d, SEVERITY_NOTE, "n", at(&s, "a"), "of late");
    diagnostics_add(s.d, SEVERITY_ERROR, "early", at(&s, "b"), "early");
    diagnostics_add(s.d, SEVERITY_NOTE, "n", at(&s, "a"), "of early");
    const char *shown = shown_as(&s, DIAGNOSTICS_TEXT, false);
    const char *order[] = {"error: early", "note: of early", "error: late", "note: of late"};
    for (int i = 0; i < 4; i++) {
        cr_assert(strstr(shown, order[i]), "%s missing or out of order", order[i]);
        shown = strstr(shown, order[i]);
    }
}

Test(diagnostic, identical_ones_once)
{
    set_up s = with("a b\n");
    for (int i = 0; i < 100; i++) {
        diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "a"), "m");
        diagnostics_add(s.d, SEVERITY_NOTE, "n", at(&s, "b"), "note");
        diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "b"), "m"); // another place
        diagnostics_add(s.d, SEVERITY_NOTE, "n", at(&s, "b"), "note"); // another parent
        diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "b"), "m %d", i / 50);
    }
    cr_expect_eq(s.d->count, 6);
    cr_expect_eq(diagnostics_errors(s.d), 4);
}

Test(diagnostic, many_different_ones_are_all_kept)
{
    set_up s = with("a b\n");
    for (int i = 0; i < 5000; i++)
        diagnostics_add(s.d, SEVERITY_WARNING, "c", at(&s, "a"), "m %d", i);
    cr_expect_eq(s.d->count, 5000);
}

Test(diagnostic, exit_status)
{
    set_up s = with("a\n");
    cr_expect_eq(diagnostics_exit_status(s.d), 0);
    diagnostics_add(s.d, SEVERITY_REMARK, "c", at(&s, "a"), "r");
    diagnostics_add(s.d, SEVERITY_WARNING, "c", at(&s, "a"), "w");
    cr_expect_eq(diagnostics_exit_status(s.d), 0);
    s.d->warnings_are_errors = true;
    cr_expect_eq(diagnostics_exit_status(s.d), 1);
    cr_expect_eq(diagnostics_errors(s.d), 1);
    diagnostics_add(s.d, SEVERITY_FATAL, "c", nowhere, "f");
    cr_expect_eq(diagnostics_exit_status(s.d), 2);
    cr_expect(diagnostics_has_fatal(s.d));
}

Test(diagnostic, werror_says_so)
{
    set_up s = with("a\n");
    diagnostics_add(s.d, SEVERITY_WARNING, "pt-w", at(&s, "a"), "m");
    s.d->warnings_are_errors = true;
    TEXT(&s, "t.cu:1:1: error: m [-Werror,pt-w]\n    1 | a\n      | ^\n1 error generated.\n");
}

Test(diagnostic, remarks_only_when_asked_for)
{
    set_up s = with("a\n");
    diagnostics_add(s.d, SEVERITY_REMARK, "pt-r", at(&s, "a"), "m");
    diagnostics_add(s.d, SEVERITY_NOTE, "pt-n", at(&s, "a"), "n");
    TEXT(&s, "");
    s.d->show_remarks = true;
    TEXT(&s, "t.cu:1:1: remark: m [pt-r]\n    1 | a\n      | ^\nt.cu:1:1: note: n\n    1 | a\n      | ^\n");
}

Test(diagnostic, without_a_place)
{
    set_up s = with("");
    diagnostics_add(s.d, SEVERITY_FATAL, "pt-x", nowhere, "cannot");
    TEXT(&s, "ptcc: error: cannot [pt-x]\n1 error generated.\n");
}

Test(diagnostic, colors_only_when_asked_for)
{
    set_up s = with("a\n");
    diagnostics_add(s.d, SEVERITY_ERROR, "c", at(&s, "a"), "m");
    cr_expect_null(strchr(shown_as(&s, DIAGNOSTICS_TEXT, false), '\033'));
    cr_expect(strstr(shown_as(&s, DIAGNOSTICS_TEXT, true), "\033[1;31merror: \033[0m"));
}

Test(diagnostic, json)
{
    set_up s = with("a \"b\" c\n");
    diagnostics_add(s.d, SEVERITY_ERROR, "pt-c", at(&s, "\"b\""), "odd \"%s\" \n \xFF", "b\\")->fix = "x";
    diagnostics_add(s.d, SEVERITY_NOTE, "pt-n", nowhere, "n");
    const char *shown = shown_as(&s, DIAGNOSTICS_JSON, true);
    cr_expect_str_eq(shown,
                     "[\n{\"severity\":\"error\",\"code\":\"pt-c\",\"file\":\"t.cu\",\"line\":1,\"column\":3,"
                     "\"end_line\":1,\"end_column\":6,\"offset\":2,\"length\":3,"
                     "\"message\":\"odd \\\"b\\\\\\\" \\u000a \xEF\xBF\xBD\",\"fix\":\"x\","
                     "\"notes\":[{\"severity\":\"note\",\"code\":\"pt-n\",\"file\":null,\"message\":\"n\"}]}\n]\n",
                     "%s", shown);
    set_up none = with("");
    cr_expect_str_eq(shown_as(&none, DIAGNOSTICS_JSON, false), "[]\n");
}

Test(diagnostic, sarif)
{
    set_up s = with("\xC3\xA4 b\n");
    s.file->path = "a b#.cu";
    diagnostics_add(s.d, SEVERITY_ERROR, "pt-c", at(&s, "b"), "m")->fix = "x";
    diagnostics_add(s.d, SEVERITY_NOTE, "pt-n", at(&s, "b"), "n");
    const char *shown = shown_as(&s, DIAGNOSTICS_SARIF, false);
    cr_expect(strstr(shown, "\"version\":\"2.1.0\""));
    cr_expect(strstr(shown, "\"rules\":[{\"id\":\"pt-c\"}]"));
    cr_expect(strstr(shown, "\"uri\":\"a%20b%23.cu\""));
    cr_expect(strstr(shown, "\"startColumn\":3,"), "columns count code points: %s", shown);
    cr_expect(strstr(shown, "\"relatedLocations\":["));
    cr_expect(strstr(shown, "\"insertedContent\":{\"text\":\"x\"}"));
    cr_expect(strstr(shown, "\"level\":\"error\""));
}
