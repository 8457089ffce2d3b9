// Local types and the variables of templates; see local_type.h.
//
// Which types a call hands on is not looked at: what may be instantiated for a local type counts as if it were.
#include "frontend/local_type.h"

#include "frontend/analyse.h"

#include <string.h>

typedef LIST_OF(slice) names;

// ---- variable templates ------------------------------------------------------------------------------------------

// `template <class T> __device__ int count;`: the name that begins behind the header, or NULL.
static const token *variable_name(const plan_file *f, size_t i)
{
    const token *t = f->tokens.items, *name = NULL;
    int depth = 0;
    bool on_device = false;
    int brackets = 0; // `<` in them compares
    for (i++; t[i].kind != TOKEN_END; i++) { // over the header
        brackets += token_is(f->text, &t[i], "(") || token_is(f->text, &t[i], "[") || token_is(f->text, &t[i], "{");
        brackets -= token_is(f->text, &t[i], ")") || token_is(f->text, &t[i], "]") || token_is(f->text, &t[i], "}");
        depth += brackets == 0 ? token_is(f->text, &t[i], "<") - token_is(f->text, &t[i], ">") : 0;
        if (depth == 0)
            break;
    }
    if (t[i].kind == TOKEN_END) // in text that is skipped
        return NULL;
    for (i++; t[i].kind != TOKEN_END && !token_is(f->text, &t[i], ";") && !token_is(f->text, &t[i], "=") && !token_is(f->text, &t[i], "{") &&
              !token_is(f->text, &t[i], "["); i++) {
        if (token_is(f->text, &t[i], "(") && !token_is(f->text, &t[i - 1], "__align__"))
            return NULL;
        if (token_is(f->text, &t[i], "constexpr") || token_is(f->text, &t[i], "template") || token_is(f->text, &t[i], "using"))
            return NULL;
        on_device |= token_is(f->text, &t[i], "__device__") || token_is(f->text, &t[i], "__managed__");
        name = t[i].kind == TOKEN_IDENTIFIER ? &t[i] : name;
    }
    return on_device ? name : NULL;
}

static names variable_templates(const plan *p)
{
    names out = {0};
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const size_t count = token_list_may_have(&f->tokens, "template") ? f->tokens.count : 0;
        for (size_t i = 0; i + 1 < count; i++) {
            if (f->tokens.items[i].in_directive || !token_is(f->text, &f->tokens.items[i], "template") ||
                !token_is(f->text, &f->tokens.items[i + 1], "<"))
                continue;
            const token *name = variable_name(f, i);
            if (name)
                *ARENA_PUSH(p->arena, &out) = token_bytes(f->text, name);
        }
    }
    return out;
}

static bool names_one(const plan *p, const declaration *d, const names *all)
{
    const plan_file *f = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); all->count && f->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &f->tokens.items[i];
        for (size_t k = 0; t->kind == TOKEN_IDENTIFIER && k < all->count; k++)
            if (slice_equal(all->items[k], token_bytes(f->text, t)))
                return true;
    }
    return false;
}

// ---- who comes to them -------------------------------------------------------------------------------------------

// Its own variable that there is for each type, or NULL.
static const fact *own_of(const plan *p, const function *f, const declaration *d)
{
    const bool instantiated = d->is_template || d->is_specialisation || d->in_class || d->has_auto_parameter;
    for (size_t i = 0; instantiated && i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_STATIC_LOCAL && !analyse_is_constant_local(p, d, &f->facts.items[i]))
            return &f->facts.items[i];
    return NULL;
}

static bool calls_one(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->callee >= 0 && p->functions.items[x->callee].keeps_variables && !p->functions.items[x->callee].is_kernel)
            return true;
        for (size_t k = 0; x->kind == FACT_CALL_DEPENDENT && x->callee < 0 && k < p->functions.count; k++)
            if (p->functions.items[k].keeps_variables && !p->functions.items[k].is_kernel && strcmp(p->functions.items[k].name, x->name) == 0)
                return true;
    }
    return false;
}

const fact *local_type_of(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LOCAL_TYPE || f->facts.items[i].kind == FACT_LAMBDA)
            return &f->facts.items[i];
    return NULL;
}

void local_type_find_doubled(plan *p)
{
    const names variables = variable_templates(p);
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const bool is_on_device = !f->in_system && (f->is_device || f->is_kernel); // what only the host calls has the host's variables
        const declaration *d = is_on_device ? plan_definition(f) : NULL;
        f->keeps_variables = d && (own_of(p, f, d) || names_one(p, d, &variables));
        any |= f->keeps_variables;
    }
    for (bool changed = any; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            if (!f->keeps_variables && !f->in_system && calls_one(p, f))
                f->keeps_variables = changed = true;
        }
        // A call names the template, and a specialisation of it may be what is called.
        for (size_t i = 0; i < p->functions.count; i++) {
            function *primary = p->functions.items[i].primary >= 0 ? &p->functions.items[p->functions.items[i].primary] : NULL;
            if (primary && p->functions.items[i].keeps_variables && !primary->keeps_variables)
                primary->keeps_variables = changed = true;
        }
    }
    for (size_t i = 0; any && i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = f->in_system ? NULL : plan_definition(f);
        f->doubles_variables = d && local_type_of(f) && (calls_one(p, f) || names_one(p, d, &variables));
    }
}

static bool find_variable(const plan *p, const function *f, bool *seen, span *at)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const int callee = f->facts.items[i].callee;
        const function *to = callee >= 0 && !seen[callee] && p->functions.items[callee].keeps_variables ? &p->functions.items[callee] : NULL;
        const declaration *d = to ? plan_definition(to) : NULL;
        if (!d)
            continue;
        seen[callee] = true;
        const fact *own = own_of(p, to, d);
        if (own)
            *at = plan_span(p, d->file, own->begin, own->end);
        if (own || find_variable(p, to, seen, at))
            return true;
    }
    return false;
}

bool local_type_variable(const plan *p, const function *f, span *at)
{
    bool *seen = arena_alloc(p->arena, (p->functions.count + 1) * sizeof *seen);
    memset(seen, 0, (p->functions.count + 1) * sizeof *seen);
    return find_variable(p, f, seen, at);
}
