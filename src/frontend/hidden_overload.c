// Overloads that libclang leaves out: see hidden_overload.h.
#include "frontend/hidden_overload.h"

static bool matters(const function *f)
{
    return f->reads_block_index || f->has_block_barrier || f->has_warp_sync || f->has_grid_barrier || f->uses_shared;
}

// Of the program's, by its name; NULL where a device has one of the name, too.
static const function *host_function_named(const plan *p, slice name)
{
    const function *found = NULL;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (f->in_system || !slice_is(name, f->name))
            continue;
        if (f->is_device || f->is_kernel || f->form == FORM_CONSTRUCTOR)
            return NULL;
        found = f;
    }
    return found;
}

// f(x) or f<T>() in decltype(...), between the template header and the body.
static const function *host_function_in_signature(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    const size_t end = d->body_begin ? d->body_begin : d->end;
    const function *found = NULL;
    size_t type_end = 0; // of the decltype
    for (size_t i = token_at_or_after(&f->tokens, d->specifiers_begin); f->tokens.items[i].begin < end && !found; i++) {
        if (is_token(f, i, "decltype") && is_token(f, i + 1, "("))
            type_end = f->tokens.items[plan_closing_bracket(f, i + 1, f->tokens.count)].begin;
        else if (f->tokens.items[i].begin < type_end && f->tokens.items[i].kind == TOKEN_IDENTIFIER && (is_token(f, i + 1, "(") || is_token(f, i + 1, "<")))
            found = host_function_named(p, token_word(f, i));
    }
    return found;
}

const function *hidden_overload_of(const plan *p, const function *callee)
{
    const function *found = NULL;
    for (int i = map_get(&p->first_named, callee->name); i >= 0 && !found; i = p->functions.items[i].next_named) {
        const function *other = &p->functions.items[i];
        const declaration *d = plan_definition(other);
        if (other != callee && other->is_device && !other->in_system && d && d->is_template && (matters(other) || matters(callee)))
            found = host_function_in_signature(p, d);
    }
    return found;
}
