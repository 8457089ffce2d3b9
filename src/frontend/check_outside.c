// Text that is not there to be edited: what a header that ptcc does not rewrite, an initialiser or an #include within a body
// holds. See checker.h.
//
// In:  functions with their facts, initialisers. Out: errors.
// Invariant: whoever asks the hardware for the block, and may run in a kernel that is rewritten, is edited or refused.
#include "frontend/checker.h"

#include "frontend/analyse.h"
#include "frontend/intrinsics.h"
#include "frontend/library.h"

#include <string.h>

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
bool check_is_outside(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].elsewhere && f->facts.items[i].context & DEVICE_ONLY)
            return true;
    return f->definition < 0;
}

void check_outside(const target *t)
{
    const function *f = t->f;
    bool asks = f->definition >= 0 && (f == t->kernel || f->cloned);
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const function *callee = x->callee >= 0 ? &t->plan->functions.items[x->callee] : NULL;
        asks |= x->kind == FACT_ASM && check_find_assembly_word(x->name);
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

bool check_included(const target *t)
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
void check_askers(plan *p)
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

void check_loose_reads(plan *p)
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

// A call with an argument that is an error: clang keeps its name, and not that it is called.
static bool is_call_with_error(const plan *p, const function *f)
{
    const plan_file *file = &p->files.items[f->address_file];
    const size_t open = token_at_or_after(&file->tokens, f->address_begin) + 1;
    if (!is_token(file, open, "("))
        return false;
    const size_t begin = file->tokens.items[open].begin, end = file->tokens.items[plan_closing_bracket(file, open, file->tokens.count)].begin;
    bool is_error = false;
    for (size_t i = 0; i < p->diagnostics->count; i++) {
        const diagnostic *d = &p->diagnostics->items[i];
        is_error |= strcmp(d->code, "pt-parse") == 0 && d->at.file == file->text && d->at.begin > begin && d->at.begin < end;
    }
    return is_error;
}

// Whoever calls what stands behind a pointer, the library's function asks the hardware, and waits for the block's or the warp's threads.
void check_library_addresses(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const bool is_of_group = strstr(f->name_scope, "grid_group") || (library_in_cooperative_groups(f) && strcmp(f->name, "group_index") == 0);
        const bool is_register = strncmp(f->name, "get_sreg_", 9) == 0 && strstr(f->name, "ctaid"); // a template, whose body is not read
        const bool asks = f->reads_block_index || is_of_group || is_register, waits = f->has_block_barrier || f->has_warp_sync;
        if (f->in_system && !f->is_kernel && f->address_file >= 0 && (asks || waits) && !is_call_with_error(p, f))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-library-address",
                            plan_span(p, f->address_file, f->address_begin, f->address_begin + 1),
                            "'%s%s' %s, and is called by its address here, where that cannot be changed; call it by its name", f->name_scope, f->name,
                            asks ? "asks the hardware for its block, the thread group's here" : "waits for threads, which may have left their block");
    }
}

// A default member initialiser runs wherever an object is made.
void check_loose_calls(plan *p)
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

// [=] __device__ (int i) { return lib::global_index() + i; }, in a function of the host: only a template can be handed it.
void check_host_lambdas(plan *p)
{
    bool takes_lambdas = false;
    for (size_t i = 0; i < p->functions.count && !takes_lambdas; i++) {
        const declaration *d = p->functions.items[i].annotated ? plan_definition(&p->functions.items[i]) : NULL;
        takes_lambdas = d && d->is_template;
    }
    for (size_t i = 0; i < p->functions.count && takes_lambdas; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = f->in_system || f->is_device || f->is_kernel ? NULL : plan_definition(f);
        for (size_t k = 0; d && k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            const function *callee = x->context & IN_LAMBDA && x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
            if (callee && callee->in_system && callee->is_device && callee->reads_block_index && !intrinsic_find(callee->name))
                diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-library-block-index", plan_span(p, d->file, x->begin, x->end),
                                "'%s%s' reads the hardware's block index, which is the thread group's where an annotated kernel calls this lambda; use blockIdx and "
                                "gridDim", callee->name_scope, callee->name);
        }
    }
}
