// Checks: see check.h. One function a cause, in the order of DESIGN's list of traps.
#include "frontend/check.h"

#include "frontend/address.h"
#include "frontend/analyse.h"
#include "frontend/assembly.h"
#include "frontend/barrier.h"
#include "frontend/check_cpu.h"
#include "frontend/check_items.h"
#include "frontend/clause_names.h"
#include "frontend/check_names.h"
#include "frontend/check_text.h"
#include "frontend/checker.h"
#include "frontend/collective.h"
#include "frontend/foreach.h"
#include "frontend/intrinsics.h"
#include "frontend/local_type.h"
#include "frontend/recover.h"
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

// ---- declarations ----------------------------------------------------------------------------------------------

// What is copied out of its place is copied as the host parse saw it where a conditional cannot go along: then the
// device must see the same. Returns the offset of a conditional that may differ, or (size_t)-1.
static size_t arch_dependent_text(const plan_file *f, const declaration *d)
{
    static const char word[] = "__CUDA_ARCH__";
    size_t head_end = d->body_end ? d->body_begin : d->end, at = (size_t)-1;
    struct { size_t begin, end; bool may_go_along; } parts[] = {
        {d->begin, d->specifiers_begin, false}, {d->specifiers_begin, d->open, true},
        {d->open, d->close, false},             {d->close, head_end, true},
        {d->body_begin, d->body_end, true}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bool matched = plan_conditionals_match(f, parts[i].begin, parts[i].end);
        if (parts[i].may_go_along && matched)
            continue;
        if (plan_conditionals_name(f, parts[i].begin, parts[i].end, word, &at) ||
            (plan_is_skipped(f, d->name_begin) && plan_conditionals_name(f, parts[i].begin, parts[i].end, NULL, &at)))
            return at;
    }
    return (size_t)-1;
}

static bool check_conditionals(const target *t, const declaration *d)
{
    const plan_file *f = &t->plan->files.items[d->file];
    if (t->f->is_kernel && plan_is_skipped(f, d->name_begin)) {
        refuse_at(t, "pt-declaration", plan_span(t->plan, d->file, d->name_begin, d->name_end),
                  arena_format(t->plan->arena,
                               "'%s' cannot be rewritten: the device has a declaration of its own here; put the condition "
                               "inside the body", t->f->name));
        return false;
    }
    size_t at = d->in_macro ? (size_t)-1 : arch_dependent_text(f, d);
    if (at == (size_t)-1)
        return true;
    refuse_at(t, "pt-declaration", plan_span(t->plan, d->file, at, at + 1),
              arena_format(t->plan->arena,
                           "'%s' cannot be rewritten: its head or its braces depend on __CUDA_ARCH__ here; put the "
                           "condition inside the body", t->f->name));
    return false;
}

static slice text_of(const plan *p, const declaration *d, size_t begin, size_t end)
{
    return (slice){p->files.items[d->file].text->bytes + begin, end - begin};
}

// Is there another kernel of the name whose template header and parameters are written alike? What is generated would be, too.
static bool differs_by_return(const plan *p, const function *f, const declaration *d)
{
    for (size_t i = 0; i < p->functions.count && d->body_end && d->is_template && f->is_kernel; i++) {
        const function *g = &p->functions.items[i];
        const declaration *other = g->stubbed && g != f && strcmp(g->name, f->name) == 0 ? plan_definition(g) : NULL;
        if (other && strcmp(g->name_scope, f->name_scope) == 0 &&
            slice_equal(text_of(p, d, d->begin, d->specifiers_begin), text_of(p, other, other->begin, other->specifiers_begin)) &&
            slice_equal(text_of(p, d, d->open, d->close), text_of(p, other, other->open, other->close)))
            return true;
    }
    return false;
}

const char *check_told_apart(const plan *p, const function *f, const declaration *d)
{
    return d->is_another || differs_by_return(p, f, d)
               ? "only a constraint, or the type that is returned, tells it from another definition of this name; give it another name"
               : NULL;
}

// void k(int *a) BEGIN ...: the text of the body ends where the macro's does, unless it is all of it, as in void k(int *a) BODY(a = 1)
static bool begins_in_macro(const plan *p, const declaration *d)
{
    const plan_file *at = &p->files.items[d->file];
    const token *first = &at->tokens.items[token_at_or_after(&at->tokens, d->body_begin)];
    int open = 0; // braces of a definition that it does not close
    for (size_t file = 0; d->body_end && first->kind == TOKEN_IDENTIFIER && file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 2; i < f->tokens.count && token_list_may_have(&f->tokens, "define"); i++) {
            if (!f->tokens.items[i].in_directive || !is_token(f, i - 1, "define") ||
                !slice_equal(text_of(p, d, first->begin, first->end), (slice){f->text->bytes + f->tokens.items[i].begin, f->tokens.items[i].end - f->tokens.items[i].begin}))
                continue;
            for (size_t k = i + 1; f->tokens.items[k].in_directive && !is_token(f, k, "#"); k++)
                open += is_token(f, k, "{") - is_token(f, k, "}");
        }
    }
    return open != 0;
}

