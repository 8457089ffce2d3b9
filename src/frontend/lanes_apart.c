// Warp operations that some lanes pass by: see lanes_apart.h.
#include "frontend/lanes_apart.h"

#include "frontend/arms.h"
#include "frontend/class_call.h"
#include "frontend/jump.h"
#include "frontend/lanes.h"
#include "frontend/lanes_parts.h"
#include "frontend/leaving.h"
#include "frontend/lex.h"
#include "frontend/short_circuit.h"
#include "frontend/thread_index.h"
#include "frontend/uniform.h"

#include <string.h>

// Of what a library waits for only the parting counts that a thread's number is seen in.
static bool range_parts(const plan *p, const function *f, size_t begin, size_t end, lanes_way how)
{
    return (!how.of_library || thread_index_in(p, f, begin, end, false)) && lanes_part_in(p, f, begin, end, how);
}

// Of the name, and of the arguments, of the macro that the branch's condition comes out of.
static size_t end_of_macro(const plan *p, const function *f, const branch *b)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const size_t name = token_at_or_after(&file->tokens, b->begin);
    return is_token(file, name + 1, "(") ? file->tokens.items[plan_closing_bracket(file, name + 1, file->tokens.count)].begin : file->tokens.items[name].end;
}

static bool branch_parts(const plan *p, const function *f, const branch *b, lanes_way how)
{
    if (how.of_library && !b->editable && b->condition_begin == b->condition_end)
        return thread_index_in(p, f, b->begin, end_of_macro(p, f, b), false);
    return (!how.of_library || thread_index_in_branch(p, f, b, false)) && lanes_part_at(p, f, b, how);
}

static size_t by_operator(const plan *p, const function *f, const fact *x, lanes_way how)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    short_circuit operators = short_circuit_of(file, d->body_begin, x->begin);
    for (size_t i; (i = short_circuit_next(&operators));) {
        const size_t first = short_circuit_operand(file, i);
        if (range_parts(p, f, file->tokens.items[first].begin, file->tokens.items[i].begin, how))
            return file->tokens.items[first].begin;
    }
    return 0;
}

static bool is_followed_guard(const fact *leave)
{
    return leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro && !leave->elsewhere;
}

// The `if`s and loops around it, of a function that a kernel calls; of a kernel only loops whose head it stands in, or what is a library's.
static size_t by_branch(const plan *p, const function *f, const fact *x, lanes_way how)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        const bool counts = lanes_in_head(b, x) ? b->kind == BRANCH_LOOP && x->begin >= b->condition_begin : !f->is_kernel || how.of_library;
        const bool is_followed = b->parts_lanes && lanes_are_followed(b) && !how.of_library;
        if (counts && !is_followed && b->begin >= how.made_at && branch_parts(p, f, b, how) && !(how.of_library && lanes_meet_behind(p, f, k, x, how.tile)))
            return b->begin;
    }
    return !f->is_kernel && x->guard_end && range_parts(p, f, x->guard_begin, x->guard_end, how) ? x->guard_begin : 0;
}

// break, continue and goto, under a condition.
static size_t by_jump(const plan *p, const function *f, const fact *x, lanes_way how)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        int target = jump_target_around(f, jump, x), outermost = target;
        if (target >= 0 && f->branches.items[target].parts_lanes && strcmp(jump->name, "break") == 0 && !how.of_library)
            continue; // refused as a whole
        if (jump->kind == FACT_GOTO) {
            const bool passes = jump->guard_begin > jump->begin ? x->begin > jump->begin && x->begin < jump->guard_begin
                                                                : x->begin > jump->guard_begin && x->begin < jump->begin;
            outermost = passes ? -2 : -1;
        }
        for (int k = jump->branch; outermost != -1 && k >= 0 && k != target; k = f->branches.items[k].parent)
            if (branch_parts(p, f, &f->branches.items[k], how))
                return f->branches.items[k].begin;
    }
    return 0;
}

