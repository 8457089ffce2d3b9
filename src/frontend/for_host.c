// Functions that the host alone runs: see for_host.h.
#include "frontend/for_host.h"

#include "frontend/lex.h"
#include "support/map.h"

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

// friend __device__ void g(Q); in a class may say what no other declaration does.
static map names_of_friends(plan *p)
{
    map names = map_new(p->arena);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        bool is_friend = false;
        for (size_t i = 0; i < f->tokens.count && token_list_may_have(&f->tokens, "friend"); i++) {
            const slice word = token_word(f, i);
            is_friend = is_token(f, i, "friend") || (is_friend && !is_token(f, i, ";") && !is_token(f, i, "{"));
            if (is_friend && f->tokens.items[i].kind == TOKEN_IDENTIFIER)
                map_put(&names, arena_copy(p->arena, word.bytes, word.length), 1);
        }
    }
    return names;
}

static bool holds_lambda(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA)
            return true;
    return false;
}

void for_host_mark(plan *p)
{
    const map friends = names_of_friends(p);
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (f->is_kernel || f->is_device || f->in_system || f->primary >= 0 || !d || d->in_macro || d->body_begin <= d->begin)
            continue;
        const plan_file *file = &p->files.items[d->file];
        if (map_get(&friends, f->name) >= 0)
            continue;
        f->is_for_host = !may_be_for_device(p, file, d) && !is_lambda(file, d) && !holds_lambda(f);
    }
}
