// Checks of programs for the CPU: lanes of a warp that exchange values in step, without a word of it. See check_cpu.h.
//
// In:  a kernel or function and its facts, with what shared memory is written and read. Out: errors.
// Invariant: a warp's lanes run one after the other here: what one reads that another writes in the same step is refused.
#include "frontend/check_cpu.h"

#include <string.h>

static bool is_changed(const function *f, const char *name)
{
    for (size_t i = 0; *name && i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_CHANGE && strcmp(f->facts.items[i].name, name) == 0)
            return true;
    return false;
}

// Threads that differ in y or z alone have one element between them, so nothing may tell them apart.
static bool asks_for_more_than_x(const plan *p, const function *g)
{
    const declaration *d = plan_definition(g);
    if (!d || g->in_system)
        return false;
    const plan_file *f = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->end; i++)
        if (token_is(f->text, &f->tokens.items[i], "threadIdx") && !token_is(f->text, &f->tokens.items[i + 2], "x"))
            return true;
    return false;
}

// Arrays of dynamic shared memory all begin at one place.
static bool has_several_of_open_size(const function *f)
{
    const fact *first = NULL;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_SHARED || x->size_bytes)
            continue;
        if (first && strcmp(first->name, x->name) != 0)
            return true;
        first = x;
    }
    return false;
}

// Each thread keeps to an element of its own: every mention of shared memory is of variable[threadIdx.x].
static bool keeps_to_its_own(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL ||
            (x->callee >= 0 && p->functions.items[x->callee].uses_shared))
            return false;
        if (x->kind == FACT_SHARED_USE &&
            (!(x->context & OF_OWN_ELEMENT) || x->in_macro || x->context & IN_LAMBDA || is_changed(f, x->name)))
            return false;
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if ((g == f || !g->is_kernel) && asks_for_more_than_x(p, g))
            return false;
    }
    return !has_several_of_open_size(f);
}

// A warp's lanes that exchange values through shared memory and trust that they run in step: CUDA promises nothing of
// the kind, and here each runs to its end before the next one begins.
void check_cpu_steps(plan *p, const function *f, const declaration *d)
{
    if (!f->is_kernel || !f->uses_shared || f->has_block_barrier || f->has_warp_sync || f->has_async_copy || f->polls ||
        f->annotated_grid_barrier || keeps_to_its_own(p, f))
        return;
    span at = plan_span(p, d->file, d->begin, d->begin + 1);
    for (size_t k = f->facts.count; k > 0; k--)
        if (f->facts.items[k - 1].kind == FACT_SHARED)
            at = plan_span(p, d->file, f->facts.items[k - 1].begin, f->facts.items[k - 1].end);
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-steps", at,
                    "the threads of '%s' have shared memory and never wait for each other: on the CPU each runs to its "
                    "end before the next one begins; put __syncwarp() between a write and another thread's read, or "
                    "anywhere if no thread reads what another has written",
                    f->name);
}

// Does the text wait for other threads of the warp there, or call what does?
static bool waits_between(const plan *p, const function *f, const declaration *d, size_t begin, size_t end)
{
    static const char *const words[] = {"__sync", "__shfl", "__ballot", "__any", "__all", "__match", "__reduce", "sync"};
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, begin); file->tokens.items[i].begin < end; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (strncmp(file->text->bytes + file->tokens.items[i].begin, words[k], strlen(words[k])) == 0)
                return true;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin < begin || x->end > end || x->callee < 0)
            continue;
        const function *callee = &p->functions.items[x->callee];
        if (callee->has_block_barrier || callee->has_warp_sync)
            return true;
    }
    return false;
}

static const branch *innermost_loop(const function *f, const fact *x)
{
    int b = x->branch;
    while (b >= 0 && f->branches.items[b].kind != BRANCH_LOOP)
        b = f->branches.items[b].parent;
    return b < 0 ? NULL : &f->branches.items[b];
}

// v[t] += v[t + 2]; v[t] += v[t + 1]; where v is volatile: the second one trusts that all lanes have done the first.
void check_cpu_exchanges(plan *p, const function *f, const declaration *d)
{
    const fact *last = NULL;
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind != FACT_LANE_EXCHANGE)
            continue;
        const branch *loop = innermost_loop(f, x);
        if ((last && !waits_between(p, f, d, last->end, x->begin)) || (loop && !waits_between(p, f, d, loop->begin, loop->end)))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-steps", plan_span(p, d->file, x->begin, x->end),
                            "lanes of a warp take values from each other through '%s', which is volatile, and never wait for "
                            "each other: on the CPU each runs on by itself; put __syncwarp() between the steps",
                            x->name);
        last = x;
    }
}

