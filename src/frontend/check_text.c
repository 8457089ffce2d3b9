// Checks of text: see check_text.h.
#include "frontend/check_text.h"

#include "frontend/checker.h"
#include "frontend/lex.h"

#include <string.h>

// ---- words -------------------------------------------------------------------------------------------------------------

static bool touches(const token_list *tokens, size_t i) { return i && tokens->items[i - 1].end == tokens->items[i].begin; }

// `=` and its like, `++`, `--`. Each `>` is a token of its own: `>=` compares, `>>=` assigns.
bool changes_something(const source *s, const token_list *tokens, size_t i)
{
    static const char *const all[] = {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    if (tokens->items[i].kind != TOKEN_PUNCTUATION)
        return false;
    const bool is_longer = tokens->items[i].end - tokens->items[i].begin > 1;
    for (size_t k = 0; is_longer && k < sizeof all / sizeof *all; k++)
        if (token_is(s, &tokens->items[i], all[k]))
            return true;
    if (!token_is(s, &tokens->items[i], "="))
        return false;
    const bool behind_one = touches(tokens, i) && token_is(s, &tokens->items[i - 1], ">");
    return !behind_one || (touches(tokens, i - 1) && token_is(s, &tokens->items[i - 2], ">"));
}

static void check_words(const target *t)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    if (!token_list_may_have(&f->tokens, "__PRETTY_FUNCTION__") && !token_list_may_have(&f->tokens, "__builtin_FUNCTION") &&
        !token_list_may_have(&f->tokens, "__COUNTER__"))
        return;
    for (size_t i = token_at_or_after(&f->tokens, t->d->body_begin); f->tokens.items[i].begin < t->d->body_end; i++) {
        const token *w = &f->tokens.items[i];
        if (w->kind != TOKEN_IDENTIFIER)
            continue;
        if (token_is(f->text, w, "__PRETTY_FUNCTION__"))
            refuse_at(t, "pt-function-name", plan_span(t->plan, t->d->file, w->begin, w->end),
                      "__PRETTY_FUNCTION__ would name the rewritten function; use __func__");
        if (token_is(f->text, w, "__builtin_FUNCTION"))
            refuse_at(t, "pt-function-name", plan_span(t->plan, t->d->file, w->begin, w->end),
                      "__builtin_FUNCTION would name the rewritten function; use __func__");
        if (token_is(f->text, w, "__COUNTER__"))
            refuse_at(t, "pt-counter", plan_span(t->plan, t->d->file, w->begin, w->end),
                      "__COUNTER__ would count the copy of this text too; define the value outside the kernel");
    }
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

bool is_same_word(const plan_file *f, const token *a, const token *b)
{
    return a->end - a->begin == b->end - b->begin && memcmp(f->text->bytes + a->begin, f->text->bytes + b->begin, a->end - a->begin) == 0;
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
            refuse_at(t, "pt-directive-in-body", at, "the body is there twice in the output, and what is included here gives its text "
                      "only once; write it out, or include a file without a guard");
        if (!token_is(f->text, &w[1], "define") && !token_is(f->text, &w[1], "undef"))
            continue;
        size_t k = first;
        while (k < i && !is_same_word(f, &f->tokens.items[k], &w[2]))
            k++;
        const token *const use = &f->tokens.items[k]; // the first one; a directive like this gives it a meaning before all others
        if (k < i && !(use->in_directive && (token_is(f->text, use - 1, "define") || token_is(f->text, use - 1, "undef"))))
            refuse_at(t, "pt-directive-in-body", at, "the body is there twice in the output, and this name means something else the "
                      "second time; move the directive in front of the function, or take another name");
    }
}

void check_text(const target *t)
{
    check_words(t);
    check_directives(t);
}
