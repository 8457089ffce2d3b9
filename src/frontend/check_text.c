// Checks of what only the text tells: words that would mean something else where a body stands a second time, and directives of the
// preprocessor in it.
//
// In:  an analysed plan. Out: diagnostics, and nothing else.
#include "frontend/checker.h"
#include "frontend/intrinsics.h"
#include "frontend/lex.h"

#include <string.h>

// ---- words -------------------------------------------------------------------------------------------------------------

static bool may_have(const plan *p, const char *word)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (token_list_may_have(&p->files.items[i].tokens, word))
            return true;
    return false;
}

static bool is_among(const text_macros *m, slice name)
{
    for (size_t i = 0; i < m->names.count; i++)
        if (slice_equal(m->names.items[i], name))
            return true;
    return false;
}

// Has the macro's text, behind its name at `i`, the word or a macro that leads to it?
static bool leads_to(const plan_file *f, size_t i, const text_macros *m)
{
    const size_t end = token_directive_end(&f->tokens, i);
    while (++i < end)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && (is_token(f, i, m->word) || is_among(m, token_word(f, i))))
            return true;
    return false;
}

static void find_macros(const plan *p, text_macros *m)
{
    if (!may_have(p, m->word))
        return;
    for (size_t before = (size_t)-1; before != m->names.count;) { // those that lead to one of the round before
        before = m->names.count;
        for (macro_place at = {0}; plan_next_macro(p, &at);) {
            const plan_file *f = at.of;
            if (!is_among(m, token_word(f, at.name)) && leads_to(f, at.name, m))
                *ARENA_PUSH(p->arena, &m->names) = token_word(f, at.name);
        }
    }
}

void check_text_begin(const plan *p, text_words *w)
{
    static const char *const words[TEXT_WORDS] = {"__COUNTER__", "__LINE__", "__PRETTY_FUNCTION__", "__builtin_FUNCTION", "__func__", "__FUNCTION__"};
    for (size_t i = 0; i < TEXT_WORDS; i++) {
        w->of[i] = (text_macros){.word = words[i]};
        find_macros(p, &w->of[i]);
    }
}

// f of CALL(f, x), which CALL may put in front of a list. Other arguments may be whole statements.
static bool is_in_arguments_of_macro(const plan *p, const plan_file *f, size_t first, size_t i)
{
    int depth = 0;
    for (; i > first; i--) {
        depth += is_token(f, i, ")") - is_token(f, i, "(");
        if (depth < 0 && plan_is_macro(p, token_word(f, i - 1)))
            return true;
        depth = depth < 0 ? 0 : depth;
    }
    return false;
}

// #pragma pop_macro("name")
static bool gives_back(const plan_file *f, size_t hash, slice name)
{
    const slice word = token_word(f, hash + 4);
    return is_token(f, hash + 2, "pop_macro") && word.length == name.length + 2 && memcmp(word.bytes + 1, name.bytes, name.length) == 0;
}

// Is the name defined by this file alone, and behind this place, or was it taken back in front of it, outside of any condition?
static bool is_out_of_scope(const plan *p, const plan_file *f, size_t i)
{
    const slice name = token_word(f, i);
    bool is_before = false, is_taken_back = false;
    for (macro_place at = {0}; plan_next_macro_named(p, name, &at);)
        if (at.of != f || at.name < i)
            is_before = true;
    int conditions = 0;
    for (size_t k = 0; k < i && is_before; k++) {
        if (!f->tokens.items[k].in_directive || !is_token(f, k, "#"))
            continue;
        const bool is_named = slice_equal(token_word(f, k + 2), name);
        conditions += is_token(f, k + 1, "if") || is_token(f, k + 1, "ifdef") || is_token(f, k + 1, "ifndef");
        conditions -= is_token(f, k + 1, "endif");
        if (is_named && is_token(f, k + 1, "undef") && conditions == 0)
            is_taken_back = true;
        else if ((is_named && is_token(f, k + 1, "define")) || is_token(f, k + 1, "include") || is_token(f, k + 1, "include_next") || is_token(f, k + 1, "import") || gives_back(f, k, name))
            is_taken_back = false;
    }
    return !is_before || is_taken_back;
}

