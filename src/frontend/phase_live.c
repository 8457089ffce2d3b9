// Finding phases: what lives across a barrier and cannot be computed again (splitter.h).
//
// In:  phases and variables. Out: which of these are live; for each phase what it needs of them from before and what it may change.
//      A live variable is declared in front of its phase (phase_declarator.c); shared memory is phase_shared.c's.
// Invariant: a variable that is not live is used in one phase only, and so is its address: whatever somebody may point to is live, and every
//            phase in its scope loads and stores it; so are all arrays and objects that can be.
// Source: Stratton, Stone, Hwu, "MCUDA", 3.3 (selective replication: a variable gets one place for each thread only if it lives on).
#include "frontend/splitter.h"

// In which it is declared; -1: in front of all.
static int phase_of(const splitter *s, const variable *v) { return v->declared < 0 ? -1 : s->statements.items[v->declared].phase; }

// ---- who mentions what ---------------------------------------------------------------------------------------------------

static bool phase_mentions(const splitter *s, const phase *ph, const variable *v) { return mentions(s, ph->begin, ph->end, v); }

// May the phase use what the variable names, if that is known by more than its name?
static bool is_in_scope(const splitter *s, const phase *ph, const variable *v)
{
    return ph->begin < v->scope_end && (v->declared < 0 || ph->end > s->statements.items[v->declared].begin);
}

static bool is_candidate(const splitter *s, const variable *v)
{
    return !v->is_uniform && !v->is_parameter && phase_of(s, v) >= 0 && !can_be_repeated(s, v->declared);
}

// ---- which live ------------------------------------------------------------------------------------------------------------

// Is it needed by a phase that does not declare it?
static bool lives_on(const splitter *s, const variable *v)
{
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++)
        if ((int)k != phase_of(s, v) && phase_mentions(s, &s->kernel->grid.phases.items[k], v))
            return true;
    return false;
}

// What somebody may have the address of: arrays, whose names are addresses, objects, whose functions have theirs, and what is handed on.
static bool may_be_pointed_to(const splitter *s, const variable *v)
{
    return v->is_pointed_to || (v->is_object && (v->can_wait || v->is_open)) || is(s, token_at(s, v->scope_begin) + 1, "[");
}

static bool spans_phases(const splitter *s, const variable *v)
{
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++)
        if ((int)k != phase_of(s, v) && is_in_scope(s, &s->kernel->grid.phases.items[k], v))
            return true;
    return false;
}

static void find_variables(splitter *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < s->variables.count; k++) {
            variable *v = &s->variables.items[k];
            bool lives = v->is_live || (is_candidate(s, v) && (lives_on(s, v) || (may_be_pointed_to(s, v) && spans_phases(s, v))));
            for (size_t m = 0; m < s->variables.count && !lives && v->declared >= 0; m++) // variables of one declaration go together
                lives = s->variables.items[m].is_live && s->variables.items[m].declared == v->declared;
            changed |= lives && !v->is_live;
            v->is_live = lives;
        }
    }
}

// ---- what phases do with them ----------------------------------------------------------------------------------------------

// What is given to a collective mostly only reads.
static bool is_left_alone(const splitter *s, const phase *ph, const variable *v)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if ((x->kind == FACT_CHANGE || x->kind == FACT_OPEN_CHANGE) && x->begin >= ph->begin && x->begin < ph->end && slice_equal(name_of(x), v->name))
            return false;
    }
    return ph->is_collective && !v->is_object && !s->d->is_template;
}

static void use_in_phases(splitter *s, const variable *v, int number)
{
    const bool everywhere = may_be_pointed_to(s, v);
    const bool may_change = v->is_changed || everywhere || (v->is_object && !v->is_const) || (s->d->is_template && !v->is_const);
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++) {
        phase *ph = &s->kernel->grid.phases.items[k];
        const bool declares = (int)k == phase_of(s, v);
        const bool uses = phase_mentions(s, ph, v) || (everywhere && is_in_scope(s, ph, v));
        if (uses && !declares)
            *ARENA_PUSH(s->plan->arena, &ph->loads) = number;
        if (declares || (uses && may_change && (everywhere || !is_left_alone(s, ph, v))))
            *ARENA_PUSH(s->plan->arena, &ph->stores) = number;
    }
}

void find_live(splitter *s)
{
    find_variables(s);
    for (size_t i = 0; i < s->statements.count && !s->why; i++) {
        const variable *live = NULL;
        for (size_t k = 0; k < s->variables.count && !live; k++)
            if (s->variables.items[k].is_live && s->variables.items[k].declared == (int)i)
                live = &s->variables.items[k];
        if (live)
            take_apart(s, (int)i, live);
    }
    for (size_t k = 0; k < s->variables.count && !s->why; k++)
        if (s->variables.items[k].is_parameter && s->variables.items[k].is_live)
            add_live_parameter(s, &s->variables.items[k]);
    for (size_t n = 0; n < s->kernel->grid.live.count && !s->why; n++) {
        const live_value *value = &s->kernel->grid.live.items[n];
        use_in_phases(s, find_variable(s, value->name, value->name_begin), (int)n);
    }
    find_shared(s, has_shared_address(s));
}
