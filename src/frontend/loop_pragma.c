// OpenMP's and OpenACC's pragmas in and around a loop: see loop_parts.h.
//
// In:  the text of a loop, and of what stands directly in front of it. Out: the first of these pragmas, also one that a macro makes; and
//      where what comes in front of the loop must go, so that other pragmas that are meant for the loop (`unroll`) stay with it.
// Invariant: whether the program is compiled with OpenMP is not known here, so each of them counts that the preprocessor does not skip.
//
// Such a pragma takes the statement behind it, or all that threads do at once, for its own: what is put off over one is done when other
// threads have gone on, and a loop that is shared among threads is no row of steps.
#include "frontend/loop_parts.h"

#include <ctype.h>
#include <string.h>

typedef struct macro_body { // of a macro that may make a pragma
    const plan_file *file;
    size_t name; // index of the token
} macro_body;

typedef LIST_OF(macro_body) macro_bodies;

typedef struct pragma_search {
    const plan *plan;
    const plan_file *file;
    macro_bodies macros;
} pragma_search;

static const char takes_it[] = "'#pragma %s' shares it among threads, or gives it to another one";

// "omp parallel for" of `omp parallel for num_threads(4)`; NULL: of another tool.
static const char *tool_words(const plan *p, const char *at, const char *end)
{
    static const char *const tools[] = {"omp", "ompx", "acc"};
    while (at < end && isspace((unsigned char)*at))
        at++;
    const char *const begin = at;
    const char *behind = at;
    bool is_tools = false;
    while (at < end && is_name_byte(*at)) {
        const char *const word = at;
        while (at < end && is_name_byte(*at))
            at++;
        const size_t length = (size_t)(at - word);
        for (size_t i = 0; word == begin && i < sizeof tools / sizeof *tools; i++)
            is_tools |= strlen(tools[i]) == length && memcmp(word, tools[i], length) == 0;
        if (at < end && *at == '(' && word != begin)
            break; // a clause
        behind = at;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
    return is_tools ? arena_copy(p->arena, begin, (size_t)(behind - begin)) : NULL;
}

static const char *of_text(const plan *p, const plan_file *f, size_t i)
{
    size_t end = f->tokens.items[i].begin;
    while (end < f->text->length && f->text->bytes[end] != '\n')
        end++;
    return tool_words(p, f->text->bytes + f->tokens.items[i].begin, f->text->bytes + end);
}

static const char *of_string(const plan *p, const plan_file *f, size_t i)
{
    const token *t = &f->tokens.items[i];
    const char *const quote = memchr(f->text->bytes + t->begin, '"', t->end - t->begin);
    return quote ? tool_words(p, quote + 1, f->text->bytes + t->end) : NULL;
}

static bool may_make_pragma(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (token_list_may_have(&p->files.items[i].tokens, "_Pragma"))
            return true;
    return false;
}

static bool begins_directive(const plan_file *f, size_t i, const char *word)
{
    const token *t = &f->tokens.items[i];
    return t->in_directive && t->starts_line && is_token(f, i + 1, word) && !plan_is_skipped(f, t->begin);
}

static pragma_search start_search(const plan *p, const plan_file *file)
{
    pragma_search s = {.plan = p, .file = file};
    if (!may_make_pragma(p))
        return s;
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = m.of;
        if (begins_directive(f, m.name - 2, "define"))
            *ARENA_PUSH(p->arena, &s.macros) = (macro_body){f, m.name};
    }
    return s;
}

static const char *of_macro(const pragma_search *s, const plan_file *f, size_t used, int depth);

// Of the `_Pragma` at `i` in a macro's body: in a string, or in what the macro is given, `#define PRAGMA(x) _Pragma(#x)`.
static const char *of_operator_in_body(const pragma_search *s, const plan_file *body, size_t i, const plan_file *f, size_t used)
{
    if (body->tokens.items[i + 2].kind == TOKEN_STRING)
        return of_string(s->plan, body, i + 2);
    return is_token(f, used + 1, "(") ? of_text(s->plan, f, used + 2) : NULL;
}

static const char *of_body(const pragma_search *s, const macro_body *m, const plan_file *f, size_t used, int depth)
{
    const plan_file *const body = m->file;
    const size_t end = token_directive_end(&body->tokens, m->name);
    for (size_t i = m->name + 1; i < end && i + 2 < body->tokens.count; i++) {
        const char *const words = is_token(body, i, "_Pragma")                           ? of_operator_in_body(s, body, i, f, used)
                                  : body->tokens.items[i].kind == TOKEN_IDENTIFIER ? of_macro(s, body, i, depth + 1)
                                                                                         : NULL;
        if (words)
            return words;
    }
    return NULL;
}

