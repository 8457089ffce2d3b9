// Which launches of a loop can be steps of one launch: see loop_parts.h.
//
// In:  the launches that lie in a loop, and their kernels. Out: the loop's launches; why the loop stays as it is, where one of them
//      cannot be a step.
// Invariant: what a step writes, the steps behind it see, with only a barrier of the grid between them.
#include "frontend/loop_parts.h"

#include "frontend/address.h"
#include "frontend/analyse.h"
#include "frontend/assembly.h"
#include "frontend/silent.h"

#include <string.h>

// __ldg(p), where its name means another function in the kernel's copy (transform/body_shadow.c).
static bool is_plain_there(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    return f->is_kernel && d && strcmp(p->functions.items[x->callee].name, "__ldg") == 0 && !x->elsewhere &&
           !(x->context & (QUALIFIED | IN_LAMBDA | OPERATOR_SYNTAX | OUTSIDE_BODY | UNREAD)) && x->begin >= d->body_begin && x->end <= d->body_end &&
           !is_token(&p->files.items[d->file], token_at_or_after(&p->files.items[d->file].tokens, x->begin) - 1, "::");
}

typedef struct question { // about a function, and all that it comes to
    const plan *p;
    bool (*holds)(const plan *p, const function *f);
    bool (*is_harmless)(const plan *p, const function *f, const fact *call); // the call, or NULL: none is
    bool *seen; // by function
} question;

static bool comes_to(const question *q, int index)
{
    const plan *const p = q->p;
    const function *f = &p->functions.items[index];
    if (q->seen[index])
        return false;
    q->seen[index] = true;
    if (q->holds(p, f))
        return true;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->callee >= 0 && !(q->is_harmless && q->is_harmless(p, f, x)) && comes_to(q, x->callee))
            return true;
        open_targets targets = analyse_targets(p, x);
        for (int k; (k = analyse_next_target(&targets)) >= 0;)
            if (comes_to(q, k))
                return true;
    }
    for (size_t i = silent_may_stand_in(p, f) ? 0 : p->functions.count; i < p->functions.count; i++)
        if (silent_is_callee(&p->functions.items[i]) && comes_to(q, (int)i))
            return true;
    return false;
}

static bool kernel_comes_to(const plan *p, const function *f, bool (*holds)(const plan *, const function *), bool (*is_harmless)(const plan *, const function *, const fact *))
{
    return comes_to(&(question){p, holds, is_harmless, arena_alloc(p->arena, p->functions.count * sizeof(bool))}, (int)(f - p->functions.items));
}

// Loads that go by a cache which a barrier of the grid does not clean.
static bool reads_past_caches(const plan *p, const function *f)
{
    (void)p;
    bool reads = f->in_system && (strcmp(f->name, "__ldg") == 0 || strncmp(f->name, "tex", 3) == 0 || strncmp(f->name, "surf", 4) == 0);
    for (size_t i = 0; i < f->facts.count && !reads; i++)
        reads = f->facts.items[i].kind == FACT_ASM && assembly_has(f->facts.items[i].name, "nc");
    return reads;
}

// What a kernel prints comes out at a synchronisation, between what the host prints.
static bool prints(const plan *p, const function *f)
{
    (void)p;
    return strcmp(f->name, "printf") == 0 || strcmp(f->name, "vprintf") == 0;
}

// What a kernel launches is done when the whole launch is: not at a barrier of the grid.
static bool launches_kernels(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    bool launches = f->in_system && (strncmp(f->name, "cudaLaunch", 10) == 0 || strcmp(f->name, "cudaGraphLaunch") == 0);
    for (size_t i = 0; d && i < p->launches.count && !launches; i++) {
        const launch *l = &p->launches.items[i];
        launches = l->form == LAUNCH_ON_DEVICE && l->file == d->file && d->body_begin < l->open_begin && l->open_begin < d->body_end;
    }
    return launches;
}

static bool is_overloaded(const plan *p, const function *f)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g != f && g->is_kernel && g->primary < 0 && f->primary < 0 && strcmp(g->name, f->name) == 0 &&
            strcmp(g->name_scope, f->name_scope) == 0)
            return true;
    }
    return false;
}

static size_t count_template_arguments(const plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    size_t count = 0;
    int depth = 0, brackets = 0; // in which `<` compares
    for (size_t i = token_at_or_after(&f->tokens, l->name_end); f->tokens.items[i].begin < l->open_begin; i++) {
        const token *t = &f->tokens.items[i];
        brackets += token_is(f->text, t, "(") || token_is(f->text, t, "{");
        brackets -= token_is(f->text, t, ")") || token_is(f->text, t, "}");
        depth += brackets == 0 && token_is(f->text, t, "<");
        depth -= brackets == 0 && token_is(f->text, t, ">");
        count += count == 0 || (depth == 1 && brackets == 0 && token_is(f->text, t, ","));
    }
    return count;
}

