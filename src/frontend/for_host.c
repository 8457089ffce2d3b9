// Functions that the host alone runs: see for_host.h.
#include "frontend/for_host.h"

// A macro's body may hold any word.
static bool may_be_for_device(const plan *p, const plan_file *f, const declaration *d)
{
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->body_begin; i++)
        if (plan_is_macro(p, token_word(f, i)))
            return true;
    return plan_text_has_token(f, d->begin, d->body_begin, "constexpr");
}

// A lambda's own function begins with it, as its text does.
static bool is_lambda(const plan_file *f, const declaration *d) { return is_token(f, token_at_or_after(&f->tokens, d->begin), "["); }

static bool holds_lambda(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA)
            return true;
    return false;
}

void for_host_mark(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (f->is_kernel || f->is_device || f->in_system || f->primary >= 0 || !d || d->in_macro || d->body_begin <= d->begin)
            continue;
        const plan_file *file = &p->files.items[d->file];
        f->is_for_host = !may_be_for_device(p, file, d) && !is_lambda(file, d) && !holds_lambda(f);
    }
}
