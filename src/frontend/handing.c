// Variables that a call leaves as they are: see handing.h.
#include "frontend/handing.h"

#include "frontend/intrinsics.h"
#include "frontend/lex.h"
#include "frontend/unchanged.h"

#include <string.h>

static const plan_file *file_of(const plan *p, const function *f) { return &p->files.items[plan_definition(f)->file]; }

// ---- calls of known functions --------------------------------------------------------------------------------------------

// The `(` of the list whose argument, all of it, token `i` is; `*place`: which one. 0: it is none, or stands between angles.
static size_t list_of_argument(const plan_file *file, size_t i, size_t *place)
{
    *place = 0;
    if (!is_token(file, i + 1, ",") && !is_token(file, i + 1, ")"))
        return 0;
    for (size_t open = i - 1, depth = 0; open > 0; open--) {
        if (is_token(file, open, "<") || is_token(file, open, ">") || is_token(file, open, ";"))
            return 0;
        depth += is_token(file, open, ")") || is_token(file, open, "]") || is_token(file, open, "}");
        if (is_token(file, open, "(") || is_token(file, open, "[") || is_token(file, open, "{")) {
            if (depth == 0)
                return is_token(file, open, "(") && (open == i - 1 || is_token(file, i - 1, ",")) ? open : 0;
            depth--;
        }
        *place += depth == 0 && is_token(file, open, ",");
    }
    return 0;
}

// The function that the call with this list names.
static const function *called_with(const plan *p, const function *f, const plan_file *file, size_t open)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind != FACT_CALL || x->callee < 0 || x->elsewhere || x->in_macro || x->begin >= file->tokens.items[open].begin)
            continue;
        const size_t name = token_at_or_after(&file->tokens, x->begin), behind = is_token(file, name + 1, "<") ? plan_behind_arguments(file, name + 1) : name + 1;
        const function *g = &p->functions.items[x->callee];
        if (behind == open && is_token(file, name, g->name))
            return g;
    }
    return NULL;
}

// f(x), of a function that takes a reference and changes nothing by it, and hands it to none that does.
static bool is_lent(const plan *p, const function *f, const fact *x, int depth)
{
    enum { LENT_AT_MOST = 6 };
    const plan_file *file = file_of(p, f);
    const size_t i = token_at_or_after(&file->tokens, x->begin);
    size_t place;
    if (depth >= LENT_AT_MOST || x->elsewhere || x->in_macro || !is_token(file, i, x->name))
        return false;
    const size_t open = list_of_argument(file, i, &place);
    const function *g = open ? called_with(p, f, file, open) : NULL;
    const declaration *d = g && g->is_device && (g->form == FORM_FUNCTION || g->form == FORM_STATIC_METHOD) ? plan_definition(g) : NULL;
    if (!d || place >= d->parameters.count || d->parameters.items[place].is_pack || d->in_macro)
        return false;
    const parameter *taken = &d->parameters.items[place];
    const plan_file *there = file_of(p, g);
    if (taken->is_of_class && unchanged_has_changing_constructors(p)) // it may refer to what is made of the argument
        return false;
    return !*taken->name || unchanged_is_within(p, g, &there->tokens.items[token_at_or_after(&there->tokens, taken->name_begin)], depth + 1);
}

// ---- calls that a template leaves open -----------------------------------------------------------------------------------

// The `<` of NAME<...> that ends at token `i`; 0: there is none.
static size_t open_angle(const plan_file *f, size_t i)
{
    int depth = 0;
    for (size_t k = i; k > 1; k--) {
        depth += is_token(f, k, ">") - is_token(f, k, "<");
        if (depth == 0)
            return k;
        if (is_token(f, k, ";") || is_token(f, k, "{"))
            return 0;
    }
    return 0;
}

// const T &x, T const &x. Of objects that have mutable members, where the program has such, it says nothing.
static bool refers_to_const(const plan *p, const plan_file *f, const parameter *x)
{
    bool is_const = false, refers = false;
    for (size_t i = 0; i < p->files.count; i++)
        if (token_list_may_have(&p->files.items[i].tokens, "mutable"))
            return false;
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->default_begin; i++) {
        if (is_token(f, i, "*") || is_token(f, i, "&&") || is_token(f, i, "(") || is_token(f, i, "[") || is_token(f, i, "<") || (refers && is_token(f, i, "&")))
            return false;
        is_const |= is_token(f, i, "const") && !refers;
        refers |= is_token(f, i, "&");
    }
    return is_const && refers;
}

static bool takes_copy(const plan *p, const function *g, size_t place, bool is_explicit)
{
    if (g->in_system && intrinsic_find(g->name))
        return true; // CUDA's: __shfl_sync and its kin
    bool takes = !g->in_system && g->declarations.count;
    for (size_t k = 0; k < g->declarations.count && takes; k++) {
        const declaration *d = &g->declarations.items[k];
        const plan_file *f = &p->files.items[d->file];
        const parameter *x = place < d->parameters.count ? &d->parameters.items[place] : NULL;
        takes = x && !x->is_pack && !d->in_macro && !(x->is_of_class && unchanged_has_changing_constructors(p));
        const bool keeps = takes && !p->casts_const_away && refers_to_const(p, f, x);
        for (size_t i = takes ? token_at_or_after(&f->tokens, x->begin) : 0; takes && f->tokens.items[i].begin < x->default_begin; i++) {
            takes = keeps || (!is_token(f, i, "&") && !is_token(f, i, "&&"));
            for (size_t m = 0; m < d->template_parameters.count && is_explicit && takes; m++)
                takes = !d->template_parameters.items[m].name || !is_token(f, i, d->template_parameters.items[m].name); // it may be int &
        }
    }
    return takes;
}