static bool is_argument(const plan *p, const launch *l, const token *name)
{
    const plan_file *f = &p->files.items[l->file];
    for (size_t i = token_at_or_after(&f->tokens, l->name_end); f->tokens.items[i].begin < l->open_begin; i++)
        if (is_same_word(f, i, f, (size_t)(name - f->tokens.items)))
            return true;
    return false;
}

// The steps are named in front of the loop: what is declared in it, or what a `using` in it makes known, has no meaning there.
static bool has_own_argument(const plan *p, const host_loop *loop, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    for (size_t i = 0; i < loop->own_arguments.count; i++)
        if (loop->own_arguments.items[i] >= l->name_end && loop->own_arguments.items[i] < l->open_begin)
            return true;
    for (size_t i = token_at_or_after(&f->tokens, loop->begin); l->name_end < l->open_begin && f->tokens.items[i].begin < loop->end; i++) {
        if (!is_token(f, i, "using") && !is_token(f, i, "namespace") && !is_token(f, i, "typedef"))
            continue;
        if (is_token(f, i, "using") && is_token(f, i + 1, "namespace"))
            return true; // of that namespace, any name
        for (; f->tokens.items[i].begin < loop->end && !is_token(f, i, ";") && !is_token(f, i, "="); i++)
            if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_argument(p, l, &f->tokens.items[i]))
                return true;
    }
    return false;
}

// Why what it does is none of a step, or NULL.
static const char *no_step_by_body(const plan *p, const host_loop *loop, const function *f)
{
    const declaration *d = plan_definition(f);
    if (d->is_specialisation && d->template_arguments_end == d->name_end && !*d->deduced_arguments)
        return "is a specialisation whose arguments are not written; write them behind its name";
    if (f->waits_on_blocks)
        return "waits for blocks of its own launch";
    if (f->has_grid_barrier)
        return "holds a barrier of the grid or a collective itself, so that it is a launch of its own; launch it outside";
    if (f->has_state)
        return "has a state, which ends with its launch";
    if (kernel_comes_to(p, f, reads_past_caches, is_plain_there))
        return arena_format(p->arena, "reads through a cache (__ldg, textures) that would not see what other %s write", loop->is_block ? "launches of the block" : "steps of the loop");
    if (loop_reads_written_constant(p, f))
        return arena_format(p->arena, "reads __constant__ memory, of which addresses are asked for in this program: its cache would not see what other %s write",
                            loop->is_block ? "launches of the block" : "steps of the loop");
    if (kernel_comes_to(p, f, launches_kernels, NULL))
        return arena_format(p->arena, "launches kernels, which would not be done when the next %s begins", loop->is_block ? "launch" : "step");
    return NULL;
}

// The same of its specialisations, of which one may be meant where a template launches it.
static const char *no_step_by_specialisation(const plan *p, const host_loop *loop, const function *f)
{
    const function *around = &p->functions.items[loop->function];
    const declaration *d = plan_definition(around);
    for (size_t i = 0; i < p->functions.count && d && (d->is_template || d->in_template); i++) {
        const function *g = &p->functions.items[i];
        const char *why = g->primary == f - p->functions.items && plan_definition(g) ? no_step_by_body(p, loop, g) : NULL;
        if (why)
            return arena_format(p->arena, "has a specialisation that %s", why);
    }
    return NULL;
}

// Why a launch of it cannot be a step, or NULL.
static const char *no_step(const plan *p, const host_loop *loop, const launch *l, const function *f)
{
    const declaration *d = plan_definition(f);
    if (!f->annotated)
        return "is not annotated; write '#pragma pt kernel' above it";
    if (!d)
        return "is defined in another file";
    if (d->file == l->file && d->begin > loop->begin)
        return arena_format(p->arena, "is defined behind the %s; define it in front", loop_word(loop));
    if (plan_directive(p, f)->items.text.length)
        return "has a clause items(...)";
    if (f->is_repeated)
        return "is in a text that comes in several times, for other types; make it a template";
    if (is_overloaded(p, f))
        return "has overloads; give it a name of its own";
    const char *const own = no_step_by_body(p, loop, f), *const why = own ? own : no_step_by_specialisation(p, loop, f);
    if (why)
        return why;
    if (d->is_template && count_template_arguments(p, l) < d->template_parameters.count)
        return "is a template; write all its arguments at the launch";
    if (has_own_argument(p, loop, l))
        return arena_format(p->arena, "has a template argument that the %s declares, or makes known; do that in front of the %s", loop_word(loop), loop_word(loop));
    return NULL;
}

enum { BLOCK_SHAPE = 1, STREAM = 3 }; // of what stands between <<< and >>>, counted from 0

