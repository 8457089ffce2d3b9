// Checks: see check.h. One function a cause; this file has the walk over what a kernel comes to, and what is wrong in a body.
#include "frontend/check.h"

#include "frontend/analyse.h"
#include "frontend/assembly.h"
#include "frontend/barrier.h"
#include "frontend/check_cpu.h"
#include "frontend/check_items.h"
#include "frontend/check_names.h"
#include "frontend/checker.h"
#include "frontend/clause_names.h"
#include "frontend/collective.h"
#include "frontend/foreach.h"
#include "frontend/local_type.h"
#include "frontend/silent.h"
#include "frontend/state.h"
#include "frontend/unread.h"
#include "frontend/views.h"

#include <string.h>

// What an #include inside of the body brings in has its place in another file: then the function's name stands for it.
span at_fact(const target *t, const fact *x)
{
    return x->elsewhere ? plan_span(t->plan, t->d->file, t->d->name_begin, t->d->name_end)
                        : plan_span(t->plan, t->d->file, x->begin, x->end);
}

void refuse_at(const target *t, const char *code, span at, const char *message)
{
    diagnostics_add(t->plan->diagnostics, SEVERITY_ERROR, code, at, "%s", message);
    const directive *d = plan_directive(t->plan, t->kernel);
    if (d && d->at.file)
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, code, d->at, "kernel '%s' is annotated here",
                        t->kernel->name);
}

void note_silent_call(const target *t, const char *code, const function *callee)
{
    const function *const waiting = silent_waiting(t->plan, callee);
    const declaration *d = waiting ? plan_definition(waiting) : NULL;
    if (d && d->file >= 0 && d->name_end > d->name_begin)
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, code, plan_span(t->plan, d->file, d->name_begin, d->name_end),
                        "a template leaves open what the types in '%s' are, and so it may come to this one by an operator, a conversion or an object; to a named "
                        "function it would come by that name alone", callee->name);
}

// ---- bodies ----------------------------------------------------------------------------------------------------

static const assembly_word registers = {"pt-setmaxnreg", "setmaxnreg changes the registers of the thread group for all items after this one"};
static const assembly_word stolen = {"pt-cluster", "this takes over blocks of the launch that have not begun (clusterlaunchcontrol), which are thread groups here; "
                                                   "'#pragma pt kernel schedule(dynamic)' shares blocks out without it"};
static const assembly_word tensor_memory = {"pt-tensor-memory", "the block gives up the right to allocate tensor memory here, which the thread group's next block needs; leave "
                                                                "relinquish_alloc_permit out"};

// An arrival alone at one of the hardware's barriers, bar.arrive: not at an mbarrier, nor at the cluster's.
static bool arrives_alone(const char *text)
{
    return assembly_has(text, "arrive") && (assembly_has(text, "bar") || assembly_has(text, "barrier")) && !assembly_has(text, "cluster") &&
           !assembly_has(text, "mbarrier");
}

// What inline assembly says that an item cannot say; NULL when it is harmless.
const assembly_word *check_find_assembly_word(const char *text)
{
    static const assembly_word unknown = {"pt-assembly", "what this inline assembly does is not known here, since its text is put together "
                                                         "by an operand; write it as string literals"};
    static const assembly_word block = {"pt-block-index-in-assembly",
                                        "inline assembly reads the block index, which is the thread group's here; use blockIdx"};
    static const assembly_word grid = {"pt-block-index-in-assembly",
                                       "inline assembly reads the grid's size, which is that of the thread groups here; use gridDim"};
    static const assembly_word cluster = {"pt-cluster", "inline assembly reads cluster registers, which thread groups do not have"};
    static const assembly_word shared = {"pt-assembly", "inline assembly reads how much shared memory there is, and part of that is the "
                                                        "queue's here; hand the size on as an argument"};
    static const assembly_word end = {"pt-exit", "inline assembly ends the thread, which has more items to process; use return"};
    static const assembly_word arrival = {"pt-arrive", "an arrival at a barrier that nobody waits for ends with its block, and would count for the thread group's next one "
                                                       "here; let these threads wait, too (bar.sync), or use a cuda::barrier in shared memory"};
    return text == assembly_unknown                   ? &unknown
           : assembly_has(text, "%ctaid")             ? &block
           : assembly_has(text, "%nctaid")            ? &grid
           : assembly_has_register(text, "cluster")   ? &cluster
           : assembly_has(text, "clusterlaunchcontrol") ? &stolen
           : assembly_has(text, "setmaxnreg")         ? &registers
           : assembly_has(text, "relinquish_alloc_permit") ? &tensor_memory
           : arrives_alone(text)                      ? &arrival
           : assembly_has_register(text, "smem_size") ? &shared
           : assembly_ends_thread(text)               ? &end
                                                      : NULL;
}

// The same of libcu++'s functions for instructions, cuda::ptx.
const assembly_word *check_find_library_word(const function *f)
{
    if (!strstr(f->name_scope, "ptx::"))
        return NULL;
    return strncmp(f->name, "clusterlaunchcontrol", strlen("clusterlaunchcontrol")) == 0 ? &stolen
           : strncmp(f->name, "setmaxnreg", strlen("setmaxnreg")) == 0                   ? &registers
           : strstr(f->name, "relinquish_alloc_permit")                                  ? &tensor_memory
                                                                                         : NULL;
}

