// Kernels whose blocks wait for each other; see waiting.h.
#include "frontend/waiting.h"

#include "frontend/analyse.h"
#include "frontend/recursion.h"
#include "frontend/silent.h"
#include "frontend/spin.h"

#include <string.h>

// A lock that someone gives free: its holder runs already, whatever the order of blocks.
static bool is_lock(const plan *p, const char *name)
{
    for (size_t i = 0; *name && i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++) {
            const fact *x = &p->functions.items[i].facts.items[k];
            if (x->kind == FACT_RELEASE && strcmp(x->name, name) == 0)
                return true;
        }
    return false;
}

static bool is_fence(const function *f)
{
    return f->in_system && spin_is_fence(f->name);
}

// May a call that is open be of a function that does so? Which one stands behind a pointer, or overrides another, is not followed.
static bool merge_open_call(const plan *p, const fact *x, bool *polls, bool *waits, bool *orders)
{
    open_targets targets = analyse_targets(p, x);
    for (int i; (i = analyse_next_target(&targets)) >= 0;) {
        const function *g = &p->functions.items[i];
        if (!g->polls && !g->orders_memory)
            continue;
        *polls |= g->polls;
        *waits |= g->waits_on_blocks;
        *orders |= g->orders_memory;
    }
    return *polls;
}

// Is a plain read made again in each turn of the loop, since it calls what keeps memory in order?
static bool is_fenced_by_call(const plan *p, const function *f, const fact *loop)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        const bool inside = x->begin > loop->begin && x->begin < loop->end;
        if (inside && x->callee >= 0 && p->functions.items[x->callee].orders_memory)
            return true;
    }
    return false;
}

static bool lambda_polls(const plan *p, const function *f, const fact *l)
{
    for (size_t k = 0; l->kind == FACT_LAMBDA && k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        if (x->begin > l->begin && x->begin < l->end && ((x->kind == FACT_POLL && !is_lock(p, x->name)) || (callee && (callee->polls || is_fence(callee)))))
            return true;
    }
    return false;
}

// Is there a lambda that reads what others write? (Objects that may be called are found by the name of their operator.)
static bool some_lambda_polls(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        for (size_t k = 0; k < f->facts.count && !f->in_system; k++)
            if (lambda_polls(p, f, &f->facts.items[k]))
                return true;
    }
    return false;
}

// A lambda's reads are among what the function around it does.
static bool anybody_polls(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].polls && !p->functions.items[i].in_system)
            return true;
    return false;
}

const fact *waiting_at(const plan *p, const function *f)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        const bool is_own = x->kind == FACT_SPIN && !callee && !(x->context & (IF_FENCED | BY_NAME)) && !is_lock(p, x->name);
        const bool by_call = callee && (x->kind == FACT_SPIN ? callee->polls : callee->waits_on_blocks);
        if (!x->elsewhere && (is_own || by_call))
            return x;
    }
    return NULL;
}

// int look(const int *p) { __threadfence(); return *p; }: who calls it again and again looks for what others write.
static bool looks_behind_fence(const plan *p, const function *f)
{
    bool fences = false;
    for (size_t k = 0; k < f->facts.count && !fences; k++) {
        const fact *x = &f->facts.items[k];
        fences = x->callee >= 0 && !(x->context & IN_LAMBDA) && is_fence(&p->functions.items[x->callee]);
    }
    return fences && !f->in_system && !f->is_kernel && strncmp(f->type, "void ", 5) != 0;
}

// while (!f), return *f, of a type that a template leaves open: what nobody writes may look for what others do, and any loop asks it again.
static bool may_poll_unwritten(const plan *p, const function *f)
{
    bool polls = false;
    for (size_t i = silent_may_stand_in(p, f) ? 0 : p->functions.count; i < p->functions.count && !polls; i++)
        polls = p->functions.items[i].polls && silent_is_callee(&p->functions.items[i]);
    return polls;
}

// for (; i < n; ) counts, most likely; `while (!f)` and `for (;;)` do not.
static bool compares(const plan *p, const function *f, const branch *loop)
{
    static const char *const operators[] = {"<", ">", "<=", ">=", "!="};
    const declaration *d = plan_definition(f);
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    bool any = false;
    for (size_t i = file ? token_at_or_after(&file->tokens, loop->condition_begin) : 0; file && !any && file->tokens.items[i].begin < loop->condition_end; i++)
        any = IS_ANY_TOKEN(file, i, operators);
    return any;
}