static bool check_declarations(const target *t)
{
    const function *f = t->f;
    bool ok = true;
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        span name = plan_span(t->plan, d->file, d->name_begin, d->name_end);
        const char *cause = NULL;
        if (d->in_macro && d->body_begin && t->plan->files.items[d->file].text->bytes[d->body_begin] == '<')
            cause = "its body is written with <% and %>; write { and }";
        else if (d->in_macro)
            cause = "its declaration comes out of a macro; write the declaration out";
        else if (begins_in_macro(t->plan, d))
            cause = "its body begins in a macro; write the brace out";
        else if (check_told_apart(t->plan, f, d))
            cause = check_told_apart(t->plan, f, d);
        else if (d->is_friend && d->body_end && f->is_kernel)
            cause = "it is defined inside a class; define it at namespace scope";
        else if (d->in_class && f->is_kernel)
            cause = "it is declared inside a class; declare it at namespace scope";
        else if (d->has_auto_parameter && f->is_kernel)
            cause = "the type of a parameter is 'auto'; give it a template header";
        for (size_t k = 0; !cause && k < d->parameters.count; k++)
            if (!*d->parameters.items[k].name && d->parameters.items[k].is_awkward && d == &f->declarations.items[0])
                cause = "a parameter of array or function type has no name; give it one";
        size_t bytes = 0; // CUDA 12.1 and later: 32764 for a kernel, and the launch record is 64 of them
        for (size_t k = 0; k < d->parameters.count; k++)
            bytes += d->parameters.items[k].size_bytes;
        if (!cause && f->is_kernel && bytes > 32764 - 80)
            cause = "its parameters leave no room for the launch record; pass a pointer";
        for (size_t k = 0; !cause && k < d->parameters.count; k++)
            if (strncmp(d->parameters.items[k].name, "pt_", 3) == 0)
                cause = "a parameter's name begins with pt_, which is kept for generated code; rename it";
        if (cause) {
            refuse_at(t, "pt-declaration", name, arena_format(t->plan->arena, "'%s' cannot be rewritten: %s", f->name, cause));
            ok = false;
        }
        ok &= check_conditionals(t, d);
    }
    return ok;
}

// ---- bodies ----------------------------------------------------------------------------------------------------

typedef struct assembly_word {
    const char *code, *message;
} assembly_word;

// What inline assembly says that an item cannot say; NULL when it is harmless.
static const assembly_word *find_assembly_word(const char *text)
{
    static const assembly_word unknown = {"pt-assembly", "what this inline assembly does is not known here, since its text is put together "
                                                         "by an operand; write it as string literals"};
    static const assembly_word block = {"pt-block-index-in-assembly",
                                        "inline assembly reads the block index, which is the thread group's here; use blockIdx"};
    static const assembly_word grid = {"pt-block-index-in-assembly",
                                       "inline assembly reads the grid's size, which is that of the thread groups here; use gridDim"};
    static const assembly_word cluster = {"pt-cluster", "inline assembly reads cluster registers, which thread groups do not have"};
    static const assembly_word registers = {"pt-setmaxnreg",
                                            "setmaxnreg changes the registers of the thread group for all items after this one"};
    static const assembly_word shared = {"pt-assembly", "inline assembly reads how much shared memory there is, and part of that is the "
                                                        "queue's here; hand the size on as an argument"};
    static const assembly_word end = {"pt-exit", "inline assembly ends the thread, which has more items to process; use return"};
    return text == assembly_unknown                   ? &unknown
           : assembly_has(text, "%ctaid")             ? &block
           : assembly_has(text, "%nctaid")            ? &grid
           : assembly_has_part(text, "%", "cluster")  ? &cluster
           : assembly_has(text, "setmaxnreg")         ? &registers
           : assembly_has_part(text, "%", "smem_size") ? &shared
           : assembly_ends_thread(text)               ? &end
                                                      : NULL;
}

static void check_assembly(const target *t, const fact *x)
{
    const assembly_word *word = find_assembly_word(x->name);
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
    if (cause && type)
        refuse_at(t, "pt-static-local", plan_span(t->plan, t->d->file, type->begin, type->begin + 1),
                  arena_format(t->plan->arena, "a template that is called here has a variable for each type, and this type would become "
                               "two, since %s; declare the variable outside of the template, or the type outside of the function", cause));
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
                      "this text is for devices that ptcc cannot look at the program for; name those that it is compiled for, "
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

// ---- text that is not there to be edited -------------------------------------------------------------------------

// What no #include of a project file brings in: a file of -include, one that a system header includes or the device alone.
static void refuse_outside(plan *p, const function *kernel, const char *what)
{
    const declaration *d = kernel ? plan_definition(kernel) : NULL;
    if (d)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-outside", plan_span(p, d->file, d->name_begin, d->name_end),
                        "'%s' may come to %s, which asks the hardware for the block, in a header that ptcc does not rewrite; include "
                        "it in a file of the program, by an #include that host code sees",
                        kernel->name, what);
}

