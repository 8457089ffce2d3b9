// Loops of the host whose launches are made together: see loop.h.
//
// In:  a plan with its launches, functions and loops. Out: for each loop whether it stays as it is, and why; else its steps. What a
//      block with `#pragma pt fuse` has in common with loops; the rest of it is in fuse.c.
//
// The loop itself goes on to run on the host; what its launches would do is recorded and launched together (loop_host.cuh). So
// nothing must be known of its arithmetic, its exits or its nesting, only of what it calls: a call that could see whether the
// launches before it have run makes them go first, and one that the text cannot be changed for leaves the loop as it is.
#include "frontend/loop.h"

#include "frontend/fuse.h"
#include "frontend/keep.h"
#include "frontend/loop_parts.h"
#include "frontend/unread.h"

#include <string.h>

// ---- directives ------------------------------------------------------------------------------------------------------

static bool has_loop(const plan *p, int file, int directive)
{
    for (size_t i = 0; i < p->loops.count; i++)
        if (p->loops.items[i].file == file && p->loops.items[i].directive == directive)
            return true;
    return false;
}

// What is the matter with a directive behind which no loop was found.
static const char *why_no_block(const plan *p, int file, const directive *d)
{
    const plan_file *f = &p->files.items[file];
    const size_t i = plan_next_live(f, token_at_or_after(&f->tokens, d->at.end), d->at.begin);
    return is_token(f, i, "{") ? "'#pragma pt fuse' stands before a block that ptcc cannot look at: a name in the function around it is not known, it is no "
                                 "function of the host, or the block is the body of something else"
                               : "'#pragma pt fuse' must stand directly before a block '{ ... }' of launches in a function of the host";
}

// k<<<{4, 1}, {1, 1}>>>(...) as the body of the loop whose head begins at token `i`.
static bool has_launch_in_braces(const plan_file *f, size_t i)
{
    for (; f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, "{"); i++)
        if (is_token(f, i, "<<<"))
            return is_token(f, i + 1, "{");
    return false;
}

static const char *why_no_loop(const plan *p, int file, const directive *d)
{
    const plan_file *f = &p->files.items[file];
    const size_t i = plan_next_live(f, token_at_or_after(&f->tokens, d->at.end), d->at.begin);
    const token *t = &f->tokens.items[i];
    if (has_launch_in_braces(f, i))
        return "'#pragma pt loop' stands before a loop whose launch has its configuration in braces, which ptcc cannot look at in a loop; write dim3(x, y, z)";
    if (is_token(f, i, "for") || is_token(f, i, "while") || is_token(f, i, "do"))
        return "'#pragma pt loop' stands before a loop that ptcc cannot look at: a name or a header of the function around it is not known, or it "
               "stands in a coroutine, in a lambda outside of all functions or in a constructor's function-try-block; check its names and headers, or put "
               "the loop into a function of its own";
    if (t->kind == TOKEN_IDENTIFIER && plan_is_macro(p, token_bytes(f->text, t)))
        return "'#pragma pt loop' stands before a macro, and a loop whose head comes out of one cannot be rewritten; write it out";
    return "'#pragma pt loop' must stand directly before a for, while or do loop of the host";
}

// No loop comes next; a macro may make a pragma that takes one for its own.
static void tell_wrong_place(plan *p, int file, const directive *d)
{
    size_t at;
    const char *const words = loop_pragma_behind(p, file, d->at.end, &at);
    if (!words) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at, "%s", d->kind == DIRECTIVE_FUSE ? why_no_block(p, file, d) : why_no_loop(p, file, d));
        return;
    }
    const char *const what = d->kind == DIRECTIVE_FUSE ? "block" : "loop", *const code = d->kind == DIRECTIVE_FUSE ? "pt-fuse" : "pt-loop";
    diagnostics_add(p->diagnostics, SEVERITY_WARNING, code, plan_span(p, file, at, at + 1),
                    "the %s stays as it is: '#pragma %s' stands between it and its directive", what, words);
    diagnostics_add(p->diagnostics, SEVERITY_NOTE, code, d->at, "the %s is annotated here", what);
}

