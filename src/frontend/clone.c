// Clones: see clone.h.
#include "frontend/clone.h"

#include "frontend/analyse.h"
#include "frontend/lanes_apart.h"
#include "frontend/passing.h"

#include <string.h>

// A clone has a name, is called by it, and has its text in one place.
bool clone_is_possible(const plan *p, const function *f)
{
    bool defined = f->definition >= 0;
    for (size_t i = 0; i < p->functions.count && !defined; i++) // in specialisations only
        defined = p->functions.items[i].primary == (int)(f - p->functions.items) && p->functions.items[i].definition >= 0;

    if (f->is_virtual || f->doubles_variables || (f->form != FORM_FUNCTION && f->form != FORM_METHOD && f->form != FORM_STATIC_METHOD))
        return false;
    for (size_t i = 0; i < f->declarations.count; i++)
        if (f->declarations.items[i].in_macro || f->declarations.items[i].in_function ||
            f->declarations.items[i].is_friend)
            return false;
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_STATIC_LOCAL ||
            (f->facts.items[i].kind == FACT_BLOCK_INDEX && f->facts.items[i].context & IN_DEFAULT_ARGUMENT))
            return false;
    return defined;
}

static bool spread_copies(plan *p, function *f)
{
    bool calls = false;
    for (size_t k = 0; k < f->facts.count && !f->must_be_copied; k++)
        calls |= analyse_is_call(&f->facts.items[k]) && p->functions.items[f->facts.items[k].callee].must_be_copied;
    return !f->must_be_copied && (f->must_be_copied = calls);
}

// In kernels, and in functions that they call; what calls these needs a clone, too.
void clone_find_checked(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (plan_definition(f) && f->annotated)
            passing_find_checked_returns(p, f);
        const bool may_be_copied = is_device_code(f) && !f->is_kernel && !f->ambient && clone_is_possible(p, f);
        if (plan_definition(f) && (f->annotated || may_be_copied))
            passing_find_checked_loops(p, f);
        if (plan_definition(f) && may_be_copied) {
            lanes_apart_find(p, f);
            lanes_apart_find_checked(p, f);
        }
    }
    analyse_close(p, spread_copies);
}

typedef LIST_OF(int) function_list;

static void mark(plan *p, int index, function_list *pending)
{
    function *f = &p->functions.items[index];
    if (f->cloned || f->in_system || f->is_kernel)
        return;
    f->cloned = true;
    *ARENA_PUSH(p->arena, pending) = index;
}

// What the call `x` in `f` may be of, as well as of its callee: one text, which another device takes for another function; a template's
// other specialisations; where a template leaves it open, others of the name.
static void mark_siblings(plan *p, const function *f, const fact *x, function_list *pending)
{
    const function *callee = &p->functions.items[x->callee];
    for (size_t m = 0; m < f->facts.count; m++) {
        const fact *y = &f->facts.items[m];
        const function *g = y->begin == x->begin && analyse_is_call(y) ? &p->functions.items[y->callee] : NULL;
        if (g && !g->ambient && strcmp(g->name, callee->name) == 0)
            mark(p, y->callee, pending);
    }
    for (size_t m = 0; m < p->functions.count; m++) {
        const function *g = &p->functions.items[m];
        const bool family = g->primary == x->callee || callee->primary == (int)m || (g->primary >= 0 && g->primary == callee->primary);
        if (family || (x->kind == FACT_CALL_DEPENDENT && strcmp(g->name, callee->name) == 0))
            mark(p, (int)m, pending);
    }
}

// Every function an annotated kernel reaches and whose text must know the software block (or the lanes that are still
// there) gets a clone. Members of one overload set are cloned together, or a call could slip to the wrong one.
void clone_mark(plan *p)
{
    function_list pending = {0};
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated)
            *ARENA_PUSH(p->arena, &pending) = (int)i;
    while (pending.count) {
        const function *f = &p->functions.items[pending.items[--pending.count]];
        const bool leaving = f->leaves_before_barrier || f->leaves_before_warp_sync || f->parts_lanes || (f->cloned && !f->annotated);
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (!analyse_is_call(x))
                continue;
            const function *callee = &p->functions.items[x->callee];
            const bool needs = callee->reads_block_index || callee->has_grid_barrier || callee->must_be_copied ||
                               (leaving && (callee->has_block_barrier || callee->has_warp_sync));
            if (callee->in_system || callee->is_kernel || callee->ambient || (!needs && !callee->cloned))
                continue;
            mark(p, x->callee, &pending);
            mark_siblings(p, f, x, &pending);
        }
    }
}

// A clone serves every kernel that calls it. Where one of them drains, its barriers are those of a draining item, and so all
// kernels that come to it drain. True when there is a new one.
bool clone_drain_together(plan *p)
{
    bool *const has_draining = arena_alloc(p->arena, p->functions.count + 1); // by function: one of its specialisations drains
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            const function *f = &p->functions.items[i];
            for (size_t k = 0; k < f->facts.count && (f->annotated ? f->leaves_before_barrier : f->drains); k++) {
                const fact *x = &f->facts.items[k];
                function *callee = analyse_is_call(x) ? &p->functions.items[x->callee] : NULL;
                if (callee && callee->cloned && callee->has_block_barrier && !callee->drains)
                    callee->drains = changed = true;
            }
        }
        memset(has_draining, 0, p->functions.count);
        for (size_t i = 0; i < p->functions.count; i++)
            if (p->functions.items[i].drains && p->functions.items[i].primary >= 0)
                has_draining[p->functions.items[i].primary] = true;
        // A clone is chosen by its name: what has a draining sibling, or calls a draining function, drains, too.
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            bool drains = f->cloned && (has_draining[i] || (f->primary >= 0 && (p->functions.items[f->primary].drains || has_draining[f->primary])));
            for (size_t k = 0; k < f->facts.count && !drains; k++)
                drains = analyse_is_call(&f->facts.items[k]) && p->functions.items[f->facts.items[k].callee].drains;
            if (drains && f->cloned && !f->drains && f->has_block_barrier) {
                f->drains = changed = true;
                if (f->primary >= 0)
                    has_draining[f->primary] = true;
            }
            if (drains && f->annotated && !f->leaves_before_barrier)
                return f->leaves_before_barrier = true;
        }
    }
    return false;
}
