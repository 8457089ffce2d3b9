// Checks of programs for the CPU: see check_cpu.h.
#include "frontend/check_cpu.h"

#include "frontend/address.h"
#include "frontend/assembly.h"
#include "frontend/checker.h"
#include "frontend/sides.h"

#include <string.h>

// In a function that has text in front of the offset's group, too: the group does not hold the whole function. One that
// serves the host as well has a body for each side, but one head: its default arguments and initialisers are no part of that.
static bool is_in_function(const plan *p, int file, size_t group, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (d && d->file == file && (f->is_host ? d->body_begin : d->begin) < group && offset < d->end)
            return true;
    }
    return false;
}

// Offset of the first word in skipped text behind the directive that begins it; what directives ask there counts as outside.
static size_t behind_directives(const plan_file *f, byte_range range, bool all)
{
    size_t token = token_directive_begin(&f->tokens, token_at_or_after(&f->tokens, range.begin)); // clang may begin behind the `#`
    do {
        const size_t end = plan_conditional_end(f, token);
        if (end == token || f->tokens.items[token].begin >= range.end)
            break;
        token = end;
    } while (all);
    return f->tokens.items[token].begin;
}

static bool is_behind_directive(const plan_file *f, const byte_range *ranges, size_t count, size_t offset)
{
    for (size_t i = 0; i < count; i++)
        if (byte_range_holds(ranges[i], offset) && offset >= behind_directives(f, ranges[i], false))
            return true;
    return false;
}

static bool branch_names_one_sided(const plan *p, const plan_file *f, size_t begin)
{
    for (size_t i = 0; i < p->one_sided.count; i++)
        if (plan_branch_names(f, begin, p->one_sided.items[i].name))
            return true;
    return false;
}

// A program for the CPU has one text for both sides, and its macros are the host's. In device code one that is not the same there
// would have the wrong text, also in a condition that asks for __CUDA_ARCH__ as well. Not in what only the host reads, nor behind
// a definition in the function itself, which has both its bodies.
static void check_one_sided_macros(plan *p, const function *f, const declaration *d, size_t begin, size_t end)
{
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, begin); p->one_sided.count && file->tokens.items[i].begin < end; i++) {
        const token *t = &file->tokens.items[i];
        const one_sided_macro *macro = NULL;
        for (size_t k = 0; k < p->one_sided.count && t->kind == TOKEN_IDENTIFIER; k++)
            if (is_token(file, i, p->one_sided.items[k].name)) {
                macro = &p->one_sided.items[k];
                if (macro->file == d->file && macro->at >= d->begin && macro->at < d->end)
                    break;
            }
        if (!macro || (macro->file == d->file && macro->at >= d->begin && macro->at < d->end) ||
            is_behind_directive(file, file->host_only.items, file->host_only.count, t->begin) ||
            is_behind_directive(file, file->unseen.items, file->unseen.count, t->begin))
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, d->file, t->begin, t->end),
                        "'%s' is not the same macro for host and device, and a program for the CPU has one text for both; this part "
                        "of '%s' runs on the device: ask for __CUDA_ARCH__ alone there",
                        macro->name, f->name);
    }
}

// Text that only the host sees, in a function of the device: only a condition on __CUDA_ARCH__ is another in the device's body.
static void check_host_only(plan *p, const function *f, const declaration *d)
{
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = 0; i < file->host_only.count; i++) {
        const byte_range range = file->host_only.items[i];
        const size_t begin = behind_directives(file, range, true);
        if (range.begin < d->begin || range.end > d->end || begin >= range.end || plan_branch_names(file, range.begin, "__CUDA_ARCH__") ||
            branch_names_one_sided(p, file, range.begin))
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, d->file, begin, begin + 1),
                        "this text of '%s' is for the host only, by a macro that the two sides define differently, and a program "
                        "for the CPU has one text for both; write __CUDA_ARCH__ in the condition itself", f->name);
    }
}

static bool says_device(const plan_file *f, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (is_token(f, i, "__device__"))
            return true;
    return false;
}