// Does the name at token `i` stand for the text of such a macro? One with parameters needs a list.
static bool is_expanded(const target *t, const text_macros *m, const plan_file *f, size_t i)
{
    const plan *const p = t->plan;
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_among(m, token_word(f, i)))
        return false;
    bool needs_list = true;
    for (macro_place at = {0}; plan_next_macro_named(p, token_word(f, i), &at);)
        needs_list &= plan_has_parameters(at.of, at.name);
    return (!needs_list || is_token(f, i + 1, "(") || is_in_arguments_of_macro(p, f, token_at_or_after(&f->tokens, t->d->begin), i)) && (t->f->is_repeated || !is_out_of_scope(p, f, i));
}

// A word between two places of the definition, written there or in a macro; `what_if` says why it must not be.
static void check_word(const target *t, const text_macros *m, size_t begin, size_t end, const char *code, const char *what_if)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    if (!m->names.count && !token_list_may_have(&f->tokens, m->word))
        return;
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *w = &f->tokens.items[i];
        if ((w->kind == TOKEN_IDENTIFIER && is_token(f, i, m->word)) || is_expanded(t, m, f, i))
            refuse_at(t, code, plan_span(t->plan, t->d->file, w->begin, w->end), arena_format(t->plan->arena, "%s %s", m->word, what_if));
    }
}

// One macro is told of once, however many bodies have it.
static bool was_warned_of(const plan *p, slice macro)
{
    bool was = false;
    for (size_t i = 0; i < p->diagnostics->count; i++) {
        const diagnostic *d = &p->diagnostics->items[i];
        was |= strcmp(d->code, "pt-function-name") == 0 && d->at.end - d->at.begin == macro.length &&
               memcmp(d->at.file->bytes + d->at.begin, macro.bytes, macro.length) == 0;
    }
    return was;
}

// Written in the body itself it is replaced by the kernel's name; a macro's text stays as it is. What is printed differs then, no results.
static void warn_of_name(const target *t, const text_macros *m)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    for (size_t i = token_at_or_after(&f->tokens, t->d->body_begin); m->names.count && f->tokens.items[i].begin < t->d->body_end; i++) {
        const token *w = &f->tokens.items[i];
        if (is_expanded(t, m, f, i) && !was_warned_of(t->plan, token_word(f, i)))
            diagnostics_add(t->plan->diagnostics, SEVERITY_WARNING, "pt-function-name", plan_span(t->plan, t->d->file, w->begin, w->end),
                            "%s in this macro names the rewritten function, '%s_pt' or the like; give the macro the name as an argument "
                            "if it matters", m->word, t->f->name);
    }
}

static void check_words(const target *t, const text_words *w)
{
    static const char counts[] = "would count the copy of this text too; define the value outside the kernel",
                      line[] = "would be the line of a copy of this text; define the value in front of the function",
                      names[] = "would name the rewritten function; use __func__";
    const declaration *d = t->d;
    check_word(t, &w->of[TEXT_COUNTER], d->begin, d->body_begin, "pt-counter", counts);
    check_word(t, &w->of[TEXT_LINE], d->begin, d->body_begin, "pt-line", line);
    check_word(t, &w->of[TEXT_PRETTY_FUNCTION], d->body_begin, d->body_end, "pt-function-name", names);
    check_word(t, &w->of[TEXT_BUILTIN_FUNCTION], d->body_begin, d->body_end, "pt-function-name", names);
    check_word(t, &w->of[TEXT_COUNTER], d->body_begin, d->body_end, "pt-counter", counts);
    warn_of_name(t, &w->of[TEXT_FUNC]);
    warn_of_name(t, &w->of[TEXT_FUNCTION]);
}

// ---- directives of the preprocessor in a body, which is there twice in the output ---------------------------------------

static bool has_guard(const plan_file *f)
{
    const token *t = f->tokens.items;
    for (size_t i = 0; i + 2 < f->tokens.count; i++)
        if (token_is(f->text, &t[i], "#") && t[i].in_directive && token_is(f->text, &t[i + 1], "pragma") &&
            token_is(f->text, &t[i + 2], "once"))
            return true;
    return f->tokens.count > 2 && token_is(f->text, &t[0], "#") && token_is(f->text, &t[1], "ifndef");
}