void loop_attach(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++) {
            const directive *d = &p->files.items[file].directives.items[i];
            if ((d->kind == DIRECTIVE_LOOP || d->kind == DIRECTIVE_FUSE) && !has_loop(p, (int)file, (int)i))
                tell_wrong_place(p, (int)file, d);
        }
}

void loop_stay(host_loop *loop, size_t at, const char *because)
{
    if (loop->stays_because)
        return;
    loop->stays_because = because;
    loop->stays_at = at;
}

// ---- the loops -------------------------------------------------------------------------------------------------------

const char *loop_word(const host_loop *loop) { return loop->is_block ? "block" : "loop"; }

static bool lies_in_another(const plan *p, const host_loop *loop)
{
    for (size_t i = 0; i < p->loops.count; i++) {
        const host_loop *x = &p->loops.items[i];
        if (x != loop && x->file == loop->file && x->begin < loop->begin && loop->end <= x->end)
            return true;
    }
    return false;
}

// Of a chain, such as a << b << c, the outermost call stands first.
static bool is_told(const host_loop *loop, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (loop->calls.items[k].effect == LOOP_EFFECT_ANY && loop->calls.items[k].begin == loop->calls.items[i].begin &&
            strcmp(loop->calls.items[k].name, loop->calls.items[i].name) == 0)
            return true;
    return false;
}

// The calls that make the launches before them go first.
static void tell_effects(plan *p, host_loop *loop)
{
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        if (x->effect != LOOP_EFFECT_ANY || is_told(loop, i))
            continue;
        loop->ends_at = loop->ends_at ? loop->ends_at : x->begin;
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-loop", plan_span(p, loop->file, x->begin, x->end),
                        x->ends_because ? "the combined launch ends at '%s': %s"
                                        : "'%s' may see results of the launches before it, so those recorded so far are made here, before it",
                        loop_shown_call(p, loop, x), x->ends_because);
    }
}

static bool is_read(const plan_file *f, size_t i) { return !f->tokens.items[i].in_directive && !plan_is_skipped(f, f->tokens.items[i].begin); }

// Behind the statement of a switch that begins there: behind its braces, or the first semicolon.
static size_t behind_switch(const plan_file *f, size_t i)
{
    int parentheses = 0, braces = 0;
    for (bool in_braces = false; f->tokens.items[i].kind != TOKEN_END; i++) {
        if (!is_read(f, i))
            continue;
        parentheses += is_token(f, i, "(") - is_token(f, i, ")");
        braces += is_token(f, i, "{") - is_token(f, i, "}");
        in_braces |= braces > 0 && !parentheses; // not those of `switch (f({1}))`
        if (!parentheses && !braces && (in_braces || is_token(f, i, ";")))
            break;
    }
    return i + 1;
}

// A goto, or a switch around the loop, that jumps into it: past what is made in front of it.
static void find_ways_in(const plan *p, host_loop *loop)
{
    const plan_file *f = &p->files.items[loop->file];
    const function *around = &p->functions.items[loop->function];
    for (size_t i = 0; i < around->facts.count; i++) {
        const fact *x = &around->facts.items[i];
        const bool is_outside = x->begin < loop->begin || x->begin >= loop->end;
        if (x->kind == FACT_GOTO && is_outside && x->guard_begin > loop->begin && x->guard_begin < loop->end)
            loop_stay(loop, x->guard_begin, "a goto in front of it or behind jumps to this label");
    }
    // By the words, which are there in a lambda, too.
    for (size_t i = token_at_or_after(&f->tokens, loop->begin); f->tokens.items[i].begin < loop->end; i++) {
        if (!is_read(f, i))
            continue;
        const bool is_label = is_token(f, i, "case") || (is_token(f, i, "default") && is_token(f, i + 1, ":"));
        if (is_token(f, i, "switch"))
            i = behind_switch(f, i) - 1; // its labels are its own
        else if (is_label)
            loop_stay(loop, f->tokens.items[i].begin, "a switch around it jumps to this label");
    }
}

