// Analysis: see analyse.h.
//
// The closure over the call graph is a plain fixpoint: the effects only ever grow, so it ends.
#include "frontend/analyse.h"

#include "frontend/assembly.h"
#include "frontend/attach.h"
#include "frontend/barrier.h"
#include "frontend/foreach.h"
#include "frontend/group.h"
#include "frontend/lambda.h"
#include "frontend/lanes.h"
#include "frontend/lanes_apart.h"
#include "frontend/leaving.h"
#include "frontend/library.h"
#include "frontend/local_type.h"
#include "frontend/loop.h"
#include "frontend/passing.h"
#include "frontend/phase.h"
#include "frontend/silent.h"
#include "frontend/state.h"
#include "frontend/unread.h"
#include "frontend/waiting.h"
#include "support/map.h"

#include <stdlib.h>
#include <string.h>

// ---- effects ---------------------------------------------------------------------------------------------------

static void effect_of_assembly(function *f, const char *text)
{
    f->reads_block_index |= assembly_reads_index(text);
    f->has_block_barrier |= assembly_waits_for_block(text);
    f->has_warp_sync |= assembly_waits_for_warp(text);
    f->has_async_copy |= assembly_has(text, "cp") && assembly_has(text, "async");
}

bool analyse_may_be_collective(const fact *x) { return x->context & MAY_BE_COLLECTIVE && !library_is_group_question(x->name); }

static bool is_open_collective(const fact *x, const function *f)
{
    return !f->in_system && x->callee < 0 && !(x->context & OF_OWN_GROUP) && analyse_may_be_collective(x);
}

bool analyse_is_call(const fact *x)
{
    return x->callee >= 0 && (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_VIRTUAL);
}

static bool makes_grid_group(const function *f)
{
    return library_in_cooperative_groups(f) && (strcmp(f->name, "this_grid") == 0 || strcmp(f->name, "this_multi_grid") == 0);
}

// The user's word for a body that is elsewhere, by the name alone or with its namespace and class.
static bool is_said_to_be_thread_level(const plan *p, const function *f)
{
    const size_t scope = strlen(f->name_scope);
    for (size_t i = 0; i < p->thread_level_count && !f->in_system && !f->facts_known; i++) {
        const char *name = p->thread_level[i];
        if (strcmp(name, f->name) == 0 || (strncmp(name, f->name_scope, scope) == 0 && strcmp(name + scope, f->name) == 0))
            return true;
    }
    return false;
}

static void direct_effects(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        f->is_thread_level = is_said_to_be_thread_level(p, f);
        f->uses_shared |= f->is_thread_level; // nothing was said of that
        if (f->in_system && library_note_effects(f)) {
            f->facts.count = 0; // the name says it all
            continue;
        }
        if (f->in_system && f->annotated_grid_barrier)
            f->facts.count = 0; // a barrier of our own stands for it
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (x->kind == FACT_BLOCK_INDEX && (f->is_device || f->is_kernel || f->in_system) && !f->ambient)
                f->reads_block_index = true;
            if (x->context & OF_GRID && !f->ambient)
                f->reads_block_index = true;
            p->has_grid_group |= !f->in_system && analyse_is_call(x) && makes_grid_group(&p->functions.items[x->callee]);
            if (barrier_is_grid(p, x))
                f->has_block_barrier = f->has_grid_barrier = true;
            if (x->kind == FACT_SHARED)
                f->uses_shared = true;
            if (x->kind == FACT_ASM)
                effect_of_assembly(f, x->name);
            // typedef cub::BlockReduce<T, 128> reduce; ... reduce(storage).Sum(x): open until T is known
            if (is_open_collective(x, f))
                f->has_block_barrier = f->has_warp_sync = true;
        }
    }
}

// The sync of a group that is the whole block is known by its name alone, for a barrier of the block and of lanes; but the masks of
// no lanes are in it.
static bool waits_for_lanes(const fact *call, const function *callee)
{
    return callee->has_warp_sync && !(call && call->context & OF_WHOLE_BLOCK);
}