static bool same_text(const plan_file *f, const fact *a, const fact *b)
{
    return a->end - a->begin == b->end - b->begin && memcmp(f->text->bytes + a->begin, f->text->bytes + b->begin, a->end - a->begin) == 0;
}

// Is there a name in the one that is not in the other?
static bool names_more(const plan_file *f, const fact *one, const fact *other)
{
    for (size_t i = token_at_or_after(&f->tokens, one->begin); f->tokens.items[i].begin < one->end; i++) {
        bool found = f->tokens.items[i].kind != TOKEN_IDENTIFIER;
        const slice name = token_word(f, i);
        for (size_t k = token_at_or_after(&f->tokens, other->begin); !found && f->tokens.items[k].begin < other->end; k++)
            found = slice_equal(name, token_word(f, k));
        if (!found)
            return true;
    }
    return false;
}

// The element that an assignment writes: what begins where it begins.
static const fact *written_element(const function *f, const fact *write)
{
    for (size_t k = 0; k < f->facts.count; k++)
        if (f->facts.items[k].kind == FACT_LANE_ELEMENT && f->facts.items[k].begin == write->begin && f->facts.items[k].end < write->end)
            return &f->facts.items[k];
    return NULL;
}

// An element of the same memory, but another one, that is read between the two places; NULL: none.
static const fact *reads_other_lane(const plan_file *file, const function *f, const fact *element, size_t begin, size_t end, bool by_name)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_LANE_ELEMENT && x->begin >= begin && x->end <= end && strcmp(x->name, element->name) == 0 &&
            !same_text(file, x, element) && (!by_name || names_more(file, x, element)))
            return x;
    }
    return NULL;
}

// The same as check_cpu_exchanges, where reading and writing are statements of their own:
//     for (d = 1; d < 32; d *= 2) { x += v[t + 32 - d]; v[t + 32] = x; }
//     x += v[t + 2]; v[t] = x; x += v[t + 1]; v[t] = x;
// A loop in which one thread goes through the memory writes where its counter says, as it reads: that is none.
// Nor is it one where a loop waits until others have written: there they take turns.
void check_cpu_steps_apart(plan *p, const function *f, const declaration *d)
{
    const plan_file *file = &p->files.items[d->file];
    const fact *last = NULL, *last_element = NULL;
    bool spins = false;
    for (size_t k = 0; k < f->facts.count; k++)
        spins |= f->facts.items[k].kind == FACT_SPIN;
    for (size_t k = 0; k < f->facts.count && !spins; k++) {
        const fact *x = &f->facts.items[k];
        const fact *element = x->kind == FACT_LANE_WRITE && !x->in_macro && !x->elsewhere ? written_element(f, x) : NULL;
        if (!element)
            continue;
        bool known = false; // check_cpu_exchanges sees it
        for (size_t i = 0; i < f->facts.count; i++)
            known |= f->facts.items[i].kind == FACT_LANE_EXCHANGE && f->facts.items[i].begin == x->begin;
        const branch *loop = innermost_loop(f, x);
        const bool in_loop = loop && reads_other_lane(file, f, element, loop->begin, loop->end, true) &&
                             !waits_between(p, f, d, loop->begin, loop->end);
        const fact *before = last && same_text(file, last_element, element) && last->end < x->begin &&
                             !waits_between(p, f, d, last->begin, x->begin)
                                 ? reads_other_lane(file, f, element, d->body_begin, last->end, false) : NULL;
        const fact *between = before ? reads_other_lane(file, f, element, last->end, x->end, false) : NULL;
        const bool in_steps = between && !same_text(file, before, between) && !waits_between(p, f, d, before->begin, last->begin);
        if (!known && (in_loop || in_steps))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-steps", plan_span(p, d->file, x->begin, x->end),
                            "lanes of a warp take values from each other through '%s', which is volatile, and never wait for "
                            "each other: on the CPU each runs on by itself; put __syncwarp() between the steps",
                            x->name);
        last = x;
        last_element = element;
    }
}
