// Fuzzer of the lexer and the directives' parser (libFuzzer).
//
// In:  any bytes, taken as a source file. Out: nothing; aborts when one of these does not hold:
//   - what lex.h promises: tokens ascend, and between them lie only white space, comments, continuations and NULs;
//   - what pragma.h promises: directives ascend and lie inside the file, a directive is valid exactly when no error
//     points into it (a warning, of what only looks like one, never does), literals of a valid one are in range, every place is in this file;
//   - a directive's extent is the whole of it: blanked out (newlines kept), it is gone and every other token stays.
// Build: clang -fsanitize=fuzzer,address,undefined -Isrc testsuite/fuzz/fuzz_pragma.c src/frontend/{lex,pragma*}.c
// src/support/*.c; seeds are in corpus/pragma/.
#include "frontend/pragma.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes);

static void fail(int line, const char *condition)
{
    fprintf(stderr, "fuzz_pragma.c:%d: does not hold: %s\n", line, condition);
    abort();
}

// Length of the continuation at `at`, written anew so that it does not agree with the lexer by construction.
static size_t continuation(const source *file, size_t at, size_t end)
{
    if (at == end || file->bytes[at] != '\\')
        return 0;
    for (size_t i = at + 1; i < end; i++) {
        if (file->bytes[i] == '\n')
            return i + 1 - at;
        if (!strchr(" \t\v\f\r", file->bytes[i]) || file->bytes[i] == 0)
            return 0;
    }
    return 0;
}

// The gap's characters without continuations must be blanks and whole comments.
static void check_gap(arena *a, const source *file, size_t begin, size_t end)
{
    if (begin == 0 && end >= 3 && memcmp(file->bytes, "\xef\xbb\xbf", 3) == 0)
        begin = 3;
    char *gap = arena_alloc(a, end - begin + 2);
    size_t length = 0;
    for (size_t at = begin; at < end;) {
        size_t step = continuation(file, at, end);
        if (step)
            at += step;
        else
            gap[length++] = file->bytes[at++];
    }
    for (size_t i = 0; i < length; i++) {
        if (gap[i] == 0 || strchr(" \t\v\f\r\n", gap[i]))
            continue;
        HOLDS(gap[i] == '/' && i + 1 < length && (gap[i + 1] == '/' || gap[i + 1] == '*'));
        if (gap[i + 1] == '/') {
            while (i < length && gap[i] != '\n')
                i++;
            HOLDS(i < length || end == file->length); // only the file's end may stand in for the newline
        } else {
            for (i += 2; i + 1 < length && !(gap[i] == '*' && gap[i + 1] == '/'); i++)
                ;
            HOLDS(i + 1 < length || end == file->length);
            i++;
        }
    }
}

static void check_tokens(arena *a, const source *file, const token_list *list)
{
    HOLDS(list->count > 0);
    size_t previous_end = 0;
    for (size_t i = 0; i < list->count; i++) {
        const token *t = &list->items[i];
        bool last = i + 1 == list->count;
        HOLDS((t->kind == TOKEN_END) == last);
        HOLDS(t->begin >= previous_end && t->end <= file->length);
        HOLDS(last ? t->begin == file->length && t->end == file->length && !t->in_directive : t->begin < t->end);
        check_gap(a, file, previous_end, t->begin);
        previous_end = t->end;

        slice text = token_text(a, file, t);
        HOLDS(text.length <= t->end - t->begin && (text.length > 0 || last));
        if (t->kind != TOKEN_STRING) {
            HOLDS(!memchr(text.bytes, '\n', text.length));
            if (!memchr(text.bytes, 0, text.length)) {
                char *string = arena_copy(a, text.bytes, text.length);
                HOLDS(token_is(file, t, string));
                HOLDS(last || !token_is(file, t, ""));
            }
        }
        HOLDS(token_at_or_after(list, t->begin) == i);
        // A directive starts at its hash and at nothing else; within one, flags do not stop before the line ends.
        bool hash = token_is(file, t, "#") || token_is(file, t, "%:");
        if (t->starts_line && !last)
            HOLDS(t->in_directive == hash);
        if (t->in_directive && !t->starts_line)
            HOLDS(i > 0 && list->items[i - 1].in_directive);
        if (i > 0 && !last && !t->starts_line)
            HOLDS(t->in_directive == list->items[i - 1].in_directive);
    }
}

static void check_span(const source *file, span s)
{
    HOLDS(s.file == NULL || (s.file == file && s.begin <= s.end && s.end <= file->length));
}

static void check_argument(const directive *d, const source *file, const argument *x)
{
    check_span(file, x->at);
    if (d->valid && x->is_literal)
        HOLDS(x->text.length > 0);
    if (!x->is_literal)
        HOLDS(x->value == 0);
    if (x->text.length > 0)
        HOLDS(!memchr(x->text.bytes, '\n', x->text.length) || memchr(x->text.bytes, 'R', x->text.length));
}