// Of the macro whose name is used there, whatever definition of that name it is.
static const char *of_macro(const pragma_search *s, const plan_file *f, size_t used, int depth)
{
    enum { depth_at_most = 8 };
    const token *const t = &f->tokens.items[used];
    const slice name = token_bytes(f->text, t);
    for (size_t i = 0; depth <= depth_at_most && i < s->macros.count; i++) {
        const macro_body *m = &s->macros.items[i];
        const token *const known = &m->file->tokens.items[m->name];
        if (!slice_equal(name, token_bytes(m->file->text, known)))
            continue;
        const char *const words = of_body(s, m, f, used, depth);
        if (words)
            return words;
    }
    return NULL;
}

static bool is_operator(const plan_file *f, size_t i) { return is_token(f, i, "_Pragma") && is_token(f, i + 1, "(") && is_token(f, i + 3, ")"); }

// The pragma of such a tool that begins with this token, or NULL.
static const char *pragma_at(const pragma_search *s, size_t i)
{
    const plan_file *const f = s->file;
    const token *const t = &f->tokens.items[i];
    if (plan_is_skipped(f, t->begin))
        return NULL;
    if (t->in_directive)
        return begins_directive(f, i, "pragma") ? of_text(s->plan, f, i + 2) : NULL;
    if (is_operator(f, i))
        return of_string(s->plan, f, i + 2);
    return t->kind == TOKEN_IDENTIFIER ? of_macro(s, f, i, 0) : NULL;
}

// One that is a statement of its own, and takes none.
static bool stands_alone(const char *words)
{
    static const char *const names[] = {"omp barrier", "omp taskwait", "omp taskyield", "omp flush", "acc wait"};
    return STRING_IS_ANY(words, names);
}

// Index of the token with which the pragma begins that ends in front of `i`, or `i`. Other directives are passed over.
static size_t pragma_before(const plan_file *f, size_t i)
{
    size_t at = i;
    while (at > 0 && (f->tokens.items[at - 1].in_directive || plan_is_skipped(f, f->tokens.items[at - 1].begin))) {
        at--;
        if (begins_directive(f, at, "pragma"))
            return at;
    }
    return at >= 4 && is_operator(f, at - 4) ? at - 4 : i;
}

// In front of the loop, where a pragma takes what comes next for its own.
static void look_in_front(const pragma_search *s, host_loop *loop, size_t directive)
{
    size_t i = directive;
    for (size_t before = pragma_before(s->file, i); before != i; before = pragma_before(s->file, i)) {
        const char *const words = pragma_at(s, before);
        if (words && stands_alone(words))
            return;
        if (words)
            loop_stay(loop, s->file->tokens.items[before].begin, arena_format(s->plan->arena, takes_it, words));
        i = before;
        if (plan_conditionals_match(s->file, s->file->tokens.items[i].begin, loop->begin))
            loop->head_begin = s->file->tokens.items[i].begin;
    }
    const bool is_named = i > 0 && s->file->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !s->file->tokens.items[i - 1].in_directive;
    const char *const words = is_named ? pragma_at(s, i - 1) : NULL; // PARALLEL_FOR
    if (words && !stands_alone(words))
        loop_stay(loop, s->file->tokens.items[i - 1].begin, arena_format(s->plan->arena, takes_it, words));
}

void loop_find_pragmas(const plan *p, host_loop *loop)
{
    const plan_file *const f = &p->files.items[loop->file];
    const pragma_search s = start_search(p, f);
    const span at = f->directives.items[loop->directive].at;
    loop->head_begin = at.begin;
    look_in_front(&s, loop, token_at_or_after(&f->tokens, at.begin));
    for (size_t i = token_at_or_after(&f->tokens, at.end); f->tokens.items[i].begin < loop->end && f->tokens.items[i].kind != TOKEN_END; i++) {
        const char *const words = pragma_at(&s, i);
        const char *const why = f->tokens.items[i].begin < loop->begin ? takes_it : "'#pragma %s' is in it: other threads may do a part of it, or wait for it";
        if (words)
            loop_stay(loop, f->tokens.items[i].begin, arena_format(p->arena, why, words));
    }
}

const char *loop_pragma_behind(const plan *p, int file, size_t offset, size_t *at)
{
    const plan_file *const f = &p->files.items[file];
    const pragma_search s = start_search(p, f);
    const size_t i = token_at_or_after(&f->tokens, offset);
    *at = f->tokens.items[i].begin;
    return f->tokens.items[i].kind == TOKEN_END ? NULL : pragma_at(&s, i);
}

bool loop_has_pragma(const plan *p, const function *f)
{
    const declaration *const d = plan_definition(f);
    if (!d || d->body_begin == d->body_end)
        return false;
    const pragma_search s = start_search(p, &p->files.items[d->file]);
    for (size_t i = token_at_or_after(&s.file->tokens, d->body_begin); s.file->tokens.items[i].begin < d->body_end; i++)
        if (pragma_at(&s, i))
            return true;
    return false;
}