// `#include "name"`: of a file that gives its text once only, or is not known.
static bool gives_text_once(const plan *p, const source *s, const token *name)
{
    const size_t length = name->end - name->begin;
    if (name->kind != TOKEN_STRING || length < 3)
        return true;
    for (size_t i = 0; i < p->files.count; i++) {
        const char *path = p->files.items[i].text->path;
        const size_t of_path = strlen(path);
        const size_t folder = of_path - (length - 2);
        if (of_path >= length - 2 && (folder == 0 || path[folder - 1] == '/') &&
            memcmp(path + folder, s->bytes + name->begin + 1, length - 2) == 0)
            return has_guard(&p->files.items[i]);
    }
    return true;
}

static void check_directives(const target *t)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    const size_t first = token_at_or_after(&f->tokens, t->d->body_begin);
    for (size_t i = first; f->tokens.items[i].begin < t->d->body_end; i++) {
        const token *w = &f->tokens.items[i];
        if (!w->in_directive || !token_is(f->text, w, "#"))
            continue;
        const span at = plan_span(t->plan, t->d->file, w[1].begin, w[1].end);
        if (token_is(f->text, &w[1], "include") && gives_text_once(t->plan, f->text, &w[2]))
            refuse_at(t, "pt-directive-in-body", at,
                      w[2].kind == TOKEN_STRING ? "the body is there twice in the output, and what is included here gives its text only once; write it "
                                                  "out, or include a file without a guard"
                                                : "the body is there twice in the output, and whether what is included here gives its text twice is not "
                                                  "known; write it out, or name a file of the program in quotes");
        if (!token_is(f->text, &w[1], "define") && !token_is(f->text, &w[1], "undef"))
            continue;
        size_t k = first;
        while (k < i && !is_same_token(f, k, f, i + 2))
            k++;
        const token *const use = &f->tokens.items[k]; // the first one; a directive like this gives it a meaning before all others
        const bool is_variable = k < i && k > first && use[-1].kind == TOKEN_IDENTIFIER && !plan_is_macro(t->plan, token_word(f, k));
        if (is_variable && token_is(f->text, &w[1], "undef"))
            continue; // `int i; ... #undef i`, of no macro: nothing changes
        if (k < i && !(use->in_directive && (token_is(f->text, use - 1, "define") || token_is(f->text, use - 1, "undef"))))
            refuse_at(t, "pt-directive-in-body", at, "the body is there twice in the output, and this name means something else the "
                      "second time; move the directive in front of the function, or take another name");
    }
}

// ---- declarations of what the rewritten function has itself -----------------------------------------------------------

// Of blockIdx and gridDim it has its own, and of what waits for threads that leave early: a local variable or a parameter.
static bool has_its_own(const target *t, const plan_file *f, size_t i)
{
    const slice word = token_word(f, i);
    if (is_token(f, i, "blockIdx") || is_token(f, i, "gridDim"))
        return true;
    if (is_token(f, i - 1, "::") && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER && !is_token(f, i - 2, "using"))
        return false; // of that name it may be the program's own: check_call.c
    const intrinsic *const x = intrinsic_find(arena_copy(t->plan->arena, word.bytes, word.length));
    return x && *x->shadow;
}

// using ::blockIdx; extern const uint3 blockIdx; in a block they bring CUDA's back.
static void check_redeclarations(const target *t)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    if (!token_list_may_have(&f->tokens, "using") && !token_list_may_have(&f->tokens, "extern"))
        return;
    for (size_t i = token_at_or_after(&f->tokens, t->d->body_begin); f->tokens.items[i].begin < t->d->body_end; i++) {
        const bool is_using = is_token(f, i, "using") && !is_token(f, i + 1, "namespace") && !is_token(f, i + 2, "=");
        if (f->tokens.items[i].in_directive || (!is_using && !is_token(f, i, "extern")))
            continue;
        for (i++; f->tokens.items[i].begin < t->d->body_end && !is_token(f, i, ";"); i++)
            if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_token(f, i + 1, "::") && has_its_own(t, f, i))
                refuse_at(t, "pt-block-index-hidden", plan_span(t->plan, t->d->file, f->tokens.items[i].begin, f->tokens.items[i].end),
                          arena_format(t->plan->arena, "this brings CUDA's own '%.*s' back, in place of the one that the rewritten function has; leave the "
                                       "declaration out", (int)token_word(f, i).length, token_word(f, i).bytes));
    }
}

void check_text(const target *t, const text_words *words)
{
    check_words(t, words);
    check_redeclarations(t);
    check_directives(t);
}