// `call`: by which f comes to the callee, or NULL.
static bool merge_effects(function *f, const function *callee, const fact *call)
{
    bool reads = callee->reads_block_index && !f->ambient;
    bool waits = !f->waits_for_none && !(call && call->context & OF_OWN_GROUP);
    bool before[] = {f->reads_block_index, f->uses_shared, f->has_block_barrier, f->has_warp_sync, f->has_async_copy,
                     f->uses_voting_barrier, f->has_grid_barrier};
    f->reads_block_index |= reads;
    f->uses_shared |= callee->uses_shared;
    f->has_block_barrier |= waits && callee->has_block_barrier;
    f->has_warp_sync |= waits && waits_for_lanes(call, callee);
    f->has_async_copy |= callee->has_async_copy;
    f->uses_voting_barrier |= callee->uses_voting_barrier;
    f->has_grid_barrier |= callee->has_grid_barrier;
    bool after[] = {f->reads_block_index, f->uses_shared, f->has_block_barrier, f->has_warp_sync, f->has_async_copy,
                    f->uses_voting_barrier, f->has_grid_barrier};
    return memcmp(before, after, sizeof before) != 0;
}

bool analyse_is_open_call(const fact *x)
{
    return x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || (x->kind == FACT_CALL_DEPENDENT && x->callee < 0);
}

bool analyse_is_call_of_value(const fact *x)
{
    return x->kind == FACT_CALL_INDIRECT ||
           (x->kind == FACT_CALL_DEPENDENT && x->callee < 0 &&
            (!*x->name || strcmp(x->name, "operator()") == 0 || x->context & OF_OPEN_CLASS));
}

bool analyse_may_be_of(const fact *x, const function *g)
{
    return (!g->in_system || g->is_foreign) && !g->is_kernel &&
           (strcmp(g->name, x->name) == 0 || (analyse_is_call_of_value(x) && g->is_value) || silent_may_be_of(x, g) ||
            (x->context & OF_OPEN_CLASS && g->form == FORM_CALL_OPERATOR));
}

bool analyse_is_called_at(const plan_file *f, size_t name)
{
    size_t i = name + 1;
    if (token_is(f->text, &f->tokens.items[i], "<"))
        for (int depth = 0; f->tokens.items[i].kind != TOKEN_END; i++) {
            depth += token_is(f->text, &f->tokens.items[i], "<") - token_is(f->text, &f->tokens.items[i], ">");
            if (depth == 0) {
                i++;
                break;
            }
        }
    return token_is(f->text, &f->tokens.items[i], "(");
}

static bool calls_values(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++)
            if (analyse_is_call_of_value(&p->functions.items[i].facts.items[k]))
                return true;
    return false;
}

static void find_values(plan *p)
{
    enum { CALLED, VALUE };
    if (!calls_values(p))
        return;
    map names = map_new(p->arena);
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system && p->functions.items[i].is_device)
            map_put(&names, p->functions.items[i].name, CALLED);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            char name[256];
            if (t->kind != TOKEN_IDENTIFIER || t->end - t->begin >= sizeof name)
                continue;
            memcpy(name, f->text->bytes + t->begin, t->end - t->begin);
            name[t->end - t->begin] = '\0';
            if (map_get(&names, name) == CALLED && !analyse_is_called_at(f, i))
                map_put(&names, arena_string(p->arena, name), VALUE);
        }
    }
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].is_value = p->functions.items[i].form != FORM_CONSTRUCTOR && // its name is a type's
                                         map_get(&names, p->functions.items[i].name) == VALUE;
}

static void close_effects(plan *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            for (size_t k = 0; k < f->facts.count; k++) {
                const fact *x = &f->facts.items[k];
                if (analyse_is_call(x))
                    changed |= merge_effects(f, &p->functions.items[x->callee], x);
                for (size_t m = 0; analyse_is_open_call(x) && m < p->functions.count; m++)
                    if (analyse_may_be_of(x, &p->functions.items[m]))
                        changed |= merge_effects(f, &p->functions.items[m], x);
            }
        }
        // What a specialisation does, a call of its template may do.
        for (size_t i = 0; i < p->functions.count; i++)
            if (p->functions.items[i].primary >= 0)
                changed |= merge_effects(&p->functions.items[p->functions.items[i].primary], &p->functions.items[i], NULL);
    }
}

// ---- who cannot be told the block --------------------------------------------------------------------------------

// A clone has a name, is called by it, and has its text in one place.
static bool can_be_cloned(const plan *p, const function *f)
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

static bool is_device_code(const function *f) { return !f->in_system && (f->is_kernel || f->is_device); }

