// What the callers of a function hand on: see lanes_parts.h.
//
// In:  a function, and the place of one of its parameters. Out: the values that calls by name have there, by tokens.
#include "frontend/lanes_parts.h"

#include "frontend/lex.h"

// Of the call: what it hands on in that place.
static void find_value(const fact *call, size_t place, lanes_argument *x)
{
    const plan_file *f = x->file;
    const size_t name = token_at_or_after(&f->tokens, call->begin), open = is_token(f, name + 1, "<") ? plan_behind_arguments(f, name + 1) : name + 1;
    x->is_hidden = call->in_macro || !is_token(f, open, "(");
    if (x->is_hidden)
        return;
    const size_t close = plan_closing_bracket(f, open, f->tokens.count);
    x->first = open + 1;
    for (size_t i = 0; i < place && x->first < close; i++)
        x->first = lanes_end_of_value(f, x->first, false) + 1;
    x->is_default = x->first >= close;
    x->end = x->is_default ? x->first : lanes_end_of_value(f, x->first, false);
}

bool lanes_next_argument(const plan *p, const function *callee, size_t place, lanes_argument *x)
{
    int at = x->next ? x->next - 1 : callee->first_call;
    while (at >= 0 && p->functions.items[p->calls.items[at].function].facts.items[p->calls.items[at].fact].elsewhere)
        at = p->calls.items[at].next;
    if (at < 0)
        return false;
    const call_place *c = &p->calls.items[at];
    x->caller = &p->functions.items[c->function];
    x->file = &p->files.items[plan_definition(x->caller)->file];
    x->next = c->next >= 0 ? c->next + 1 : -1;
    find_value(&x->caller->facts.items[c->fact], place, x);
    return true;
}