static void check_assembly(const target *t, const fact *x)
{
    const assembly_word *word = check_find_assembly_word(x->name);
    if (word)
        refuse_at(t, word->code, at_fact(t, x), word->message);
}

// The original of a kernel with static locals calls the item, so that there is one of each. That cannot be where the item
// works in a persistent launch only (its barriers drain), or where its text is needed in front of the kernel's name.
static const char *why_not_forwarded(const target *t)
{
    bool calls_itself = false;
    for (size_t i = 0; i < t->plan->launches.count; i++)
        calls_itself |= t->plan->launches.items[i].form == LAUNCH_ON_DEVICE &&
                        t->plan->launches.items[i].kernel == (int)(t->f - t->plan->functions.items);
    return t->f != t->kernel             ? "this function must be told which threads have left the kernel"
           : t->f->leaves_before_barrier ? "threads leave this kernel before a barrier of the others"
           : calls_itself                ? "this kernel launches itself"
                                         : NULL;
}

static void check_static_local(const target *t, const fact *x)
{
    const char *cause = why_not_forwarded(t);
    if (cause && !analyse_is_constant_local(t->plan, t->d, x))
        refuse_at(t, "pt-static-local", at_fact(t, x),
                  arena_format(t->plan->arena,
                               "static local '%s' would become two objects, since %s; declare it as a __device__ variable",
                               x->name, cause));
}

static void check_local_type(const target *t)
{
    const bool is_copied = t->f == t->kernel || t->f->cloned;
    const char *cause = t->f->doubles_variables && is_copied && !t->f->has_grid_barrier ? why_not_forwarded(t) : NULL;
    const fact *type = local_type_of(t->f);
    if (!cause || !type)
        return;
    refuse_at(t, "pt-static-local", plan_span(t->plan, t->d->file, type->begin, type->begin + 1),
              arena_format(t->plan->arena, "a template that is called here has a variable for each type, and this type would become "
                           "two, since %s; declare the variable outside of the template, or the type outside of the function", cause));
    span variable;
    if (local_type_variable(t->plan, t->f, &variable))
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-static-local", variable, "this is the variable");
}

// ---- text for other devices --------------------------------------------------------------------------------------

static bool may_matter(const plan_file *f, size_t begin, size_t end)
{
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->in_directive || t->kind != TOKEN_IDENTIFIER)
            continue;
        if (token_is(f->text, t + 1, "(") || token_is(f->text, t, "return") || token_is(f->text, t, "goto") ||
            token_is(f->text, t, "asm") || token_is(f->text, t, "static"))
            return true;
    }
    return false;
}

static void check_unseen(const target *t)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    for (size_t at = t->d->body_begin; !t->plan->devices_are_known && (at = views_unseen(t->plan, f, at, t->d->body_end)) != (size_t)-1; at++) {
        size_t end = at;
        for (size_t i = 0; i < f->unseen.count; i++)
            if (f->unseen.items[i].begin == at)
                end = f->unseen.items[i].end;
        if (may_matter(f, at, end)) {
            refuse_at(t, "pt-unseen", plan_span(t->plan, t->d->file, at, at + 1),
                      "this code is for architectures that ptcc has not parsed the program for; name those that it is compiled for, "
                      "--nvcc-flags -- -arch=..., or put the condition around whole functions that neither read blockIdx nor synchronise");
            return;
        }
    }
}

// ---- the walk --------------------------------------------------------------------------------------------------

static void check_body(const target *t)
{
    check_local_type(t);
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        if (analyse_is_open_call(x))
            check_library_behind(t, x);
        switch (x->kind) {
        case FACT_ASM: check_assembly(t, x); break;
        case FACT_STATIC_LOCAL:
            if (t->f == t->kernel || t->f->cloned)
                check_static_local(t, x);
            break;
        case FACT_CALL: check_call(t, x); break;
        case FACT_CALL_DEPENDENT:
            if (unread_must_be_written_out(t->plan, x))
                refuse_at(t, "pt-hidden-part", at_fact(t, x),
                          arena_format(t->plan->arena, "'%s' may wait for other threads or ask for the block, in a part of a statement that "
                                       "ptcc cannot see (what a switch or a range-based for does first, a lambda's capture); give its "
                                       "value to a variable in a statement of its own in front", x->name));
            else if (x->callee >= 0)
                check_call(t, x);
            else if (x->context & OF_OPEN_GROUP)
                check_open_group(t, x);
            else
                check_open_call(t, x);
            break;
        case FACT_CALL_VIRTUAL:
        case FACT_CALL_INDIRECT: check_open_call(t, x); break;
        case FACT_HIDDEN_INDEX:
            if (t->f == t->kernel || t->f->cloned)
                refuse_at(t, "pt-block-index-hidden", at_fact(t, x),
                          arena_format(t->plan->arena, "'%s' is the program's own here, and a parameter of that name would hide it in "
                                       "the rewritten function; write this->%s or ::%s, or give it another name", x->name, x->name,
                                       x->name));
            break;
        case FACT_BLOCK_INDEX:
            if (x->in_macro && t->plan->qualified_in_macro && !t->f->ambient)
                refuse_at(t, "pt-block-index-in-macro", at_fact(t, x),
                          "a macro may name ::blockIdx or ::gridDim here, which no local variable can stand in for; write "
                          "blockIdx or gridDim in the macro");
            if (x->context & IN_LAMBDA && x->context & IN_DEFAULT_ARGUMENT && (t->f == t->kernel || t->f->cloned))
                refuse_at(t, "pt-lambda", at_fact(t, x),
                          "a lambda's default argument cannot name a local variable, which stands for the block index here; hand the "
                          "lambda the argument where it is called");
            break;
        default: break;
        }
    }
}

