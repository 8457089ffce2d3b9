// Collecting: functions of libraries that device code comes to (collector.h).
//
// In:  the functions that were collected. Out: facts of libraries' functions, as far as they are called; which of them other libraries hold.
// Invariant: each is walked once; the list of functions may move while one is.
#include "frontend/collector.h"

// Of a library other than CUDA's: a condition, another definition, a macro or a type may be the device's own (views.h says whether any is).
void note_half_seen(collector *c, ast_node definition, int index)
{
    function *f = &c->plan->functions.items[index];
    const bool is_other = !is_known_library(f) && !ast_is_under(c->ast, definition, c->plan->own_headers);
    f->is_of_other_library |= is_other;
    f->half_seen |= !c->device && is_other;
}

void note_bodies_in_libraries(collector *c)
{
    for (size_t i = 0; i < c->plan->functions.count; i++) {
        function *f = &c->plan->functions.items[i];
        if (!f->in_system && f->definition < 0 && f->declarations.count && !ast_is_null(c->nodes.items[i]))
            f->is_defined_in_library |= !ast_is_null(ast_definition(c->nodes.items[i]));
    }
}

static void walk_system_function(collector *c, int index)
{
    const ast_node node = c->nodes.items[index], definition = ast_is_null(node) ? node : ast_definition(node);
    if (ast_is_null(definition) || !has_body(c, definition))
        return;
    note_half_seen(c, definition, index);
    walk_function(c, ast_read_whole(c->ast, definition), index);
}

// System functions that device code calls are walked on demand, to any depth, once each: whether a library reads the block index or holds a barrier
// is a question to its text, not to a list. Host code is of no interest here, but a constexpr function may be the device's, too.
void walk_system_callees(collector *c)
{
    place_map met = place_map_new(c->arena);
    LIST_OF(int) pending = {0};
    for (size_t i = 0; i < c->plan->functions.count; i++) {
        if (c->plan->functions.items[i].in_system && c->plan->functions.items[i].address_file >= 0 && !c->plan->functions.items[i].facts_known) {
            walk_system_function(c, (int)i); // which is called by its address
            *ARENA_PUSH(c->arena, &pending) = (int)i;
        }
        const function *f = &c->plan->functions.items[i];
        const bool is_of_host = !f->in_system && !f->is_device && !f->is_kernel; // it may hold a lambda for the device
        for (size_t k = 0; is_of_host && k < c->plan->functions.items[i].facts.count; k++) {
            const fact *x = &c->plan->functions.items[i].facts.items[k];
            const int callee = x->context & IN_LAMBDA ? x->callee : -1;
            if (callee < 0 || !c->plan->functions.items[callee].in_system || !c->plan->functions.items[callee].is_device || c->plan->functions.items[callee].facts_known)
                continue;
            walk_system_function(c, callee);
            *ARENA_PUSH(c->arena, &pending) = callee;
        }
        f = &c->plan->functions.items[i]; // of a list that may have moved
        if (f->facts_known && (f->in_system ? f->is_foreign && (f->is_device || !f->is_host) : f->is_kernel || f->is_device))
            *ARENA_PUSH(c->arena, &pending) = (int)i;
    }
    while (pending.count) {
        int at = pending.items[--pending.count];
        for (size_t k = 0; k < c->plan->functions.items[at].facts.count; k++) {
            int callee = c->plan->functions.items[at].facts.items[k].callee;
            if (callee < 0 || place_map_get(&met, 0, (size_t)callee) >= 0)
                continue;
            place_map_put(&met, 0, (size_t)callee, callee);
            if (c->plan->functions.items[callee].in_system && !c->plan->functions.items[callee].facts_known)
                walk_system_function(c, callee);
            if (c->plan->functions.items[callee].facts_known)
                *ARENA_PUSH(c->arena, &pending) = callee;
        }
    }
}
