// Arrays that a loop may keep in shared memory: see keep.h. How a kernel is looked at: keep_reader.h.
#include "frontend/keep.h"

#include "frontend/keep_reader.h"
#include "frontend/launch_arguments.h"

// ---- the kernel ------------------------------------------------------------------------------------------------------

static void analyse_kernel(reader *r)
{
    void (*const passes[])(reader *) = {reader_take_apart, reader_find_written, reader_find_open, reader_check_regions};
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !r->why; i++)
        passes[i](r);
}

// ---- the loop --------------------------------------------------------------------------------------------------------

// Which argument of the launch is the name, and nothing else; -1: none.
static int argument_named(const plan *p, const launch *l, slice name)
{
    const plan_file *f = &p->files.items[l->file];
    const token_ranges arguments = launch_arguments(p, l);
    for (size_t i = 0; i < arguments.count; i++)
        if (arguments.items[i].end == arguments.items[i].begin + 1 && slice_equal(token_word(f, arguments.items[i].begin), name))
            return (int)i;
    return -1;
}

// Do two launches name their kernel by the same words?
static bool are_named_alike(const plan *p, const launch *a, const launch *b)
{
    const plan_file *f = &p->files.items[a->file], *g = &p->files.items[b->file];
    size_t i = token_at_or_after(&f->tokens, a->callee_begin), k = token_at_or_after(&g->tokens, b->callee_begin);
    for (; f->tokens.items[i].begin < a->open_begin && g->tokens.items[k].begin < b->open_begin; i++, k++) {
        const token *t = &f->tokens.items[i], *u = &g->tokens.items[k];
        if (!slice_equal(token_bytes(f->text, t), token_bytes(g->text, u)))
            return false;
    }
    return f->tokens.items[i].begin >= a->open_begin && g->tokens.items[k].begin >= b->open_begin;
}

static void tell(plan *p, const directive *d, const char *why, int file, size_t at)
{
    diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-keep", d->keep_at, "'%.*s' is not kept: %s", (int)d->keep.length, d->keep.bytes, why);
    if (file >= 0)
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-keep", plan_span(p, file, at, at + 1), "it is here");
}

void keep_analyse(plan *p, host_loop *loop)
{
    const directive *d = &p->files.items[loop->file].directives.items[loop->directive];
    const launch *first = &p->launches.items[loop->launches.items[0]];
    const function *kernel = plan_launched(p, first);
    for (size_t i = 1; i < loop->launches.count; i++) {
        const launch *l = &p->launches.items[loop->launches.items[i]];
        if (plan_launched(p, l) != kernel || !are_named_alike(p, l, first)) {
            tell(p, d, "the loop launches more than one kernel, or names it in two ways", l->file, l->open_begin);
            return;
        }
    }
    function *f = &p->functions.items[kernel - p->functions.items];
    reader r = {.p = p, .f = f, .d = plan_definition(f), .in = argument_named(p, first, d->keep), .out = -1};
    r.file = &p->files.items[r.d->file];
    if (r.in < 0 || (size_t)r.in >= r.d->parameters.count || !*r.d->parameters.items[r.in].name) {
        tell(p, d, "no argument of the loop's first launch is this name alone", first->file, first->open_begin);
        return;
    }
    if (plan_is_specialised(p, f))
        reader_give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "the kernel is a specialisation of a template, or has one");
    analyse_kernel(&r);
    if (!r.why && r.in == r.out)
        reader_give_up(&r, token_at_or_after(&r.file->tokens, r.d->parameters.items[r.in].name_begin), "name the array that the launch reads; this one it writes");
    if (!r.why && f->is_kept && (f->kept.in != r.in || f->kept.out != r.out))
        reader_give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "another loop keeps another array of this kernel");
    if (r.why) {
        tell(p, d, r.why, r.d->file, r.why_at);
        return;
    }
    f->is_kept = loop->keeps = true;
    f->kept.in = r.in;
    f->kept.out = r.out;
    f->kept.others.count = 0;
    for (int i = 0; i < (int)r.d->parameters.count; i++)
        if (i != r.in && i != r.out && reader_is_pointer(&r, &r.d->parameters.items[i]))
            *ARENA_PUSH(p->arena, &f->kept.others) = i;
}