// A lambda that becomes a pointer to a function captures nothing, and so has no block to hand on to what it calls.
static void mark_called_by_pointers(plan *p, const function *f, const function *conversion)
{
    const fact *lambda = NULL;
    for (size_t i = 0; i < f->facts.count && conversion->place_file == plan_definition(f)->file; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA && f->facts.items[i].begin == conversion->place)
            lambda = &f->facts.items[i];
    for (size_t i = 0; i < f->facts.count && lambda; i++) {
        const fact *x = &f->facts.items[i];
        function *callee = analyse_is_call(x) ? &p->functions.items[x->callee] : NULL;
        if (callee && x->context & IN_LAMBDA && x->begin >= lambda->begin && x->begin < lambda->end && !callee->in_system && !callee->is_kernel)
            callee->ambient |= callee->reads_block_index;
    }
}

// Functions that read the block index where no argument can bring it: they ask for what the kernel publishes
// (runtime-cuda/pt/ambient.cuh). So does everything they call, since they have nothing to pass on.
static void mark_ambient(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (!f->in_system && !f->is_kernel && f->is_device && f->reads_block_index)
            f->ambient = !can_be_cloned(p, f);
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (!is_device_code(f))
            continue;
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            const bool open = analyse_is_open_call(x);
            for (size_t m = 0; open && m < p->functions.count; m++) {
                function *g = &p->functions.items[m];
                // By a pointer, or by a name that the template binds to one: its own name stands somewhere else without a call.
                const bool by_value = x->kind == FACT_CALL_INDIRECT || (x->kind == FACT_CALL_DEPENDENT && (!*x->name || strcmp(x->name, "operator()") == 0));
                bool named = x->kind == FACT_CALL_VIRTUAL || (by_value && (g->is_value || g->form != FORM_FUNCTION)) ||
                             (x->kind == FACT_CALL_DEPENDENT && strcmp(x->name, g->name) == 0) ||
                             (x->context & OF_OPEN_CLASS && (g->is_value || g->form == FORM_CALL_OPERATOR)) ||
                             silent_may_be_of(x, g);
                if (!g->in_system && !g->is_kernel && g->is_device && g->reads_block_index && named)
                    g->ambient = true;
            }
            if (!analyse_is_call(x) || p->functions.items[x->callee].in_system)
                continue;
            function *callee = &p->functions.items[x->callee];
            if (callee->form == FORM_CONVERSION && plan_definition(f))
                mark_called_by_pointers(p, f, callee);
            if (callee->reads_block_index && !callee->is_kernel && (x->context & (OPERATOR_SYNTAX | OUTSIDE_BODY) || x->in_macro))
                callee->ambient = true;
        }
    }
    for (size_t i = 0; i < p->loose_calls.count; i++) { // an initialiser has nobody to be told by
        function *callee = &p->functions.items[p->loose_calls.items[i].callee];
        callee->ambient |= callee->reads_block_index && callee->is_device && !callee->in_system && !callee->is_kernel;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            const function *f = &p->functions.items[i];
            for (size_t k = 0; f->ambient && k < f->facts.count; k++) {
                function *callee = analyse_is_call(&f->facts.items[k]) ? &p->functions.items[f->facts.items[k].callee] : NULL;
                if (callee && !callee->in_system && !callee->is_kernel && callee->reads_block_index && !callee->ambient)
                    callee->ambient = changed = true;
            }
            // Members of one overload set, and a template's specialisations, go together.
            for (size_t k = 0; f->ambient && k < p->functions.count; k++) {
                function *g = &p->functions.items[k];
                if (!g->ambient && g->reads_block_index && !g->in_system && !g->is_kernel &&
                    (g->primary == (int)i || f->primary == (int)k)) {
                    g->ambient = changed = true;
                }
            }
        }
    }
}

// Who only calls ambient functions need not be told anything: the closure is made again without them.
static void forget_ambient_reads(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].reads_block_index = false;
    direct_effects(p);
    close_effects(p);
}

// Ambient functions, and host functions whose lambdas run on the device.
bool analyse_asks_for_block(const function *f)
{
    return !f->in_system && (f->ambient || (!f->is_device && !f->is_kernel && !f->cloned));
}

bool analyse_variable_stands_in(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    const bool is_for_device_alone = f->ambient && !f->is_host; // the host has no block to declare
    return is_for_device_alone && x->in_macro && !x->elsewhere && !p->qualified_in_macro && !(x->context & (IN_LAMBDA | OUTSIDE_BODY)) &&
           d && !d->in_macro && x->begin >= d->body_begin && x->end <= d->body_end;
}