static void tell_staying(plan *p, const host_loop *loop)
{
    const char *const code = loop->is_block ? "pt-fuse" : "pt-loop";
    diagnostics_add(p->diagnostics, SEVERITY_WARNING, code, plan_span(p, loop->file, loop->stays_at, loop->stays_at + 1), "the %s stays as it is: %s",
                    loop_word(loop), loop->stays_because);
    if (loop->note_at)
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, code, plan_span(p, loop->note_file, loop->note_at, loop->note_at + 1), "it is here");
    diagnostics_add(p->diagnostics, SEVERITY_NOTE, code, p->files.items[loop->file].directives.items[loop->directive].at, "the %s is annotated here",
                    loop_word(loop));
}

// A specialisation has a step of its own, by which its template's launches may come to it.
static void mark_steps(plan *p, int kernel)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *g = &p->functions.items[i];
        g->is_step |= (int)i == kernel || (g->primary == kernel && plan_definition(g) && !g->has_state && !g->has_grid_barrier);
    }
}

// What stands against making its launches together, and what is known of them besides.
static void find_obstacles(plan *p, host_loop *loop)
{
    if (lies_in_another(p, loop))
        loop_stay(loop, loop->begin, loop->is_block ? "it lies in a loop or in a block whose launches are made together, too" : "it lies in another one with '#pragma pt loop'");
    loop_find_pragmas(p, loop);
    find_ways_in(p, loop);
    if (loop->hides_at)
        loop_stay(loop, loop->hides_at, "a function that is written in it makes this launch, which may run at any time");
    const size_t hidden = unread_part_in(p, loop->file, loop->begin, loop->end, true);
    if (hidden)
        loop_stay(loop, hidden, "ptcc cannot see what a switch or a range-based for does first, nor what a lambda makes its captures of; do it in a statement of its own in front");
    if (loop->waits_at)
        loop_stay(loop, loop->waits_at, "what stands here may wait for a kernel, or for another thread: it uses volatile or atomic memory, or reads memory in a loop");
    loop_find_launches(p, loop);
    loop_find_effects(p, loop);
    if (loop->is_block)
        fuse_analyse(p, loop);
}

// A loop whose launches are made together.
static void find_ways(plan *p, host_loop *loop)
{
    loop_find_running_ahead(p, loop);
    loop_find_synchronisations(p, loop);
    if (!loop->runs_ahead)
        loop_find_checks(p, loop);
    tell_effects(p, loop);
    loop_tell_waiting(p, loop);
    if (loop->is_other_shape)
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-loop", plan_span(p, loop->file, loop->other_shape_at, loop->other_shape_at + 3),
                        "the blocks of this launch have another shape than those of the loop's first launch: the combined launch ends "
                        "before it, each time; give all launches of the loop blocks of one shape");
    for (size_t i = 0; i < loop->launches.count; i++) {
        launch *l = &p->launches.items[loop->launches.items[i]];
        l->in_loop = true;
        mark_steps(p, (int)(plan_launched(p, l) - p->functions.items));
    }
}

void loop_analyse(plan *p)
{
    for (size_t i = 0; i < p->loops.count; i++) {
        host_loop *loop = &p->loops.items[i];
        const directive *d = &p->files.items[loop->file].directives.items[loop->directive];
        const function *f = &p->functions.items[loop->function];
        if (!d->valid)
            continue;
        if (f->is_kernel || f->is_device) {
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                            "'#pragma pt loop' must stand directly before a for, while or do loop of the host");
            continue;
        }
        find_obstacles(p, loop);
        if (loop->stays_because)
            tell_staying(p, loop);
        if (loop->stays_because || loop->is_block)
            continue;
        find_ways(p, loop);
        if (d->keep.length)
            keep_analyse(p, loop);
    }
}