// The body lies in no project file, or the device's does not lie where the host's does.
static bool is_outside(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].elsewhere && f->facts.items[i].context & DEVICE_ONLY)
            return true;
    return f->definition < 0;
}

static void check_outside(const target *t)
{
    const function *f = t->f;
    bool asks = f->definition >= 0 && (f == t->kernel || f->cloned);
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const function *callee = x->callee >= 0 ? &t->plan->functions.items[x->callee] : NULL;
        asks |= x->kind == FACT_ASM && find_assembly_word(x->name);
        asks |= callee && callee->in_system && callee->reads_block_index && !intrinsic_find(callee->name);
    }
    if (asks)
        refuse_outside(t->plan, t->kernel, arena_format(t->plan->arena, "'%s%s'", f->name_scope, f->name));
}

// An #include inside of a body stands in the copy of the body as it is: what it brings in must mean the same there, and nothing
// in the body may depend on where it stands.
static bool must_be_written_out(const target *t, const fact *x)
{
    const function *f = t->f, *callee = x->callee >= 0 ? &t->plan->functions.items[x->callee] : NULL;
    bool local = x->context & (QUALIFIED | IN_LAMBDA | IN_LOCAL_CLASS);
    return f->has_block_barrier || f->has_warp_sync || f->has_grid_barrier || (x->kind == FACT_BLOCK_INDEX && local) ||
           (callee && (callee->cloned || callee->is_kernel || is_answered(t, x)));
}

static bool check_pieces(const target *t)
{
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        if (!x->elsewhere || !must_be_written_out(t, x))
            continue;
        refuse_at(t, "pt-outside", plan_span(t->plan, t->d->file, t->d->name_begin, t->d->name_end),
                  arena_format(t->plan->arena, "an #include inside of '%s' brings in text whose copy would have to be another; write "
                               "it out", t->f->name));
        return false;
    }
    return true;
}

static const function *kernel_that_publishes(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && p->functions.items[i].uses_ambient && plan_definition(&p->functions.items[i]))
            return &p->functions.items[i];
    return NULL;
}

// Functions that ask for the published block are edited where they stand, whoever comes to them by whichever way.
static void check_askers(plan *p)
{
    const function *kernel = kernel_that_publishes(p);
    for (size_t i = 0; i < p->functions.count && kernel; i++) {
        const function *f = &p->functions.items[i];
        target t = {p, kernel, f, plan_definition(f)};
        for (size_t k = 0; k < f->facts.count && analyse_asks_for_block(f); k++) {
            const fact *x = &f->facts.items[k];
            if (x->kind != FACT_BLOCK_INDEX)
                continue;
            if (!t.d || x->elsewhere) {
                refuse_outside(p, kernel, arena_format(p->arena, "'%s%s'", f->name_scope, f->name));
                break;
            }
            if (x->in_macro && !analyse_variable_stands_in(p, f, x))
                refuse_at(&t, "pt-block-index-in-macro", at_fact(&t, x),
                          "this function cannot be told the software block by its caller, and a macro reads the index here; "
                          "write blockIdx or gridDim out");
        }
    }
}

static void check_kernel(plan *p, const function *kernel, const text_words *words, bool *seen)
{
    LIST_OF(int) pending = {0};
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
    clause_names_check(p, kernel);
    if (!t.d)
        return; // only declared here
    check_text(&t, words);
    check_leaving(&t);
    check_parting(&t);
    check_order(&t);
    check_items(p, kernel);
    memset(seen, 0, p->functions.count * sizeof *seen);
    *ARENA_PUSH(p->arena, &pending) = (int)(kernel - p->functions.items);
    seen[kernel - p->functions.items] = true;
    while (pending.count) {
        t.f = &p->functions.items[pending.items[--pending.count]];
        t.d = plan_definition(t.f);
        if (is_outside(t.f)) {
            check_outside(&t);
        } else {
            if (t.f != kernel && t.f->cloned) {
                check_text(&t, words);
                if (!check_declarations(&t))
                    continue;
            }
            check_unseen(&t);
            check_sync_in_macro(&t);
            check_passing_by(&t);
            check_lanes_apart(&t);
            if ((t.f != kernel && !t.f->cloned) || check_pieces(&t))
                check_body(&t);
        }
        for (size_t i = 0; i < t.f->facts.count; i++) {
            int callee = t.f->facts.items[i].callee;
            for (size_t k = 0; analyse_is_open_call(&t.f->facts.items[i]) && k < p->functions.count; k++)
                if (!seen[k] && !p->functions.items[k].in_system && p->functions.items[k].is_device &&
                    analyse_may_be_of(&t.f->facts.items[i], &p->functions.items[k])) {
                    seen[k] = true;
                    *ARENA_PUSH(p->arena, &pending) = (int)k;
                }
            if (callee < 0 || seen[callee] || p->functions.items[callee].in_system ||
                p->functions.items[callee].is_kernel)
                continue;
            seen[callee] = true;
            *ARENA_PUSH(p->arena, &pending) = callee;
        }
    }
}