static bool has_device_lambda_reads(const function *f)
{
    if (f->in_system || f->is_device || f->is_kernel)
        return false;
    for (size_t k = 0; k < f->facts.count; k++)
        if (f->facts.items[k].kind == FACT_BLOCK_INDEX)
            return true;
    return false;
}

// Kernels that may come to such a function publish their block. Where a call is open, or a library is handed
// functors, any of them may be reached.
static void mark_ambient_users(plan *p)
{
    bool exists = p->loose_reads.count > 0, loose = p->loose_reads.count > 0;
    for (size_t i = 0; i < p->functions.count; i++) {
        exists |= p->functions.items[i].ambient;
        if (has_device_lambda_reads(&p->functions.items[i]))
            exists = loose = true;
    }
    for (size_t i = 0; i < p->loose_calls.count; i++)
        loose |= p->functions.items[p->loose_calls.items[i].callee].ambient;
    if (!exists)
        return;
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].uses_ambient = p->functions.items[i].ambient || loose;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            for (size_t k = 0; k < f->facts.count && !f->uses_ambient; k++) {
                const fact *x = &f->facts.items[k];
                const bool open = analyse_is_open_call(x);
                bool reaches = analyse_is_call(x) && p->functions.items[x->callee].uses_ambient;
                bool library = analyse_is_call(x) && p->functions.items[x->callee].in_system &&
                               p->functions.items[x->callee].facts.count > 0;
                if (open || reaches || library)
                    f->uses_ambient = changed = true;
            }
        }
    }
}

// ---- clones ----------------------------------------------------------------------------------------------------

// Every function an annotated kernel reaches and whose text must know the software block (or the lanes that are still
// there) gets a clone. Members of one overload set are cloned together, or a call could slip to the wrong one.
// In kernels, and in functions that they call; what calls these needs a clone, too.
static void find_checked(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (plan_definition(f) && f->annotated)
            passing_find_checked_returns(p, f);
        const bool may_be_copied = is_device_code(f) && !f->is_kernel && !f->ambient && can_be_cloned(p, f);
        if (plan_definition(f) && (f->annotated || may_be_copied))
            passing_find_checked_loops(p, f);
        if (plan_definition(f) && may_be_copied)
            lanes_apart_find(p, f);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            for (size_t k = 0; k < f->facts.count && !f->must_be_copied; k++)
                if (analyse_is_call(&f->facts.items[k]) && p->functions.items[f->facts.items[k].callee].must_be_copied)
                    f->must_be_copied = changed = true;
        }
    }
}

static void mark_clones(plan *p)
{
    LIST_OF(int) pending = {0};
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated)
            *ARENA_PUSH(p->arena, &pending) = (int)i;
    while (pending.count) {
        const function *f = &p->functions.items[pending.items[--pending.count]];
        bool leaving = f->leaves_before_barrier || f->leaves_before_warp_sync || f->parts_lanes || (f->cloned && !f->annotated);
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (!analyse_is_call(x))
                continue;
            function *callee = &p->functions.items[x->callee];
            bool needs = callee->reads_block_index || callee->has_grid_barrier || callee->must_be_copied ||
                         (leaving && (callee->has_block_barrier || callee->has_warp_sync));
            if (callee->in_system || callee->is_kernel || callee->cloned || callee->ambient || !needs)
                continue;
            callee->cloned = true;
            *ARENA_PUSH(p->arena, &pending) = x->callee;
            for (size_t m = 0; m < f->facts.count; m++) { // one text, which another device takes for another function
                const int other = f->facts.items[m].begin == x->begin && analyse_is_call(&f->facts.items[m]) ? f->facts.items[m].callee : x->callee;
                function *g = &p->functions.items[other];
                if (!g->cloned && !g->in_system && !g->is_kernel && !g->ambient && strcmp(g->name, callee->name) == 0) {
                    g->cloned = true;
                    *ARENA_PUSH(p->arena, &pending) = other;
                }
            }
            for (size_t m = 0; m < p->functions.count; m++) {
                function *sibling = &p->functions.items[m];
                bool family = sibling->primary == x->callee || callee->primary == (int)m ||
                              (sibling->primary >= 0 && sibling->primary == callee->primary);
                if (!sibling->cloned && !sibling->in_system && !sibling->is_kernel &&
                    (family ||
                     (x->kind == FACT_CALL_DEPENDENT && strcmp(sibling->name, callee->name) == 0))) {
                    sibling->cloned = true;
                    *ARENA_PUSH(p->arena, &pending) = (int)m;
                }
            }
        }
    }
}

