// Macros of the two sides: see sides.h.
//
//     #ifndef __CUDA_ARCH__
//     #define ON_HOST 1                  one_sided: ON_HOST and WHICH
//     #endif
//     #define WHICH ON_HOST
//
// The text of macros is read as it is written, of all their definitions: a macro that leads to another in one of them leads
// to it. Those of system headers are not read.
#include "frontend/sides.h"

static bool is_one_sided_text(const plan_file *f, size_t offset)
{
    return byte_ranges_hold(f->host_only.items, f->host_only.count, offset) || (plan_is_skipped(f, offset) && !plan_is_unseen(f, offset));
}

static bool is_directive(const plan_file *f, size_t i, const char *word)
{
    const token *t = &f->tokens.items[i];
    return i + 2 < f->tokens.count && t->in_directive && t->starts_line && is_token(f, i, "#") && is_token(f, i + 1, word);
}

static bool is_one_sided(const plan *p, const plan_file *f, size_t i)
{
    for (size_t k = 0; k < p->one_sided.count; k++)
        if (is_token(f, i, p->one_sided.items[k].name))
            return true;
    return false;
}

// Does the text of the macro whose name is token `name` hold such a word?
static bool leads_to_one_sided(const plan *p, const plan_file *f, size_t name)
{
    const size_t end = token_directive_end(&f->tokens, name);
    for (size_t i = name + 1; i < end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_one_sided(p, f, i))
            return true;
    return false;
}

static const char *name_at(const plan *p, const plan_file *f, size_t i)
{
    const token *t = &f->tokens.items[i];
    return arena_format(p->arena, "%.*s", (int)(t->end - t->begin), f->text->bytes + t->begin);
}

// One turn: macros that lead to those that are known. False when there are no more.
static bool find_more(plan *p)
{
    bool found = false;
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = m.of;
        const size_t hash = m.name - 2;
        if (!is_directive(f, hash, "define") || plan_is_unseen(f, f->tokens.items[hash].begin) ||
            is_one_sided(p, f, m.name) || !leads_to_one_sided(p, f, m.name))
            continue;
        *ARENA_PUSH(p->arena, &p->one_sided) = (one_sided_macro){name_at(p, f, m.name), -1, 0};
        found = true;
    }
    return found;
}

void sides_find(plan *p)
{
    for (size_t k = 0; k < p->files.count; k++) {
        const plan_file *f = &p->files.items[k];
        for (size_t i = 0; i < f->tokens.count; i++)
            if ((is_directive(f, i, "define") || is_directive(f, i, "undef")) && is_one_sided_text(f, f->tokens.items[i].begin))
                *ARENA_PUSH(p->arena, &p->one_sided) = (one_sided_macro){name_at(p, f, i + 2), (int)k, f->tokens.items[i].begin};
    }
    while (find_more(p))
        ;
}
