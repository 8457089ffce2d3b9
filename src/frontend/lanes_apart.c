// Warp operations that some lanes pass by: see lanes_apart.h.
#include "frontend/lanes_apart.h"

#include "frontend/arms.h"
#include "frontend/jump.h"
#include "frontend/lanes.h"
#include "frontend/lanes_parts.h"
#include "frontend/leaving.h"
#include "frontend/short_circuit.h"

#include <string.h>

static size_t by_operator(const plan *p, const function *f, const fact *x, unsigned how)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    short_circuit operators = short_circuit_of(file, d->body_begin, x->begin);
    for (size_t i; (i = short_circuit_next(&operators));) {
        const size_t first = short_circuit_operand(file, i);
        if (lanes_part_in(p, f, file->tokens.items[first].begin, file->tokens.items[i].begin, how))
            return file->tokens.items[first].begin;
    }
    return 0;
}

static bool is_followed_guard(const fact *leave)
{
    return leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro && !leave->elsewhere;
}

// The `if`s and loops around it, of a function that a kernel calls; of a kernel only loops whose head it stands in.
static size_t by_branch(const plan *p, const function *f, const fact *x, unsigned how)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        const bool counts = lanes_in_head(b, x) ? b->kind == BRANCH_LOOP && x->begin >= b->condition_begin : !f->is_kernel;
        if (counts && !(b->parts_lanes && lanes_are_followed(b)) && lanes_part_at(p, f, b, how))
            return b->begin;
    }
    return !f->is_kernel && x->guard_end && lanes_part_in(p, f, x->guard_begin, x->guard_end, how) ? x->guard_begin : 0;
}

// break, continue and goto, under a condition.
static size_t by_jump(const plan *p, const function *f, const fact *x, unsigned how)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        int target = jump_target_around(f, jump, x), outermost = target;
        if (target >= 0 && f->branches.items[target].parts_lanes && strcmp(jump->name, "break") == 0)
            continue; // refused as a whole
        if (jump->kind == FACT_GOTO) {
            const bool passes = jump->guard_begin > jump->begin ? x->begin > jump->begin && x->begin < jump->guard_begin
                                                                : x->begin > jump->guard_begin && x->begin < jump->begin;
            outermost = passes ? -2 : -1;
        }
        for (int k = jump->branch; outermost != -1 && k >= 0 && k != target; k = f->branches.items[k].parent)
            if (lanes_part_at(p, f, &f->branches.items[k], how))
                return f->branches.items[k].begin;
    }
    return 0;
}

// Returns of a function that a kernel calls: those that return go on in the kernel.
static size_t by_return(const plan *p, const function *f, const fact *x, unsigned how)
{
    for (size_t i = 0; i < f->facts.count && !f->is_kernel; i++) {
        const fact *leave = &f->facts.items[i];
        if (leave->kind != FACT_RETURN || !leaving_can_reach(leave, x) || leaving_is_uniform_return(p, f, leave, false))
            continue;
        if (f->leaves_before_warp_sync && is_followed_guard(leave))
            continue;
        arms between;
        if (arms_part(p, f, leave, x, &between) && (between.is_constant || !(between.branch ? lanes_part_at(p, f, between.branch, how) : lanes_part_in(p, f, between.condition_begin, between.condition_end, how))))
            continue;
        if (leave->guard_end && x->guard_begin != leave->guard_begin && lanes_part_in(p, f, leave->guard_begin, leave->guard_end, how))
            return leave->guard_begin;
        for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent)
            if (lanes_part_at(p, f, &f->branches.items[k], how))
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
            if (!lanes_in_head(b, x) && lanes_are_followed(b) && lanes_part_at(p, f, b, 0))
                b->parts_lanes = f->parts_lanes = f->must_be_copied = true;
        }
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *leave = &f->facts.items[k];
            if (leave->kind == FACT_RETURN && leaving_can_reach(leave, x) && is_followed_guard(leave) && x->guard_begin != leave->guard_begin &&
                !leaving_is_uniform_return(p, f, leave, false) && lanes_part_in(p, f, leave->guard_begin, leave->guard_end, 0))
                f->leaves_before_warp_sync = f->must_be_copied = true;
        }
    }
}

size_t lanes_call_parts(const plan *p, const function *f, const fact *x, unsigned how)
{
    const size_t operator = by_operator(p, f, x, how), branch = operator ? operator : by_branch(p, f, x, how);
    const size_t jump = branch ? branch : by_jump(p, f, x, how);
    return jump ? jump : by_return(p, f, x, how);
}

size_t lanes_apart_at(const plan *p, const function *f, const fact *x, unsigned how)
{
    if (!plan_definition(f) || x->at_end || !lanes_all_are_named(p, f, x))
        return 0;
    const size_t operator = x->context & IN_LAMBDA ? by_operator(p, f, x, how) : 0;
    return operator ? operator : x->context & IN_LAMBDA ? lanes_lambda_parts(p, f, x, how) : lanes_call_parts(p, f, x, how);
}