// A clone serves every kernel that calls it. Where one of them drains, its barriers are those of a draining item, and so all
// kernels that come to it drain. True when there is a new one.
static bool drain_together(plan *p)
{
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
        // A clone is chosen by its name: what has a draining sibling, or calls a draining function, drains, too.
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            bool drains = false;
            for (size_t k = 0; k < f->facts.count; k++)
                drains |= analyse_is_call(&f->facts.items[k]) && p->functions.items[f->facts.items[k].callee].drains;
            for (size_t k = 0; k < p->functions.count && f->cloned; k++) {
                const function *g = &p->functions.items[k];
                drains |= g->drains && (g->primary == (int)i || f->primary == (int)k || (g->primary >= 0 && g->primary == f->primary));
            }
            if (drains && f->cloned && !f->drains && f->has_block_barrier)
                f->drains = changed = true;
            if (drains && f->annotated && !f->leaves_before_barrier)
                return f->leaves_before_barrier = true;
        }
    }
    return false;
}

// ---- static locals -----------------------------------------------------------------------------------------------

// By its declaration's words: `constexpr`, or a `const` that stands behind the last `*` of the type.
bool analyse_is_constant_local(const plan *p, const declaration *d, const fact *x)
{
    const plan_file *f = &p->files.items[d->file];
    bool constant = false;
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->end; i++) {
        const token *t = &f->tokens.items[i];
        if (token_is(f->text, t, "constexpr"))
            return true;
        if (token_is(f->text, t, x->name) || token_is(f->text, t, "<")) // the words of a template's arguments do not count
            return constant;
        if (token_is(f->text, t, "const"))
            constant = true;
        if (token_is(f->text, t, "*"))
            constant = false;
    }
    return constant;
}

static void find_forwarding(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        f->forwards = f->annotated && d && f->doubles_variables && !f->has_grid_barrier;
        for (size_t k = 0; f->annotated && d && k < f->facts.count; k++)
            if (f->facts.items[k].kind == FACT_STATIC_LOCAL && !analyse_is_constant_local(p, d, &f->facts.items[k]))
                f->forwards = true;
    }
}

static void find_qualified_in_macros(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i < f->tokens.count; i++)
            if (f->tokens.items[i].in_directive && token_is(f->text, &f->tokens.items[i - 1], "::") &&
                (token_is(f->text, &f->tokens.items[i], "blockIdx") || token_is(f->text, &f->tokens.items[i], "gridDim")))
                p->qualified_in_macro = true;
    }
}

static void mark_stubbed(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        bool named = false;
        for (size_t k = 0; k < f->declarations.count; k++)
            named |= !f->declarations.items[k].is_friend && !f->declarations.items[k].in_macro;
        f->stubbed = f->annotated || (p->for_cpu && f->is_kernel && !f->in_system && named);
    }
}

void analyse(plan *p)
{
    find_qualified_in_macros(p);
    attach_directives(p);
    barrier_attach(p);
    state_attach(p);
    loop_attach(p);
    mark_stubbed(p);
    unread_add_facts(p);
    find_values(p);
    local_type_find_doubled(p);
    group_find_own(p);
    direct_effects(p);
    close_effects(p);
    if (silent_add_calls(p))
        close_effects(p);
    mark_ambient(p);
    forget_ambient_reads(p);
    mark_ambient_users(p);
    state_find(p);
    foreach_find_pushes(p);
    waiting_find(p);
    lambda_find_waiting(p);
    leaving_find_hidden_barriers(p);
    find_checked(p);
    leaving_find(p);
    barrier_find_missing(p);
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && plan_definition(&p->functions.items[i]))
            lanes_find_parting(p, &p->functions.items[i]);
    find_forwarding(p);
    do
        mark_clones(p);
    while (drain_together(p));
    passing_forget_copies(p);
    leaving_find_hidden_barriers(p); // anew: by now it is known what has a copy
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && p->functions.items[i].has_grid_barrier)
            phase_find(p, &p->functions.items[i]);
}