// Every live `<<<` must be a launch of the AST: clang drops one silently when a name in it did not resolve.
static void check_lost_launches(plan *p)
{
    size_t next = 0;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->kind != TOKEN_PUNCTUATION || t->in_directive || !token_is(f->text, t, "<<<"))
                continue;
            if (!plan_is_skipped(f, t->begin) &&
                !recover_is_known(p, p->launches.count, (int)file, t->begin, &next))
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-lost-launch",
                                plan_span(p, (int)file, t->begin, t->end),
                                "this launch could not be understood, since a name in it did not resolve; make its "
                                "headers available to ptcc");
        }
    }
}

static void check_loose_reads(plan *p)
{
    for (size_t i = 0; i < p->loose_reads.count; i++)
        if (p->loose_reads.items[i].file < 0)
            refuse_outside(p, kernel_that_publishes(p), "an initialiser");
        else if (p->loose_reads.items[i].in_macro)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-block-index-in-macro",
                            plan_span(p, p->loose_reads.items[i].file, p->loose_reads.items[i].begin,
                                      p->loose_reads.items[i].end),
                            "an initialiser reads the block index through a macro; write blockIdx or gridDim out");
}

// A default member initialiser runs wherever an object is made.
static void check_loose_calls(plan *p)
{
    bool leaving = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        leaving |= f->annotated && (f->leaves_before_barrier || f->leaves_before_warp_sync || f->parts_lanes);
    }
    for (size_t i = 0; leaving && i < p->loose_calls.count; i++) {
        const loose_call *x = &p->loose_calls.items[i];
        const function *f = &p->functions.items[x->callee];
        if (f->has_block_barrier || f->has_warp_sync)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-helper", plan_span(p, x->file, x->begin, x->end),
                            "'%s' holds a barrier or a warp operation, and an initialiser calls it, which no kernel that threads leave "
                            "early can look into; call it in a function's body", f->name);
    }
}

// What stands for the launch is declared where the kernel first is; a declaration in a function has no room for it.
static bool comes_before_kernel(const function *f, const launch *l)
{
    bool found = false;
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        if (d->is_friend)
            continue;
        if (d->is_template || d->file != l->file || d->name_begin < l->open_begin)
            return false;
        found = true;
    }
    return found && f->primary < 0;
}

static void check_launches(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->form == LAUNCH_KERNEL && l->name_begin < l->name_end && p->functions.items[l->kernel].annotated &&
            comes_before_kernel(&p->functions.items[l->kernel], l))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-declaration", plan_span(p, l->file, l->name_begin, l->name_end),
                            "'%s' is declared in a function only, in front of this launch; declare it outside of functions",
                            p->functions.items[l->kernel].name);
        if (l->directive < 0)
            continue;
        const directive *d = &p->files.items[l->file].directives.items[l->directive];
        bool known = l->form == LAUNCH_KERNEL && p->functions.items[l->kernel].annotated;
        for (size_t k = 0; k < l->candidates.count; k++)
            known |= p->functions.items[l->candidates.items[k]].annotated;
        if (l->form == LAUNCH_IN_MACRO)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' stands before a launch that comes out of a macro, whose text other uses share; write the launch out");
        else if (!known && l->form == LAUNCH_KERNEL)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' stands before a launch of '%s', which is not annotated; put '#pragma pt kernel' in front of it",
                            p->functions.items[l->kernel].name);
        else if (!known || l->name_begin == l->name_end)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' must stand before a launch of an annotated kernel by its name");
    }
}

void check(plan *p)
{
    if (p->for_cpu)
        check_for_cpu(p);
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    text_words words;
    check_text_begin(p, &words);
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated)
            check_kernel(p, &p->functions.items[i], &words, seen);
    barrier_check(p);
    collective_check(p);
    state_check(p);
    foreach_check(p);
    check_names(p);
    check_lost_launches(p);
    check_loose_reads(p);
    check_askers(p);
    check_loose_calls(p);
    check_launches(p);
}