// `__device__` between the lambda's brackets and its body, or a macro of the program that holds it.
static bool is_device_lambda(const plan *p, const plan_file *f, const fact *x)
{
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->end && !is_token(f, i, "{"); i++) {
        if (is_token(f, i, "__device__"))
            return true;
        const token *word = &f->tokens.items[i];
        macro_place m = {0};
        while (word->kind == TOKEN_IDENTIFIER && plan_next_macro_named(p, token_bytes(f->text, word), &m)) {
            const plan_file *g = m.of;
            if (is_token(g, m.name - 2, "#") && says_device(g, m.name + 1, token_directive_end(&g->tokens, m.name)))
                return true;
        }
    }
    return false;
}

static bool runs_on_device(const plan *p, const function *f)
{
    for (size_t i = 0; i < p->functions.count && !f->is_device; i++) {
        const function *g = &p->functions.items[i];
        for (size_t k = 0; k < g->facts.count && (g->is_device || g->is_kernel); k++)
            if (g->facts.items[k].callee == (int)(f - p->functions.items))
                return true;
    }
    return f->is_device;
}

// constexpr functions run on the device without saying so (--expt-relaxed-constexpr), and none can ask at run time where it is.
static void check_constexpr(plan *p, const function *f, const declaration *d)
{
    const plan_file *file = &p->files.items[d->file];
    size_t at;
    const bool holds_both = f->is_device && (!f->is_host || d->is_template || d->in_template); // a template's may be constant or not
    if (holds_both || f->is_kernel || !plan_conditionals_name(file, d->begin, d->end, "__CUDA_ARCH__", &at) ||
        !runs_on_device(p, f))
        return;
    for (size_t i = token_at_or_after(&file->tokens, d->begin); file->tokens.items[i].begin < d->body_begin; i++)
        if (is_token(file, i, "constexpr"))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, d->file, at, at + 1),
                            "a constexpr function has one text for both sides on the CPU; leave constexpr away, or the condition");
}

// A function of the host has one body, and so have its lambdas, which may run on the device.
static void check_lambdas(plan *p, const function *f, const declaration *d)
{
    const plan_file *file = &p->files.items[d->file];
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind != FACT_LAMBDA || x->in_macro || x->elsewhere || !is_device_lambda(p, file, x))
            continue;
        check_one_sided_macros(p, f, d, x->begin, x->end);
        size_t at;
        if (plan_conditionals_name(file, x->begin, x->end, "__CUDA_ARCH__", &at))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, d->file, at, at + 1),
                            "a lambda has one text for both sides on the CPU; ask for __CUDA_ARCH__ in a function that it calls");
    }
}

// Functions hold both their bodies (transform/cpu.c), by what their conditions say of __CUDA_ARCH__: a macro that is
// defined on one side only is the same on both. Outside of them a file has only one side, but for functions that
// the host cannot see anyway.
static void check_sides(plan *p, int file)
{
    const plan_file *f = &p->files.items[file];
    for (size_t i = 0; i < f->skipped.count; i++) {
        const size_t begin = behind_directives(f, f->skipped.items[i], true);
        byte_range group;
        if (begin >= f->skipped.items[i].end || plan_is_unseen(f, begin))
            continue;
        const bool in_function = is_in_function(p, file, f->skipped.items[i].begin, begin);
        if (in_function && !plan_branch_names(f, f->skipped.items[i].begin, "__CUDA_ARCH__") &&
            !branch_names_one_sided(p, f, f->skipped.items[i].begin))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, file, begin, begin + 1),
                            "this text is for the device only, by a macro that the two sides define differently, and a program "
                            "for the CPU has one text for both; write __CUDA_ARCH__ in the condition itself");
        else if (!in_function && !plan_holds_device_functions(p, file, f->skipped.items[i].begin, &group))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-two-sides", plan_span(p, file, begin, begin + 1),
                            "this text is for the device only, and a program for the CPU has one text for both sides; put the "
                            "condition inside a function");
    }
}

