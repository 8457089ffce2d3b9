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

static bool is_same_word(const plan_file *f, const token *a, const token *b)
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

// ---- launches ----------------------------------------------------------------------------------------------------------

static size_t find_change(const plan_file *f, size_t i, size_t end)
{
    while (i < end && !changes_something(f->text, &f->tokens, i))
        i++;
    return i;
}

static bool holds_word(const plan_file *f, size_t i, size_t end, const token *word)
{
    while (i < end && !is_same_word(f, &f->tokens.items[i], word))
        i++;
    return i < end;
}

// The configuration is evaluated before the arguments; in the call of a stub both are arguments. What either of them changes
// must not be the other's. (Nobody knows of functions that are called: docs/language.md.)
void check_order_of_evaluation(plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    const size_t open = token_at_or_after(&f->tokens, l->open_end), close = token_at_or_after(&f->tokens, l->close_begin);
    const size_t first = token_at_or_after(&f->tokens, l->arguments_open);
    size_t last = first, depth = 0;
    do {
        depth += token_is(f->text, &f->tokens.items[last], "(");
        depth -= token_is(f->text, &f->tokens.items[last], ")");
        last++;
    } while (depth && last < f->tokens.count);
    const struct { size_t begin, end, other_begin, other_end; } sides[] = {{open, close, first, last}, {first, last, open, close}};
    for (size_t s = 0; s < 2; s++)
        for (size_t i = find_change(f, sides[s].begin, sides[s].end); i < sides[s].end; i = find_change(f, i + 1, sides[s].end))
            for (size_t k = i - 1; k <= i + 1; k++) { // a name on either side
                const token *name = &f->tokens.items[k];
                if (name->kind != TOKEN_IDENTIFIER || !holds_word(f, sides[s].other_begin, sides[s].other_end, name))
                    continue;
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch-order", plan_span(p, l->file, name->begin, name->end),
                                "this changes what the %s of the launch may read, and the order of the two would be another one; "
                                "write it in front of the launch", s ? "configuration" : "arguments");
                return;
            }
}
