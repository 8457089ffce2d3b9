// Loops that end by what they read back: which of them the host may run ahead of: see loop_parts.h.
//
// The host may go on with what it takes the copy's value to be, and go back to where the loop was asked whether it goes on: its
// condition, or that of an `if (C) break;` behind the copy. That needs one copy, behind which nothing is done any more before the loop
// is asked, and which only the question looks at; and every call must leave nothing behind. What stands in a branch that leaves the
// loop is done when all is known: another `if` that would leave it asks whether the program is on the right way.
//
// In:  a loop whose launches are made together, its effects found. Out: runs_ahead, read_back, variables and where it is asked; or why
//      the host waits.
#include "frontend/loop_parts.h"

#include <string.h>

static bool is_in_header(const host_loop *loop, size_t at)
{
    return (at >= loop->begin && at < loop->header_end) || (at >= loop->condition_begin && at < loop->condition_end);
}

// A copy, and its text does not say that it goes to the device.
static bool may_copy_to_host(const plan *p, const host_loop *loop, const loop_call *x)
{
    const char *const name = loop_plain_name(p, x->name);
    if (strncmp(name, "cudaMemcpy", 10) != 0 || strncmp(name, "cudaMemcpyTo", 12) == 0)
        return false;
    const plan_file *f = &p->files.items[loop->file];
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->end; i++)
        if (token_is(f->text, &f->tokens.items[i], "cudaMemcpyHostToDevice") ||
            token_is(f->text, &f->tokens.items[i], "cudaMemcpyDeviceToDevice"))
            return false;
    return true;
}

// The first reason for which it does not run ahead.
static const loop_call *wait_for_copy(host_loop *loop, size_t at, const char *because)
{
    if (!loop->waits_because) {
        loop->waits_because = because;
        loop->waits_because_at = at;
    }
    return NULL;
}

// What stands against going on over this call, or NULL.
static const char *no_going_on_over(const plan *p, const host_loop *loop, const loop_call *x)
{
    const char *name = loop_plain_name(p, x->name);
    if (x->effect == LOOP_EFFECT_ANY && may_copy_to_host(p, loop, x))
        return arena_format(p->arena, "only what 'cudaMemcpy' and 'cudaMemcpyAsync' copy is compared on the device, not '%s'", name);
    if (x->effect == LOOP_EFFECT_STEP && !x->read_back && may_copy_to_host(p, loop, x))
        return "this copy is not to a local variable that is a number, by '&', with cudaMemcpyDeviceToHost";
    if (x->effect == LOOP_EFFECT_ANY || !loop_leaves_nothing(p, loop, x))
        return arena_format(p->arena, "what '%s' does cannot be undone", *name ? name : "the callee");
    // What stands in the header is done behind the copy, and what stands in the condition more than once.
    if (x->effect == LOOP_EFFECT_STEP && is_in_header(loop, x->begin))
        return arena_format(p->arena, "'%s' stands in the loop's header", name);
    return NULL;
}

static bool is_branch_of(const loop_exit *exit, size_t at) { return at >= exit->begin && at < exit->end; }

bool loop_is_in_branch(const host_loop *loop, size_t at)
{
    bool is_in = loop->asked_by && is_branch_of(loop->asked_by, at);
    for (size_t i = 0; i < loop->exits.count; i++)
        is_in |= loop->exits.items[i].turns_back && is_branch_of(&loop->exits.items[i], at);
    return is_in;
}

static bool looks_at(const host_loop *loop, const loop_exit *exit, const char *variable)
{
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        if (x->at >= exit->condition_begin && x->at < exit->condition_end && strcmp(x->name, variable) == 0)
            return true;
    }
    return false;
}

// Where the loop is asked by an exit that looks at what was copied, in each round in which it was; or NULL.
static const loop_exit *find_exit(const host_loop *loop, const loop_call *copy)
{
    for (size_t i = 0; copy && i < loop->exits.count; i++) {
        const loop_exit *x = &loop->exits.items[i];
        if (x->place == copy->place && x->at >= copy->end && looks_at(loop, x, copy->read_back))
            return x;
    }
    return NULL;
}

static const loop_call *first_copy(const host_loop *loop)
{
    for (size_t i = 0; i < loop->calls.count; i++)
        if (loop->calls.items[i].read_back)
            return &loop->calls.items[i];
    return NULL;
}

// Others may leave the loop, too: where one would, all that was guessed must be known, and the program goes back where that was wrong.
// What one does that does not leave it after all would have to be undone.
static void find_other_exits(host_loop *loop, const loop_call *copy)
{
    for (size_t i = 0; copy && i < loop->exits.count; i++) {
        loop_exit *x = &loop->exits.items[i];
        const bool is_apart = loop->asked_by ? !is_branch_of(x, loop->asked_by->at) : !looks_at(loop, x, copy->read_back);
        x->turns_back = x != loop->asked_by && is_apart && !loop_is_in_branch(loop, x->at) && (loop->has_condition || loop->has_brace);
        for (size_t k = 0; k < loop->continues.count; k++)
            x->turns_back &= !is_branch_of(x, loop->continues.items[k]);
        loop->turns_back |= x->turns_back;
    }
}