// Returns of a function that a kernel calls: those that return go on in the kernel.
static size_t by_return(const plan *p, const function *f, const fact *x, lanes_way how)
{
    for (size_t i = 0; i < f->facts.count && !f->is_kernel; i++) {
        const fact *leave = &f->facts.items[i];
        if (leave->kind != FACT_RETURN || leave->begin < how.made_at || lanes_are_checked(p, f, leave->lanes_checked, leave->lanes_named, how) || !leaving_can_reach(leave, x) || leaving_is_uniform_return(p, f, leave, false))
            continue;
        if (f->leaves_before_warp_sync && is_followed_guard(leave) && !how.of_library)
            continue;
        arms between;
        if (arms_part(p, f, leave, x, &between) && (between.is_constant || !(between.branch ? lanes_part_at(p, f, between.branch, how) : lanes_part_in(p, f, between.condition_begin, between.condition_end, how))))
            continue;
        if (leave->guard_end && x->guard_begin != leave->guard_begin && range_parts(p, f, leave->guard_begin, leave->guard_end, how))
            return leave->guard_begin;
        for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent)
            if (branch_parts(p, f, &f->branches.items[k], how))
                return f->branches.items[k].begin;
    }
    return 0;
}

void lanes_apart_find(plan *p, function *f)
{
    for (size_t i = 0; i < f->facts.count && f->has_warp_sync; i++) {
        const fact *x = &f->facts.items[i];
        if (x->context & IN_LAMBDA || !lanes_all_are_named(p, f, x))
            continue;
        for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
            branch *b = &f->branches.items[k];
            if (!lanes_in_head(b, x) && lanes_are_followed(b) && lanes_part_at(p, f, b, LANES_OF_WARP))
                b->parts_lanes = f->parts_lanes = f->must_be_copied = true;
        }
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *leave = &f->facts.items[k];
            if (leave->kind == FACT_RETURN && leaving_can_reach(leave, x) && is_followed_guard(leave) && x->guard_begin != leave->guard_begin &&
                !leaving_is_uniform_return(p, f, leave, false) && lanes_part_in(p, f, leave->guard_begin, leave->guard_end, LANES_OF_WARP))
                f->leaves_before_warp_sync = f->must_be_copied = true;
        }
    }
}

size_t lanes_call_parts(const plan *p, const function *f, const fact *x, lanes_way how)
{
    const size_t operator = by_operator(p, f, x, how), branch = operator ? operator : by_branch(p, f, x, how);
    const size_t jump = branch || how.made_at ? branch : by_jump(p, f, x, how);
    return jump ? jump : by_return(p, f, x, how); // of the kernel itself: check_leaving.c
}

// f(tile, x): the tile that the function's parameter may be.
static const token *tile_among_arguments(const plan *p, const function *f, const fact *call, lanes_way *how)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const size_t name = token_at_or_after(&file->tokens, call->begin), open = is_token(file, name + 1, "<") ? plan_behind_arguments(file, name + 1) : name + 1;
    if (call->in_macro || call->elsewhere || !is_token(file, open, "("))
        return NULL;
    const size_t close = plan_closing_bracket(file, open, file->tokens.count);
    for (size_t i = open + 1; i < close; i = lanes_end_of_value(file, i, false) + 1)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && lanes_end_of_value(file, i, false) == i + 1 && lanes_find_tile(p, f, &file->tokens.items[i], how))
            return &file->tokens.items[i];
    return NULL;
}

// auto group = coalesced_threads(); the offset behind it. 0: it is made in another way, of some lanes by what they have.
static size_t coalesced_at(const plan *p, const function *f, const token *group)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < group->begin; i++)
        if (slice_equal(token_word(file, i), token_bytes(file->text, group))) {
            const size_t end = lanes_end_of_value(file, i, false);
            for (i += 2; is_token(file, i + 1, "::"); i += 2) // behind NAME = or NAME(, what it is called by
                ;
            return is_token(file, i, "coalesced_threads") ? file->tokens.items[end].begin : 0;
        }
    return 0;
}

// Does a library, here or in a function of the program's, wait for all lanes of a tile or of a warp?
static bool waits_in_library(const plan *p, const function *f, const fact *x, lanes_way *how)
{
    const function *g = fact_is_named_call(x) ? &p->functions.items[x->callee] : NULL;
    how->of_library = true;
    if (g && g->waits_for_tile != TILE_NONE) {
        how->tile = g->waits_for_tile == TILE_OF_CALLER ? tile_among_arguments(p, f, x, how) : NULL;
        return true;
    }
    if (x->elsewhere || x->kind == FACT_ASM || x->context & OF_WHOLE_BLOCK)
        return false;
    const token *group = leaving_group_of(p, f, x);
    if (x->context & (OF_COALESCED | OF_OWN_GROUP)) {
        how->tile = group;
        how->made_at = group ? coalesced_at(p, f, group) : 0;
        return how->made_at && fact_is_named_call(x) && p->functions.items[x->callee].has_warp_sync;
    }
    if (!leaving_is_library_barrier(p, x))
        return false;
    const bool is_known = group && lanes_find_tile(p, f, group, how);
    how->tile = group;
    return is_known || (class_call_is(x) ? leaving_waits_for_warp(p, f, x) : leaving_library_waits_for_warp(p, f, x));
}