static void check_positive(const directive *d, const argument *x, bool wanted)
{
    if (!d->valid)
        return;
    HOLDS((x->text.length > 0) == wanted);
    if (x->is_literal)
        HOLDS(x->value >= 1 && x->value <= INT_MAX);
}

static void check_directives(const source *file, const directive_list *list, const diagnostics *d)
{
    size_t previous_end = 0;
    for (size_t i = 0; i < list->count; i++) {
        const directive *x = &list->items[i];
        HOLDS(x->at.file == file && x->at.begin < x->at.end && x->at.begin >= previous_end);
        previous_end = x->at.end;
        check_span(file, x->at);
        const span places[] = { x->name,     x->schedule_at, x->order_at, x->order_function_at,
                                x->items_at, x->mode_at };
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            check_span(file, places[k]);
            HOLDS(!places[k].file || (places[k].begin >= x->at.begin && places[k].end <= x->at.end));
        }
        HOLDS(strchr(x->from_operator ? "_" : "#%", file->bytes[x->at.begin]));
        const argument *arguments[] = { &x->chunk,       &x->groups_count, &x->tile_width,
                                        &x->tile_height, &x->items,        &x->mode_groups };
        for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++)
            check_argument(x, file, arguments[k]);
        check_positive(x, &x->chunk,
                       x->chunk.text.length > 0 && x->schedule != SCHEDULE_AUTO && x->schedule != SCHEDULE_HARDWARE);
        check_positive(x, &x->groups_count, x->groups != GROUPS_MAX);
        check_positive(x, &x->tile_width, x->order == ORDER_TILE);
        check_positive(x, &x->tile_height, x->order == ORDER_TILE);
        check_positive(x, &x->mode_groups, x->mode == LAUNCH_GROUPS);
        if (x->valid) {
            HOLDS(x->kind != DIRECTIVE_UNKNOWN);
            HOLDS((x->order_function.length > 0) == (x->order == ORDER_FUNCTION));
            HOLDS((x->items.text.length > 0) == (x->items_at.file != NULL));
        }
        bool has_error = false;
        for (size_t k = 0; k < d->count; k++)
            has_error |= d->items[k].at.begin >= x->at.begin && d->items[k].at.end <= x->at.end;
        HOLDS(has_error == !x->valid);
    }
    for (size_t k = 0; k < d->count; k++) {
        const diagnostic *one = &d->items[k];
        const bool is_near_miss = strcmp(one->code, "pt-unknown-pragma") == 0;
        HOLDS(one->severity == (is_near_miss ? SEVERITY_WARNING : SEVERITY_ERROR) && one->at.file == file && one->at.begin < one->at.end);
        HOLDS(strncmp(one->code, "pt-", 3) == 0 && *one->message && !strchr(one->message, '\n'));
        bool inside = false;
        for (size_t i = 0; i < list->count; i++)
            inside |= one->at.begin >= list->items[i].at.begin && one->at.end <= list->items[i].at.end;
        HOLDS(inside == (!is_near_miss && strcmp(one->code, "pt-macro-directive") != 0));
    }
}

static void check_blanking(arena *a, const source *file, const token_list *tokens, const directive_list *list,
                           size_t in_macros)
{
    char *bytes = arena_copy(a, file->bytes, file->length);
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].from_operator)
            return; // others may share its line, and what is behind it could become the line's first token
        for (size_t at = list->items[i].at.begin; at < list->items[i].at.end; at++)
            if (bytes[at] != '\n')
                bytes[at] = ' ';
    }
    source *blanked = source_from_memory(a, file->path, bytes, file->length);
    token_list left = lex_source(a, blanked);
    diagnostics *d = diagnostics_new(a);
    HOLDS(pragma_parse(a, blanked, &left, d).count == 0 && d->count == in_macros);
    size_t k = 0, next = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const token *t = &tokens->items[i];
        while (next < list->count && list->items[next].at.end <= t->begin)
            next++;
        if (next < list->count && t->begin >= list->items[next].at.begin)
            continue; // blanked out
        HOLDS(k < left.count);
        const token *same = &left.items[k++];
        HOLDS(same->kind == t->kind && same->begin == t->begin && same->end == t->end &&
              (same->starts_line == t->starts_line || t->kind == TOKEN_END) && same->in_directive == t->in_directive);
    }
    HOLDS(k == left.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    arena *a = arena_new();
    source *file = source_from_memory(a, "fuzz.cu", (const char *)bytes, size_bytes);
    token_list tokens = lex_source(a, file);
    check_tokens(a, file, &tokens);
    diagnostics *d = diagnostics_new(a);
    directive_list list = pragma_parse(a, file, &tokens, d);
    check_directives(file, &list, d);
    size_t in_macros = 0; // what belongs to no directive
    for (size_t i = 0; i < d->count; i++)
        in_macros += strcmp(d->items[i].code, "pt-macro-directive") == 0 || strcmp(d->items[i].code, "pt-unknown-pragma") == 0;
    check_blanking(a, file, &tokens, &list, in_macros);
    arena_free(a);
    return 0;
}