// The one copy to the host, or NULL; and nothing else is called that could not be undone.
static const loop_call *only_copy(const plan *p, host_loop *loop)
{
    const loop_call *copy = NULL;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        if (loop_is_in_branch(loop, x->begin))
            continue;
        const char *no = no_going_on_over(p, loop, x);
        if (!no && x->read_back && copy)
            no = "there is another copy to the host";
        if (no)
            return wait_for_copy(loop, x->begin, no);
        if (x->read_back)
            copy = x;
    }
    if (copy && (copy->depth || copy->begin < loop->header_end))
        return wait_for_copy(loop, copy->begin, "this copy does not stand in the loop's own body");
    return copy;
}

static bool is_between(const host_loop *loop, size_t at, const loop_call *copy, size_t asked)
{
    return at > copy->end && at < asked && !loop_is_in_branch(loop, at);
}

// The one copy to the host, behind which nothing is done any more before the loop is asked, or NULL.
static const loop_call *last_copy(const plan *p, host_loop *loop)
{
    const loop_call *copy = only_copy(p, loop);
    if (!copy)
        return NULL;
    const size_t asked = loop->asked_by ? loop->asked_by->begin : loop->end;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        const char *const name = loop_plain_name(p, x->name);
        // A synchronisation is for what was copied.
        if (x->effect == LOOP_EFFECT_STEP && is_between(loop, x->begin, copy, asked) && !loop_is_synchronisation(name))
            return wait_for_copy(loop, x->begin, arena_format(p->arena, "'%s' stands behind the copy to the host", name));
    }
    for (size_t i = 0; i < loop->launches.count; i++) {
        const size_t at = p->launches.items[loop->launches.items[i]].open_begin;
        if (is_between(loop, at, copy, asked) || (is_in_header(loop, at) && !loop_is_in_branch(loop, at)))
            return wait_for_copy(loop, at, "this launch stands behind the copy to the host, or in the loop's header");
    }
    return copy;
}

// Nobody but the question looks at the copy before the next round.
static bool is_for_question(const plan *p, host_loop *loop, const loop_call *copy)
{
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        const bool is_asked = x->at >= loop->asked_begin && x->at < loop->asked_end;
        const bool behind = x->at >= copy->end || is_in_header(loop, x->at);
        if (loop_is_in_branch(loop, x->at))
            continue;
        if (strcmp(x->name, copy->read_back) == 0 && ((behind && !is_asked) || x->is_own)) { // its own is gone when the loop is asked
            const char *const why = x->is_own ? "'%s' is declared in the loop; declare it in front"
                                    : loop->asked_by ? "'%s' is looked at here, and not only by the 'if' that leaves the loop"
                                              : "'%s' is looked at here, and not only by the loop's condition";
            wait_for_copy(loop, x->at, arena_format(p->arena, why, x->name));
            return false;
        }
    }
    return true;
}

// By that name alone it is found where the condition stands, too: not by a macro, not as a::b, not as a designator.
static bool is_plainly_written(const plan *p, const host_loop *loop, const loop_name *x)
{
    const plan_file *f = &p->files.items[loop->file];
    const size_t i = token_at_or_after(&f->tokens, x->at);
    return f->tokens.items[i].begin == x->at && token_is(f->text, &f->tokens.items[i], x->name) && i > 0 &&
           !token_is(f->text, &f->tokens.items[i - 1], "::") && !token_is(f->text, &f->tokens.items[i - 1], ".");
}

// Which one a name stands for where the loop is asked is not known then. What is declared in the loop is not looked for there.
static bool is_other_of_its_name(const loop_name *x, const loop_name *y)
{
    const bool is_same = x->declared_file == y->declared_file && x->declared_place == y->declared_place;
    return strcmp(x->name, y->name) == 0 && (x->is_own != y->is_own || (!x->is_own && !is_same));
}

// Is the exit asked in each round in which there was a copy, and does it leave the loop for good?
static void check_exit(const plan *p, host_loop *loop, const loop_call *copy, const loop_exit *exit)
{
    for (size_t i = 0; copy && i < loop->continues.count; i++)
        if ((loop->continues.items[i] > copy->end && loop->continues.items[i] < exit->end) || loop->continues.items[i] == loop->begin)
            wait_for_copy(loop, loop->continues.items[i], "this 'continue', goto or throw passes by the 'if' that leaves the loop");
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        const bool is_new = x->declared_at >= exit->begin && x->declared_at < exit->end;
        if (x->is_own && !is_new && x->at >= exit->condition_begin && x->at < exit->end)
            wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' is declared in the loop, which a later round may have changed when it is "
                                                              "known that the loop ends here; declare it in front", x->name));
    }
}

