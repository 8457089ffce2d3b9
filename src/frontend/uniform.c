// Conditions that are the same for all threads of a block; see uniform.h.
#include "frontend/uniform.h"

#include "frontend/lex.h"

#include <string.h>

static slice token_bytes(const plan_file *f, const token *t)
{
    return (slice){f->text->bytes + t->begin, t->end - t->begin};
}

static bool is_assigned(const plan_file *f, const token *name, size_t begin, size_t end)
{
    static const char *const assigning[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--"};
    const slice word = token_bytes(f, name);
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(f, t)))
            continue;
        for (size_t k = 0; k < sizeof assigning / sizeof *assigning; k++)
            if (token_is(f->text, t + 1, assigning[k]) || (i && token_is(f->text, t - 1, assigning[k]) && k >= 10))
                return true;
        if (i && token_is(f->text, t - 1, "&"))
            return true;
        if (token_is(f->text, t + 1, ">") && token_is(f->text, t + 2, ">") && token_is(f->text, t + 3, "="))
            return true; // >>=
        if (token_is(f->text, t + 1, ">>="))
            return true;
    }
    return false;
}

// #define NAME 32: numbers and operators only, wherever it is defined.
static bool is_number_macro(const plan *p, const plan_file *at, const token *name)
{
    bool found = false;
    const slice word = token_bytes(at, name);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 2; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (!t->in_directive || !token_is(f->text, t - 1, "define") || !slice_equal(word, token_bytes(f, t)))
                continue;
            found = true;
            bool empty = true;
            for (size_t k = i + 1; f->tokens.items[k].in_directive && !f->tokens.items[k].starts_line; k++) {
                empty = false;
                if (f->tokens.items[k].kind != TOKEN_NUMBER && f->tokens.items[k].kind != TOKEN_PUNCTUATION)
                    return false;
            }
            if (empty)
                return false;
        }
    }
    return found;
}

// A kernel's parameters are the same for all threads; what a function is called with need not be.
static bool is_uniform_name(const plan *p, const declaration *d, const plan_file *f, const token *t, bool of_kernel)
{
    static const char *const always[] = {"blockIdx", "gridDim", "blockDim", "warpSize"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (token_is(f->text, t, always[i]))
            return true;
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (d->template_parameters.items[i].name && token_is(f->text, t, d->template_parameters.items[i].name))
            return true;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (token_is(f->text, t, d->parameters.items[i].name))
            return of_kernel && !is_assigned(f, t, d->body_begin, d->body_end);
    return is_number_macro(p, f, t);
}

// `variable`: a name that is uniform as well, or NULL.
static bool is_uniform(const plan *p, const declaration *d, size_t begin, size_t end, const token *variable, bool of_kernel)
{
    const plan_file *f = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (token_is(f->text, t, "*") || token_is(f->text, t, "[") || token_is(f->text, t, "->"))
            if (!(token_is(f->text, t, "*") && i && (t - 1)->end > begin &&
                  ((t - 1)->kind == TOKEN_IDENTIFIER || (t - 1)->kind == TOKEN_NUMBER || token_is(f->text, t - 1, ")"))))
                return false; // a load: memory may differ from thread to thread
        if (t->kind != TOKEN_IDENTIFIER)
            continue;
        if (token_is(f->text, t + 1, "("))
            return false;
        bool is_variable = variable && slice_equal(token_bytes(f, variable), token_bytes(f, t));
        if (!is_variable && !(i && token_is(f->text, t - 1, ".")) && !is_uniform_name(p, d, f, t, of_kernel))
            return false;
    }
    return true;
}

bool uniform_condition(const plan *p, const declaration *d, size_t begin, size_t end)
{
    return is_uniform(p, d, begin, end, NULL, true);
}

bool uniform_in_helper(const plan *p, const declaration *d, size_t begin, size_t end)
{
    return is_uniform(p, d, begin, end, NULL, false);
}

bool uniform_loop(const plan *p, const declaration *d, const branch *loop)
{
    const plan_file *f = &p->files.items[d->file];
    size_t i = token_at_or_after(&f->tokens, loop->begin);
    if (loop->has_break || !token_is(f->text, &f->tokens.items[i], "for"))
        return false;
    for (i += 2; f->tokens.items[i].begin < loop->condition_begin && !token_is(f->text, &f->tokens.items[i], "=");)
        i++;
    const token *variable = &f->tokens.items[i - 1];
    if (f->tokens.items[i].begin >= loop->condition_begin || variable->kind != TOKEN_IDENTIFIER)
        return false;
    return !is_assigned(f, variable, loop->header_end, loop->end) &&
           is_uniform(p, d, f->tokens.items[i].end, loop->condition_begin, NULL, true) &&
           is_uniform(p, d, loop->condition_begin, loop->header_end, variable, true);
}