static bool can_be_checked(const function *f, int index)
{
    const branch *b = &f->branches.items[index];
    if (b->kind == BRANCH_SWITCH || !b->editable || b->declares || b->has_break || b->has_hidden_break || b->condition_begin >= b->condition_end)
        return false;
    for (size_t i = 0; i < f->facts.count; i++) { // what leaves a loop otherwise, in some lanes, would not come to its condition again
        const fact *x = &f->facts.items[i];
        if (b->kind == BRANCH_LOOP && (x->kind == FACT_GOTO || x->kind == FACT_RETURN) && x->begin >= b->begin && x->begin < b->end)
            return false;
    }
    return true;
}

// From the outermost on: each is checked by lanes that have come to it together.
static bool check_around(plan *p, function *f, const fact *x, lanes_way how)
{
    while (by_branch(p, f, x, how)) {
        int outermost = -1;
        for (int k = x->branch; k >= 0; k = f->branches.items[k].parent)
            if (branch_parts(p, f, &f->branches.items[k], how) && !lanes_meet_behind(p, f, k, x, how.tile))
                outermost = k;
        if (outermost < 0 || !can_be_checked(f, outermost) || f->branches.items[outermost].lanes_checked || f->branches.items[outermost].lanes_named)
            return false;
        f->branches.items[outermost].lanes_checked = how.named_lanes ? 0 : lanes_in_way(how);
        f->branches.items[outermost].lanes_named = how.named_lanes;
    }
    return true;
}

static bool can_check_guard(const function *f, const fact *leave, lanes_way how)
{
    const bool is_guard = leave->kind == FACT_RETURN && leave->guard_end && leave->context & AT_TOP_LEVEL && !leave->loop_end;
    const bool is_written = !leave->in_macro && !leave->elsewhere && !(leave->context & (IN_LAMBDA | UNREAD));
    return is_guard && is_written && !(leave->context & IS_CHECKED) && !f->leaves_before_warp_sync && !leave->lanes_named &&
           leave->lanes_checked < (how.named_lanes ? 1 : lanes_in_way(how));
}

// if (row >= rows) return; in front of what a library does for a tile: each guard that may part its lanes, whatever it asks for. One in a loop some
// lanes may come to more often.
static bool check_guards(const plan *p, function *f, const fact *x, lanes_way how)
{
    bool any = false;
    how.of_library = false;
    for (size_t at; (at = by_return(p, f, x, how)) != 0;) {
        bool found = false;
        for (size_t i = 0; i < f->facts.count; i++) {
            fact *leave = &f->facts.items[i];
            const bool can_be = leave->guard_begin == at && can_check_guard(f, leave, how);
            if (can_be && how.named_lanes)
                leave->lanes_named = how.named_lanes;
            else if (can_be)
                leave->lanes_checked = (unsigned char)lanes_in_way(how);
            found |= can_be;
        }
        if (!found)
            return any;
        any = true;
    }
    return any;
}

void lanes_apart_find_checked(plan *p, function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        lanes_way how = LANES_BY_ROWS;
        if (x->context & (IN_LAMBDA | UNREAD) || x->at_end || x->elsewhere || !waits_in_library(p, f, x, &how) || how.made_at)
            continue;
        if (!x->in_macro && x->branch >= 0 && by_branch(p, f, x, how))
            f->must_be_copied |= check_around(p, f, x, how);
        f->must_be_copied |= check_guards(p, f, x, how);
    }
}

size_t lanes_apart_at(const plan *p, const function *f, const fact *x, lanes_way how)
{
    if (!plan_definition(f) || x->at_end)
        return 0;
    size_t parts = 0;
    if (lanes_all_are_named(p, f, x) && x->context & IN_LAMBDA)
        parts = by_operator(p, f, x, how) ? by_operator(p, f, x, how) : lanes_lambda_parts(p, f, x, how);
    else if (lanes_all_are_named(p, f, x))
        parts = lanes_call_parts(p, f, x, how);
    return !parts && !(x->context & IN_LAMBDA) && waits_in_library(p, f, x, &how) ? lanes_call_parts(p, f, x, how) : parts; // a function may do both
}