// <cuda/...> and <nv/...>, libcu++'s headers: those that are not among the headers for the CPU (runtime-cpu/cuda/). The system's own
// would be found in their place, and take the program for the host's.
static bool is_missing_header(const source *s, size_t name)
{
    static const char *const present[] = {
        "atomic", "barrier", "latch", "pipeline", "semaphore", "std/algorithm", "std/array", "std/atomic", "std/barrier", "std/bit",
        "std/bitset", "std/cassert", "std/cfloat", "std/chrono", "std/climits", "std/cmath", "std/complex", "std/cstddef",
        "std/cstdint", "std/cstdlib", "std/cstring", "std/ctime", "std/functional", "std/initializer_list", "std/iterator",
        "std/latch", "std/limits", "std/memory", "std/numeric", "std/optional", "std/ratio", "std/semaphore", "std/span",
        "std/string_view", "std/tuple", "std/type_traits", "std/utility", "std/variant", "std/version"};
    size_t end = name;
    while (end < s->length && !strchr(">\n", s->bytes[end]))
        end++;
    const slice all = {s->bytes + name, end - name};
    if (name == 0 || s->bytes[name - 1] != '<' || memchr(all.bytes, '.', all.length)) // the program's own folder may be called so
        return false;
    if (all.length > 3 && memcmp(all.bytes, "nv/", 3) == 0)
        return true;
    if (all.length <= 5 || memcmp(all.bytes, "cuda/", 5) != 0)
        return false;
    for (size_t i = 0; i < sizeof present / sizeof *present; i++)
        if (slice_equal((slice){all.bytes + 5, all.length - 5}, (slice){present[i], strlen(present[i])}))
            return false;
    return true;
}

// Libraries of the toolkit that have no counterpart among the headers for the CPU.
static void check_libraries(plan *p, int file)
{
    static const char *const missing[] = {"thrust/", "cub/", "cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nccl",
                                          "mma.h", "npp", "nvrtc", "cuda_gl_interop", "cuda_fp8", "cuda_fp6", "cuda_fp4", "nvfunctional",
                                          "cuda_awbarrier", "cuda_occupancy.h"};
    const plan_file *f = &p->files.items[file];
    for (size_t i = 0; i + 2 < f->tokens.count; i++) {
        const token *t = &f->tokens.items[i];
        if (!t->in_directive || !t->starts_line || !token_is(f->text, t, "#") || !token_is(f->text, t + 1, "include") ||
            plan_is_skipped(f, t->begin))
            continue;
        size_t name = t[1].end;
        while (name < f->text->length && strchr(" \t<\"", f->text->bytes[name]))
            name++;
        if (is_missing_header(f->text, name))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-library", plan_span(p, file, name, name + 1),
                            "this header of libcu++ is not there on the CPU; leave it out with #if !PT_CPU");
        for (size_t k = 0; k < sizeof missing / sizeof *missing; k++)
            if (f->text->length - name > strlen(missing[k]) && memcmp(f->text->bytes + name, missing[k], strlen(missing[k])) == 0)
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-library", plan_span(p, file, t[1].end + 1, name + strlen(missing[k])),
                                "this library of the CUDA toolkit is not there on the CPU; leave it out with #if !PT_CPU");
    }
}

// The text of an index can be made a signed number (transform/cpu.c), a macro's cannot.
static void check_indices(plan *p, const function *f, const declaration *d)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_SHARED_INDEX && x->in_macro && x->context & SURELY_WRAPS)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-address-wraps",
                            plan_span(p, d->file, x->begin, x->end),
                            "an index into shared memory, in a macro, is a negative number only where addresses wrap "
                            "around at 32 bits, which those of the CPU do not; make it a signed one: (int)(...)");
    }
}

// Dynamic shared memory outside of functions becomes a function, and each mention a call of it (transform/cpu.c).
static void check_mentions(plan *p, const function *f, const declaration *d)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_SHARED_USE && x->context & OF_FILE && x->in_macro)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-shared", plan_span(p, d->file, x->begin, x->end),
                            "a macro names dynamic shared memory that is declared outside of functions; for the CPU, declare it in "
                            "the function, too");
    }
}