// That argument's tokens; 0: it is not written.
static size_t argument_begin(const plan *p, const launch *l, size_t which, size_t *end)
{
    const token_list *t = &p->files.items[l->file].tokens;
    const source *s = p->files.items[l->file].text;
    size_t begin = 0, count = 0, i = token_at_or_after(t, l->open_end);
    int depth = 0;
    for (; t->items[i].begin < l->close_begin; i++) {
        const token *x = &t->items[i];
        depth += token_depth(s, x);
        if (depth != 0 || !token_is(s, x, ","))
            continue;
        if (begin)
            break;
        if (++count == which)
            begin = i + 1;
    }
    *end = begin ? i : 0;
    return begin;
}

// 128 in one launch, 64 in the other.
static bool is_other_number(const plan_file *f, size_t a, size_t a_end, size_t b)
{
    return a_end == a + 1 && f->tokens.items[a].kind == TOKEN_NUMBER && f->tokens.items[b].kind == TOKEN_NUMBER &&
           (is_token(f, b + 1, ",") || is_token(f, b + 1, ">>>") || is_token(f, b + 1, ">"));
}

// The first launch of which that argument is not written as it is in the first one, or NULL.
static const launch *other_argument(const plan *p, const host_loop *loop, size_t which)
{
    size_t end, other_end;
    const plan_file *f = &p->files.items[loop->file];
    const size_t begin = argument_begin(p, &p->launches.items[loop->launches.items[0]], which, &end);
    for (size_t i = 1; i < loop->launches.count; i++) {
        const launch *x = &p->launches.items[loop->launches.items[i]];
        size_t k = argument_begin(p, x, which, &other_end), first = begin;
        while (first < end && k < other_end && slice_equal(token_word(f, first), token_word(f, k))) {
            first++;
            k++;
        }
        if (first != end || k != other_end)
            return x;
    }
    return NULL;
}

// Blocks that are not written as those of the first launch may have another shape, and a step has the shape of the one before it.
static void find_other_shape(const plan *p, host_loop *loop)
{
    size_t end, other_end;
    const launch *const x = other_argument(p, loop, BLOCK_SHAPE);
    if (!x)
        return;
    const size_t begin = argument_begin(p, &p->launches.items[loop->launches.items[0]], BLOCK_SHAPE, &end);
    loop->other_shape_at = x->open_begin;
    loop->is_other_shape = is_other_number(&p->files.items[loop->file], begin, end, argument_begin(p, x, BLOCK_SHAPE, &other_end));
}

// streams[i % 2]: another one in each round.
static void find_other_stream(const plan *p, host_loop *loop)
{
    const plan_file *f = &p->files.items[loop->file];
    const launch *const x = other_argument(p, loop, STREAM);
    if (x)
        loop->other_stream_at = x->open_begin;
    for (size_t i = 0; i < loop->launches.count && !loop->other_stream_at; i++) {
        const launch *l = &p->launches.items[loop->launches.items[i]];
        size_t end;
        for (size_t k = argument_begin(p, l, STREAM, &end); k < end; k++)
            if (is_token(f, k, "[") && !(f->tokens.items[k + 1].kind == TOKEN_NUMBER && is_token(f, k + 2, "]")))
                loop->other_stream_at = l->open_begin;
    }
}

void loop_find_launches(plan *p, host_loop *loop)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->file != loop->file || l->open_begin < loop->begin || l->open_begin >= loop->end)
            continue;
        const function *f = plan_launched(p, l);
        const bool is_named = f && l->name_begin != l->name_end && (!f->annotated || address_is_named_launch(p, l));
        const char *no = is_named ? no_step(p, loop, l, f) : NULL;
        if (f && kernel_comes_to(p, f, prints, NULL))
            loop_add_read(p, loop, l->open_begin, f->name, "prints");
        if (!is_named)
            loop_stay(loop, l->open_begin, l->form == LAUNCH_IN_MACRO ? arena_format(p->arena, "this launch, or a part of it, comes out of a macro; write it out in the %s", loop_word(loop))
                                                                      : "the kernel of this launch is not written as a plain name");
        else if (no)
            loop_stay(loop, l->open_begin, arena_format(p->arena, "kernel '%s' %s", f->name, no));
        *ARENA_PUSH(p->arena, &loop->launches) = (int)i;
    }
    for (size_t i = 0; i < p->api_launches.count; i++)
        if (!p->api_launches.items[i].is_query && p->api_launches.items[i].file == loop->file &&
            p->api_launches.items[i].name_begin >= loop->begin && p->api_launches.items[i].name_begin < loop->end)
            loop_stay(loop, p->api_launches.items[i].name_begin, "this launch is made by a call");
    if (!loop->launches.count)
        loop_stay(loop, loop->begin, arena_format(p->arena, "there is no launch in its own text; one in a function that it calls would have to be written in the %s", loop_word(loop)));
    else
        find_other_shape(p, loop);
    if (loop->launches.count && !loop->is_block)
        find_other_stream(p, loop);
}