static bool find_waiting_in(plan *p, function *f, bool some_poll)
{
    bool polls = f->polls || looks_behind_fence(p, f), waits = f->waits_on_blocks, orders = f->orders_memory || is_fence(f);
    if (some_poll && may_poll_unwritten(p, f)) {
        polls = true;
        for (size_t i = 0; i < f->branches.count; i++)
            waits |= f->branches.items[i].kind == BRANCH_LOOP && !compares(p, f, &f->branches.items[i]);
    }
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        orders |= x->kind == FACT_RELEASE || x->kind == FACT_POLL || (x->kind == FACT_SPIN && !(x->context & (IF_FENCED | BY_NAME)));
        if (x->kind == FACT_SPIN && x->context & BY_NAME) {
            const fact call = {.kind = FACT_CALL_DEPENDENT, .callee = -1, .name = x->name, .context = x->context};
            bool others[2] = {false};
            if (merge_open_call(p, &call, &others[0], &others[1], &others[1]) ||
                (strcmp(x->name, "operator()") == 0 ? some_lambda_polls(p) : analyse_is_call_of_value(&call) && anybody_polls(p)))
                polls = waits = true;
        } else if (x->kind == FACT_SPIN && x->context & IF_FENCED) {
            if (is_fenced_by_call(p, f, x))
                polls = waits = true;
        } else if ((x->kind == FACT_POLL || (x->kind == FACT_SPIN && !callee)) && !is_lock(p, x->name)) {
            polls = true;
            waits |= x->kind == FACT_SPIN;
        } else if (callee) {
            polls |= callee->polls;
            waits |= x->kind == FACT_SPIN ? callee->polls : callee->waits_on_blocks;
            orders |= callee->orders_memory;
        }
        if (analyse_is_open_call(x) && !f->in_system)
            merge_open_call(p, x, &polls, &waits, &orders);
    }
    bool changed = polls != f->polls || waits != f->waits_on_blocks || orders != f->orders_memory;
    f->polls = polls;
    f->waits_on_blocks = waits;
    f->orders_memory = orders;
    return changed;
}

// A lambda that reads what others write and calls something by its value, which may be itself: self(self, i).
static bool lambda_comes_back(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *l = &f->facts.items[i];
        bool polls = false, calls = false;
        for (size_t k = 0; l->kind == FACT_LAMBDA && k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (x->begin <= l->begin || x->begin >= l->end)
                continue;
            polls |= (x->kind == FACT_POLL && !is_lock(p, x->name)) || (x->callee >= 0 && p->functions.items[x->callee].polls);
            calls |= analyse_is_call_of_value(x);
        }
        if (polls && calls)
            return true;
    }
    return false;
}

// A function that calls itself, by whatever way, asks again and again, as a loop does. `comes_back` is found where it is needed.
static bool find_recursion(plan *p, const bool **comes_back)
{
    bool changed = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (!f->polls || f->waits_on_blocks || f->in_system)
            continue;
        *comes_back = *comes_back ? *comes_back : recursion_find(p);
        if ((*comes_back)[i] || lambda_comes_back(p, f))
            f->waits_on_blocks = changed = true;
    }
    return changed;
}

void waiting_find(plan *p)
{
    const bool *comes_back = NULL;
    for (bool changed = true; changed;) {
        changed = false;
        const bool some_poll = anybody_polls(p);
        for (size_t i = 0; i < p->functions.count; i++)
            changed |= find_waiting_in(p, &p->functions.items[i], some_poll);
        for (size_t i = 0; i < p->functions.count; i++) { // a call of a template names its pattern
            const function *f = &p->functions.items[i];
            function *primary = f->primary >= 0 ? &p->functions.items[f->primary] : NULL;
            if (primary && ((f->polls && !primary->polls) || (f->waits_on_blocks && !primary->waits_on_blocks))) {
                primary->polls |= f->polls;
                primary->waits_on_blocks |= f->waits_on_blocks;
                changed = true;
            }
        }
        changed = changed || find_recursion(p, &comes_back);
    }
}