static bool head_has_word(const target *t, const char *word)
{
    for (size_t i = 0; i < t->f->declarations.count; i++) {
        const declaration *d = &t->f->declarations.items[i];
        const plan_file *f = &t->plan->files.items[d->file];
        size_t end = d->body_end ? d->body_begin : d->end;
        for (size_t k = token_at_or_after(&f->tokens, d->begin); f->tokens.items[k].begin < end; k++)
            if (token_is(f->text, &f->tokens.items[k], word))
                return true;
    }
    return false;
}

// What is to be looked at: functions that the kernel comes to.
typedef struct worklist {
    LIST_OF(int) pending;
    bool *seen; // by function
} worklist;

static void add_pending(const plan *p, worklist *w, int function)
{
    if (w->seen[function])
        return;
    w->seen[function] = true;
    *ARENA_PUSH(p->arena, &w->pending) = function;
}

static void add_callees(const plan *p, worklist *w, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        open_targets targets = analyse_targets(p, x);
        for (int k; (k = analyse_next_target(&targets)) >= 0;)
            if (!w->seen[k] && !p->functions.items[k].in_system && p->functions.items[k].is_device)
                add_pending(p, w, k);
        if (x->callee >= 0 && !p->functions.items[x->callee].in_system && !p->functions.items[x->callee].is_kernel)
            add_pending(p, w, x->callee);
    }
}

// False: of this function nothing more is looked at.
static bool check_reached(target *t, const text_words *words)
{
    const bool is_changed = t->f == t->kernel || t->f->cloned;
    if (check_is_outside(t->f)) {
        check_outside(t);
        return true;
    }
    if (t->f != t->kernel && t->f->cloned) {
        check_text(t, words);
        if (!check_declarations(t))
            return false;
    }
    if (is_changed)
        check_captures(t);
    check_unseen(t);
    check_sync_in_macro(t);
    check_passing_by(t);
    check_lanes_apart(t);
    if (!is_changed || check_included(t))
        check_body(t);
    return true;
}

static void check_kernel(plan *p, const function *kernel, const text_words *words, bool *seen)
{
    target t = {p, kernel, kernel, plan_definition(kernel)};
    if (!check_declarations(&t))
        return;
    if (kernel->cluster_dims || head_has_word(&t, "__cluster_dims__")) {
        refuse_at(&t, "pt-cluster", plan_span(p, kernel->declarations.items[0].file,
                                              kernel->declarations.items[0].name_begin,
                                              kernel->declarations.items[0].name_end),
                  "the blocks of a cluster must run together, which a work queue does not promise; remove the directive");
        return;
    }
    if (kernel->block_size || head_has_word(&t, "__block_size__")) {
        refuse_at(&t, "pt-declaration", plan_span(p, kernel->declarations.items[0].file, kernel->declarations.items[0].name_begin,
                                                  kernel->declarations.items[0].name_end),
                  "the kernel cannot be rewritten: by __block_size__ it has the size of a block, and of a cluster, for itself, whatever the launch says; "
                  "leave that away, or remove the directive");
        return;
    }
    clause_names_check(p, kernel);
    if (!t.d)
        return; // only declared here
    check_text(&t, words);
    check_leaving(&t);
    check_parting(&t);
    check_order(&t);
    check_items(p, kernel);
    memset(seen, 0, p->functions.count * sizeof *seen);
    worklist work = {.seen = seen};
    add_pending(p, &work, (int)(kernel - p->functions.items));
    while (work.pending.count) {
        t.f = &p->functions.items[work.pending.items[--work.pending.count]];
        t.d = plan_definition(t.f);
        if (check_reached(&t, words))
            add_callees(p, &work, t.f);
    }
}

void check(plan *p)
{
    if (p->for_cpu)
        check_for_cpu(p);
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    text_words words;
    check_text_begin(p, &words);
    check_find_words_of_libraries(p);
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated)
            check_kernel(p, &p->functions.items[i], &words, seen);
    barrier_check(p);
    collective_check(p);
    state_check(p);
    foreach_check(p);
    check_names(p);
    check_lost_launches(p);
    check_lost_macros(p);
    check_loose_reads(p);
    check_library_addresses(p);
    check_askers(p);
    check_loose_calls(p);
    check_host_lambdas(p);
    check_all_launches(p);
}
