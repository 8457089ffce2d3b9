// Lambdas that wait; see lambda.h.
//
// The facts of a lambda's body are those of the function that it stands in. A call of it is a call of an operator() that
// stands where the lambda begins.
#include "frontend/lambda.h"

#include "frontend/analyse.h"
#include "frontend/leaving.h"

bool lambda_holds(const fact *lambda, const fact *x)
{
    return x->context & IN_LAMBDA && x->begin >= lambda->begin && x->begin < lambda->end;
}

static bool waits(const plan *p, const function *f, const fact *lambda, bool block)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (lambda_holds(lambda, &f->facts.items[i]) && leaving_may_wait(p, &f->facts.items[i], block))
            return true;
    return false;
}

// `return x; }` at the lambda's end, which ends nothing early.
static bool is_last_statement(const plan_file *f, const fact *lambda, size_t at)
{
    while (!token_is(f->text, &f->tokens.items[at], ";") && f->tokens.items[at].begin < lambda->end)
        at++;
    return token_is(f->text, &f->tokens.items[at + 1], "}") && f->tokens.items[at + 1].end == lambda->end;
}

// All threads that come to the lambda come to all that is in it.
static bool is_straight(const plan_file *f, const fact *lambda)
{
    static const char *const words[] = {"if", "for", "while", "do", "switch", "goto", "?", "&&", "||"};
    for (size_t i = token_at_or_after(&f->tokens, lambda->begin); f->tokens.items[i].begin < lambda->end; i++) {
        const token *t = &f->tokens.items[i];
        if (TOKEN_IS_ANY(f->text, t, words))
            return false;
        if (token_is(f->text, t, "return") && !is_last_statement(f, lambda, i))
            return false;
    }
    return true;
}

static bool note(bool *flag, bool value)
{
    const bool is_new = value && !*flag;
    *flag |= value;
    return is_new;
}

static bool look_at_lambda(plan *p, function *f, const declaration *d, const fact *lambda)
{
    const bool block = waits(p, f, lambda, true), warp = waits(p, f, lambda, false);
    bool changed = note(&p->lambda_block_waits, block);
    changed |= note(&p->lambda_warp_waits, warp);
    if (block)
        changed |= note(&f->lambda_parts, lambda->in_macro || !is_straight(&p->files.items[d->file], lambda));
    for (size_t i = 0; (block || warp) && i < p->functions.count; i++) {
        function *g = &p->functions.items[i];
        if (g->form != FORM_CALL_OPERATOR || g->place_file != d->file || g->place != lambda->begin)
            continue;
        changed |= note(&g->lambda_block_waits, block);
        changed |= note(&g->lambda_warp_waits, warp);
    }
    return changed;
}

static bool spread_waiting(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    bool changed = false;
    for (size_t k = 0; !f->in_system && d && k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_LAMBDA)
            changed |= look_at_lambda(p, f, d, x);
        changed |= note(&f->lambda_block_waits, lambda_may_wait(p, x, true));
        changed |= note(&f->lambda_warp_waits, lambda_may_wait(p, x, false));
    }
    return changed;
}

void lambda_find_waiting(plan *p) { analyse_close(p, spread_waiting); }

bool lambda_may_wait(const plan *p, const fact *call, bool block)
{
    if (analyse_is_call_of_value(call)) // of a value that may be a lambda, or a pointer that was made of one
        return block ? p->lambda_block_waits : p->lambda_warp_waits;
    if ((call->kind != FACT_CALL && call->kind != FACT_CALL_DEPENDENT) || call->callee < 0)
        return false;
    const function *f = &p->functions.items[call->callee];
    return !f->is_kernel && (block ? f->lambda_block_waits : f->lambda_warp_waits);
}

// Does it wait, as far as is known without asking the same of what it calls by a value? `by_value`: it is asked for such a call, which may be
// of any lambda, and so all of them are looked at.
static bool waits_itself(const plan *p, const function *f, const fact *lambda, bool by_value)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (!lambda_holds(lambda, x))
            continue;
        const bool is_open = analyse_is_call_of_value(x), by_lambda = !(is_open && by_value) && (lambda_may_wait(p, x, true) || lambda_may_wait(p, x, false));
        if (by_lambda || (is_open ? leaving_waiting_target(p, x) || analyse_may_be_collective(x) : leaving_may_wait(p, x, true) || leaving_may_wait(p, x, false)))
            return true;
    }
    return false;
}

bool lambda_is_foreign_barrier(const plan *p, const fact *call)
{
    const bool open = analyse_is_call_of_value(call);
    const function *g = open || call->callee < 0 ? NULL : &p->functions.items[call->callee];
    if ((!open && (!g || g->form != FORM_CALL_OPERATOR)) || (!lambda_may_wait(p, call, true) && !lambda_may_wait(p, call, false)))
        return false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        for (size_t k = 0; d && !f->in_system && !f->is_kernel && !f->cloned && k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            const bool meant = x->kind == FACT_LAMBDA && (open || (g->place_file == d->file && g->place == x->begin));
            if (meant && waits_itself(p, f, x, open))
                return true;
        }
    }
    return false;
}

const fact *lambda_of_call(const plan *p, const fact *call, const function **in)
{
    const function *g = (call->kind == FACT_CALL || call->kind == FACT_CALL_DEPENDENT) && call->callee >= 0 ? &p->functions.items[call->callee] : NULL;
    for (size_t i = 0; g && g->form == FORM_CALL_OPERATOR && i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        for (size_t k = 0; d && d->file == g->place_file && k < f->facts.count; k++)
            if (f->facts.items[k].kind == FACT_LAMBDA && f->facts.items[k].begin == g->place) {
                *in = f;
                return &f->facts.items[k];
            }
    }
    return NULL;
}