// What it does besides the copy: it is left in other ways, it looks at what kernels may have written, something may fail on a wrong way.
static void check_rest(const plan *p, host_loop *loop, const loop_call *copy)
{
    const char *const on_jump =
        loop->asked_by ? "it is left here, too; let its condition say when it ends"
                       : "it is left by break, return, goto or throw; let its condition say when it ends, or an 'if' that stands with the copy";
    for (size_t i = 0; i < loop->jumps.count; i++)
        if (!loop_is_in_branch(loop, loop->jumps.items[i]))
            wait_for_copy(loop, loop->jumps.items[i], on_jump);
    for (size_t i = 0; i < loop->reads.count; i++)
        if (!loop_is_in_branch(loop, loop->reads.items[i].at))
            wait_for_copy(loop, loop->reads.items[i].at, loop->reads.items[i].by);
    for (size_t i = 0; i < loop->risks.count; i++)
        if (!loop_is_in_branch(loop, loop->risks.items[i].at))
            wait_for_copy(loop, loop->risks.items[i].at, loop->risks.items[i].by);
    size_t long_at = 0;
    const char *const is_long = copy ? loop_find_long_loop(p, loop, &long_at) : NULL;
    if (is_long)
        wait_for_copy(loop, long_at, is_long);
    if (loop->alias_at)
        wait_for_copy(loop, loop->alias_at, "this is another name of something; take a local variable of its own");
}

// By a condition that is spelled in the loop's text, or by an `if` in a loop that has none.
static void check_question(host_loop *loop)
{
    const bool is_asked = loop->condition_end != loop->condition_begin || (loop->asked_by && loop->header_end && !loop->has_condition);
    if (!is_asked)
        wait_for_copy(loop, loop->begin, loop->header_end ? "it has no condition that is spelled here, and no 'if' beside the copy leaves it by what was copied"
                                                          : "its body is not in braces");
}

static bool is_variable_already(const host_loop *loop, const loop_name *x)
{
    for (size_t i = 0; i < loop->variables.count; i++)
        if (strcmp(loop->variables.items[i], x->name) == 0)
            return true;
    return false;
}

// A variable that gets back the value that it had where a guess was wrong.
static void add_variable(const plan *p, host_loop *loop, const loop_name *x)
{
    if (!is_plainly_written(p, loop, x))
        wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' comes out of a macro here, or is a member", x->name));
    else if (x->no_copy)
        wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' %s, which cannot be put back where a guess was wrong", x->name, x->no_copy));
    else
        *ARENA_PUSH(p->arena, &loop->variables) = x->name;
}

// Of what the loop changes, all has a name where it is asked.
static void find_variables(const plan *p, host_loop *loop)
{
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        for (size_t k = 0; k < loop->names.count; k++)
            if (is_other_of_its_name(x, &loop->names.items[k]))
                wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' is the name of two variables here", x->name));
        if (x->is_mutable)
            wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' is constant and has a mutable member", x->name));
        if (x->lives_on && !x->is_const)
            wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' is declared in the loop and keeps its value; declare it in front", x->name));
        if (!x->is_const && !x->is_own && !is_variable_already(loop, x) && !loop_is_error_macro(p, loop, x->at) && !loop_is_in_branch(loop, x->at))
            add_variable(p, loop, x);
    }
}

void loop_find_running_ahead(plan *p, host_loop *loop)
{
    const loop_call *const first = first_copy(loop);
    const loop_exit *const exit = loop->asked_by = find_exit(loop, first);
    find_other_exits(loop, first);
    loop->asked_begin = exit ? exit->condition_begin : loop->condition_begin;
    loop->asked_end = exit ? exit->condition_end : loop->condition_end;
    const loop_call *copy = last_copy(p, loop);
    if (exit)
        check_exit(p, loop, copy, exit);
    check_rest(p, loop, copy);
    check_question(loop);
    if (loop->waits_because || !copy || !is_for_question(p, loop, copy))
        return;
    find_variables(p, loop);
    loop_find_comparison(p, loop, copy);
    if (exit && !loop->relation)
        wait_for_copy(loop, exit->condition_begin,
                      arena_format(p->arena, "it does not just compare '%s' with something that stays the same", copy->read_back));
    if (loop->waits_because)
        return;
    loop->runs_ahead = true;
    loop->read_back = copy->read_back;
}

// -Rpt: what the host waits for in each round, and why.
void loop_tell_waiting(plan *p, host_loop *loop)
{
    for (size_t i = 0; i < loop->calls.count; i++)
        loop->copies_to_host |= loop->calls.items[i].effect != LOOP_EFFECT_NONE && may_copy_to_host(p, loop, &loop->calls.items[i]);
    if (loop->copies_to_host && !loop->runs_ahead && loop->waits_because && p->diagnostics->show_remarks)
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-loop",
                        plan_span(p, loop->file, loop->waits_because_at, loop->waits_because_at + 1),
                        "the host does not run ahead of what the loop of line %zu copies to it, but waits in each round: %s",
                        source_position(p->files.items[loop->file].text, loop->begin).line, loop->waits_because);
}