// [...](int &r): of any parameter.
static bool lambda_takes_references(const plan_file *f, const fact *lambda)
{
    size_t i = plan_closing_bracket(f, token_at_or_after(&f->tokens, lambda->begin), f->tokens.count) + 1;
    i = is_token(f, i, "<") ? plan_behind_arguments(f, i) : i;
    const size_t close = is_token(f, i, "(") ? plan_closing_bracket(f, i, f->tokens.count) : i;
    for (; i < close; i++)
        if (is_token(f, i, "&") || is_token(f, i, "&&") || is_token(f, i, "..."))
            return true;
    return false;
}

// Do all lambdas, call operators and functions behind pointers take a copy in that place, of which a call of a value may be?
static bool values_take_copy(const plan *p, size_t place)
{
    for (size_t i = 0; i < p->functions.count && !unchanged_has_changing_constructors(p); i++) {
        const function *g = &p->functions.items[i];
        const declaration *d = plan_definition(g);
        const parameter *last = d && d->parameters.count ? &d->parameters.items[d->parameters.count - 1] : NULL;
        const bool may_take = last && (place < d->parameters.count || last->is_pack);
        const bool is_value = g->form == FORM_CALL_OPERATOR || (g->is_device && (g->is_value || g->address_used));
        if (!g->in_system && is_value && may_take && !takes_copy(p, g, place, true))
            return false;
        for (size_t k = 0; d && !g->in_system && k < g->facts.count; k++)
            if (g->facts.items[k].kind == FACT_LAMBDA && (g->facts.items[k].elsewhere || lambda_takes_references(&p->files.items[d->file], &g->facts.items[k])))
                return false;
    }
    return !unchanged_has_changing_constructors(p);
}

static bool is_own_value(const function *f, const plan_file *file, size_t name)
{
    bool is = plan_is_parameter(file, plan_definition(f), name);
    for (size_t i = 0; i < f->facts.count && !is; i++)
        is = (f->facts.items[i].kind == FACT_LOCAL || f->facts.items[i].kind == FACT_STATIC_LOCAL) && is_token(file, name, f->facts.items[i].name);
    return is && !is_token(file, name - 1, ".") && !is_token(file, name - 1, "->") && !is_token(file, name - 1, "::");
}

// f(x) in a member of a class that has an f: that is meant.
static bool has_member(const plan *p, const function *f, const plan_file *file, size_t name)
{
    bool has = false;
    for (size_t i = 0; i < p->functions.count && !has; i++)
        has = is_token(file, name, p->functions.items[i].name) && strcmp(p->functions.items[i].name_scope, f->name_scope) == 0;
    return has && (f->form == FORM_METHOD || f->form == FORM_STATIC_METHOD || f->form == FORM_CALL_OPERATOR) && !is_token(file, name - 1, ".") &&
           !is_token(file, name - 1, "->") && !is_token(file, name - 1, "::");
}

// Does a call stand there, of what has its name at token `name` and its list at `list`? `T x(n);` is none of a function, and a pointer to one may take
// whatever it takes.
static bool is_call_at(const plan *p, const function *f, const plan_file *file, size_t name, size_t list)
{
    const size_t begin = file->tokens.items[name].begin, end = file->tokens.items[plan_closing_bracket(file, list, file->tokens.count)].end;
    bool is = false;
    for (size_t i = 0; i < f->facts.count && !is; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_made = x->callee >= 0 && p->functions.items[x->callee].form == FORM_CONSTRUCTOR;
        const bool is_operator = strncmp(x->name, "operator", strlen("operator")) == 0 && strcmp(x->name, "operator()") != 0;
        is = (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && !is_made && !is_operator && !x->elsewhere && !x->in_macro && (x->begin == begin || (x->begin < begin && x->end == end));
    }
    return is;
}

// f<N>(x) in a template: an argument of a call that is open, as all functions that it may be of take a copy of it. So may a lambda f.
static bool is_given_as_copy(const plan *p, const function *f, const fact *x)
{
    const plan_file *file = file_of(p, f);
    const size_t at = token_at_or_after(&file->tokens, x->begin);
    size_t place;
    if (x->elsewhere || x->in_macro || !is_token(file, at, x->name))
        return false;
    const size_t open = list_of_argument(file, at, &place);
    const bool is_explicit = open && is_token(file, open - 1, ">");
    const size_t behind = is_explicit ? open_angle(file, open - 1) : open;
    if (!behind || file->tokens.items[behind - 1].kind != TOKEN_IDENTIFIER || !is_call_at(p, f, file, behind - 1, open))
        return false;
    bool any = false;
    const bool is_member = has_member(p, f, file, behind - 1), of_object = is_token(file, behind - 2, ".") || is_token(file, behind - 2, "->");
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        const bool is_method = g->form == FORM_METHOD || g->form == FORM_STATIC_METHOD;
        if (!is_token(file, behind - 1, g->name) || (is_member && strcmp(g->name_scope, f->name_scope) != 0) || (of_object && !is_method))
            continue;
        if (!takes_copy(p, g, place, is_explicit))
            return false;
        any = true;
    }
    return any || (is_own_value(f, file, behind - 1) && values_take_copy(p, place));
}

bool handing_keeps(const plan *p, const function *f, const fact *x, int depth)
{
    if (!(x->context & IS_SCALAR) && unchanged_has_changing_conversions(p))
        return false;
    return is_lent(p, f, x, depth) || is_given_as_copy(p, f, x);
}
