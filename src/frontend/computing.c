// Functions of the program that only compute: see computing.h.
#include "frontend/computing.h"

#include "frontend/lanes_search.h"
#include "frontend/lex.h"
#include "frontend/library.h"
#include "frontend/unchanged.h"
#include "frontend/uniform.h"

#include <string.h>

size_t computing_tokens_of_type(const plan_file *f, size_t i)
{
    static const char *const types[] = {"int", "unsigned", "long", "short", "char", "signed", "bool", "float", "double", "size_t", "int32_t",
                                        "uint32_t", "int64_t", "uint64_t"};
    const size_t begin = i + (is_token(f, i, "static_cast") && is_token(f, i + 1, "<") ? 2 : 0);
    size_t end = begin;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (is_token(f, end, types[k])) {
            end++;
            k = (size_t)-1; // from the first one on again
        }
    if (end == begin || begin == i)
        return end - begin;
    return is_token(f, end, ">") ? end + 1 - i : 0;
}

enum { functions_deep_at_most = 4 };

static bool is_computing(const plan *p, const function *g, int depth);

// Are all of the program's functions of that name such, and is there one?
static bool all_compute(const plan *p, slice name, int depth)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g->in_system || !slice_is(name, g->name))
            continue;
        if (!is_computing(p, g, depth))
            return false;
        any = true;
    }
    return any;
}

// A word of what such a function gives: its own parameter, a type, a number, another such function.
static bool is_computing_word(const plan *p, const function *g, const plan_file *f, size_t i, int depth)
{
    static const char *const words[] = {"min", "max", "abs", "true", "false", "const", "std", "sizeof", "static_cast"};
    const declaration *d = plan_definition(g);
    if (plan_is_parameter(f, d, i))
        return !is_token(f, i + 1, "(") && !is_token(f, i + 1, ".");
    return plan_is_template_parameter(f, d, i) || IS_ANY_TOKEN(f, i, words) || computing_tokens_of_type(f, i) == 1 || uniform_number_macro(p, f, &f->tokens.items[i]) || plan_constant(p, token_word(f, i)) == 1 ||
           (is_token(f, i + 1, "(") && all_compute(p, token_word(f, i), depth + 1));
}

// { return (a + b - 1) / b; }: made of what it is given, and nothing else.
static bool is_computing(const plan *p, const function *g, int depth)
{
    static const char *const others[] = {"[", "->", ".", "=", "+=", "-=", "*=", "/=", "++", "--", "{", "&", "new", "delete"};
    const declaration *d = plan_definition(g);
    size_t first, end;
    if (depth > functions_deep_at_most || g->form != FORM_FUNCTION || g->is_virtual || !d || d->in_macro || !lanes_only_value(p, g, &first, &end))
        return false;
    const plan_file *f = &p->files.items[d->file];
    for (size_t k = 0; k < d->parameters.count; k++)
        if (d->parameters.items[k].is_class && !d->is_template)
            return false; // its operators are the program's
    for (size_t k = 0; k < g->declarations.count; k++)
        for (size_t m = 0; m < g->declarations.items[k].parameters.count; m++)
            if (g->declarations.items[k].parameters.items[m].default_begin < g->declarations.items[k].parameters.items[m].end)
                return false; // which nobody sees where it is called
    for (size_t i = first; i < end; i++) {
        const bool loads = is_token(f, i, "*") && (i == first || (f->tokens.items[i - 1].kind == TOKEN_PUNCTUATION && !is_token(f, i - 1, ")")));
        if (loads || IS_ANY_TOKEN(f, i, others) || (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_computing_word(p, g, f, i, depth)))
            return false;
    }
    return true;
}

// A lambda, say.
static bool names_local(const function *in, const plan_file *f, size_t i)
{
    for (size_t k = 0; k < in->facts.count; k++)
        if (in->facts.items[k].kind == FACT_LOCAL && is_token(f, i, in->facts.items[k].name))
            return true;
    return false;
}

size_t computing_arguments(const plan *p, const function *in, const plan_file *f, size_t i)
{
    static const char *const of_cuda[] = {"min", "max", "abs"};
    const size_t open = is_token(f, i + 1, "<") ? plan_behind_arguments(f, i + 1) : i + 1;
    if (!is_token(f, open, "(") || names_local(in, f, i))
        return 0;
    return IS_ANY_TOKEN(f, i, of_cuda) || all_compute(p, token_word(f, i), 0) ? open : 0; // a program's own min is among its functions: computing_calls_other
}

// tile.meta_group_rank() where a template leaves the tile's size open; and then `>=` may be an operator, though the program has none of that name.
static bool asks_open_group(const plan *p, const fact *x)
{
    const bool asks = x->context & MEMBER_SYNTAX && library_is_group_question(x->name), compares = x->context & OPERATOR_SYNTAX && strncmp(x->name, "operator", 8) == 0;
    return x->kind == FACT_CALL_DEPENDENT && (asks || compares) && !plan_names_function(p, x->name);
}

bool computing_calls_other(const plan *p, const function *in, size_t begin, size_t end)
{
    for (size_t i = 0; i < in->facts.count; i++) {
        const fact *x = &in->facts.items[i];
        const function *g = fact_is_named_call(x) && !(x->context & OPERATOR_SYNTAX) ? &p->functions.items[x->callee] : NULL;
        if (x->begin >= begin && x->begin < end && unchanged_is_call(p, x) && !asks_open_group(p, x) && (!g || !is_computing(p, g, 0)))
            return true;
    }
    return false;
}

bool computing_is_given(const plan *p, const function *in, const plan_file *f, size_t i)
{
    const size_t open = plan_bracket_around(f, i, NULL);
    return is_token(f, open, "(") && computing_arguments(p, in, f, plan_name_in_front(f, open)) == open;
}