// What is edited in a body must stand in the file of the body.
static void check_pieces(plan *p, const function *f, const declaration *d)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (!x->elsewhere || (x->kind != FACT_SPIN && x->kind != FACT_SHARED_INDEX && !(x->context & OF_FILE)))
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-outside", plan_span(p, d->file, d->name_begin, d->name_end),
                        "an #include inside of '%s' brings in text that must be another on the CPU; write it out", f->name);
        return;
    }
}

static bool asks_for_cluster(const plan *p, const fact *x)
{
    const function *callee = x->kind == FACT_CALL && x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
    return callee && callee->in_system && strcmp(callee->name, "this_cluster") == 0;
}

// For CUDA a launch that cannot be rewritten stays as it is; in C++ there are no launches.
static void check_launches(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        const bool is_written_out = l->open_begin < l->open_end && l->callee_begin < l->open_begin;
        if (address_is_named_launch(p, l) || l->by_address || l->in_rewritten_macro || (l->form == LAUNCH_ON_DEVICE && is_written_out))
            continue;
        const function *const k = l->kernel >= 0 ? &p->functions.items[l->kernel] : NULL;
        const bool is_of_macro = is_written_out && k && plan_definition(k) && plan_definition(k)->in_macro;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-launch",
                        plan_span(p, l->file, l->open_begin, l->open_end > l->open_begin ? l->open_end : l->open_begin + 1),
                        is_of_macro ? "this launch cannot be rewritten, as its kernel comes out of a macro or has its name in parentheses, and C++ has no <<<...>>>; write the "
                                      "kernel out, with its name alone"
                                    : "this launch cannot be rewritten, and C++ has no <<<...>>>; write the kernel, <<<, >>> and the arguments out, the kernel "
                                      "without parentheses, or put all of them into one macro");
    }
}

// What has no meaning on the CPU, in all code that runs there.
void check_for_cpu(plan *p)
{
    sides_find(p);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (!d || f->in_system)
            continue;
        check_constexpr(p, f, d);
        if (f->block_size && !f->annotated)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-declaration", plan_span(p, d->file, d->name_begin, d->name_end),
                            "'%s' cannot be rewritten: on the CPU a block's size is that of the launch, not of __block_size__; leave it away", f->name);
        for (size_t k = 0; k < f->declarations.count && f->stubbed && !f->annotated; k++) {
            const declaration *other = &f->declarations.items[k];
            const char *cause = check_told_apart(p, f, other);
            if (cause)
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-declaration", plan_span(p, other->file, other->name_begin, other->name_end),
                                "'%s' cannot be rewritten: %s", f->name, cause);
        }
        if (!(f->is_device || f->is_kernel)) {
            check_lambdas(p, f, d);
            continue;
        }
        check_pieces(p, f, d);
        check_one_sided_macros(p, f, d, d->begin, d->end);
        check_host_only(p, f, d);
        check_cpu_steps(p, f, d);
        check_indices(p, f, d);
        check_mentions(p, f, d);
        check_cpu_exchanges(p, f, d);
        check_cpu_steps_apart(p, f, d);
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (x->kind == FACT_ASM && x->name != assembly_nothing) // a compiler's barrier is one for g++, too
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-assembly", plan_span(p, d->file, x->begin, x->end),
                                "inline assembly for the GPU does not run on the CPU; use an intrinsic, or give it a second way "
                                "with #if PT_CPU");
            if (asks_for_cluster(p, x))
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-cpu-library", plan_span(p, d->file, x->begin, x->end),
                                "clusters of blocks are not there on the CPU; leave this out with #if !PT_CPU");
        }
    }
    for (size_t i = 0; i < p->files.count; i++) {
        check_sides(p, (int)i);
        check_libraries(p, (int)i);
    }
    check_launches(p);
}
