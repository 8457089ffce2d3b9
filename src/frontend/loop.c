// Loops of the host whose launches are made together: see loop.h.
//
// The loop itself goes on to run on the host; what its launches would do is recorded and launched together (loop_host.cuh). So
// nothing must be known of its arithmetic, its exits or its nesting, only of what it calls: a call that could see whether the
// launches before it have run makes them go first, and one that the text cannot be changed for leaves the loop as it is.
#include "frontend/loop.h"

#include "frontend/address.h"
#include "frontend/assembly.h"
#include "frontend/keep.h"

#include <string.h>

// ---- directives ------------------------------------------------------------------------------------------------------

static bool has_loop(const plan *p, int file, int directive)
{
    for (size_t i = 0; i < p->loops.count; i++)
        if (p->loops.items[i].file == file && p->loops.items[i].directive == directive)
            return true;
    return false;
}

void loop_attach(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++) {
            const directive *d = &p->files.items[file].directives.items[i];
            if (d->kind == DIRECTIVE_LOOP && !has_loop(p, (int)file, (int)i))
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                                "'#pragma pt loop' must stand directly before a for, while or do loop of the host");
        }
}

// ---- calls -----------------------------------------------------------------------------------------------------------

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

#define IS_ONE_OF(name, list) is_one_of(name, list, sizeof(list) / sizeof *(list))

// Under per-thread default streams, CUDA's names are macros for longer ones.
static const char *plain_name(const plan *p, const char *name)
{
    const size_t length = strlen(name);
    return length > 5 && (strcmp(name + length - 5, "_ptsz") == 0 || strcmp(name + length - 5, "_ptds") == 0)
               ? arena_copy(p->arena, name, length - 5) : name;
}

static bool is_of_cuda(const char *name)
{
    static const char *const libraries[] = {"cuda", "cublas", "cusparse", "cufft", "curand", "cusolver", "cudnn", "nccl", "nvtx", "nvml"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (strncmp(name, libraries[i], strlen(libraries[i])) == 0)
            return true;
    return name[0] == 'c' && name[1] == 'u' && name[2] >= 'A' && name[2] <= 'Z';
}

static bool is_silent_of_cuda(const char *name)
{
    static const char *const names[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName"};
    return IS_ONE_OF(name, names);
}

static bool is_step(const char *name)
{
    static const char *const names[] = {"cudaMemset", "cudaMemsetAsync", "cudaMemcpy", "cudaMemcpyAsync", "cudaDeviceSynchronize",
                                        "cudaStreamSynchronize"};
    return IS_ONE_OF(name, names);
}

static bool ends_program(const char *name)
{
    static const char *const names[] = {"exit", "abort", "_Exit", "quick_exit", "terminate"};
    return IS_ONE_OF(name, names);
}

static bool is_synchronisation(const char *name)
{
    static const char *const names[] = {"cudaDeviceSynchronize", "cudaStreamSynchronize"};
    return IS_ONE_OF(name, names);
}

// What it is given, it does not look through.
static bool is_arithmetic(const char *name)
{
    static const char *const names[] = {"swap", "min", "max", "move", "abs", "fabs", "sqrt", "sqrtf", "exp", "log", "pow", "powf", "sin",
                                        "cos", "floor", "ceil", "round", "fmin", "fmax", "exit", "abort", "printf", "fprintf", "puts",
                                        "fflush", "c_str", "dim3"};
    return IS_ONE_OF(name, names);
}

// A library's function of which it is known that it neither calls CUDA nor waits for what the device does.
static bool is_of_host(const function *f)
{
    static const char *const names[] = {
        "time", "clock", "gettimeofday", "clock_gettime", "memcpy", "memmove", "memset", "memcmp", "strlen", "strcmp", "strncmp", "strcpy",
        "strncpy", "strcat", "strstr", "strchr", "snprintf", "sprintf", "vprintf", "vfprintf", "vsnprintf", "putchar", "fputs", "fputc",
        "perror", "strerror", "fopen", "fclose", "fwrite", "fread", "fgets", "getenv", "atoi", "atof", "strtol", "strtod", "rand", "srand",
        "malloc", "calloc", "free", "labs", "fabsf", "fmax", "fmin", "fmaxf", "fminf", "expf", "logf", "log2", "log2f", "log10", "exp2",
        "sinf", "cosf", "tan", "tanf", "atan2", "atan2f", "cbrt", "hypot", "fmod", "fmodf", "floorf", "ceilf", "roundf", "lround", "trunc",
        "isnan", "isinf", "isfinite", "ldexp", "__errno_location", "sqrtl", "rsqrt", "rsqrtf", "copysign", "fma", "fmaf"};
    static const char *const starts[] = {"__builtin_", "__assert", "make_", "omp_get_", "__float", "__half", "__double"};
    static const char *const waiting[] = {"async", "filesystem", "pmr", "ranges", "execution"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(f->name, starts[i], strlen(starts[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        if (strstr(f->name_scope, waiting[i]) || strcmp(f->name, waiting[i]) == 0)
            return false;
    if (strncmp(f->name_scope, "std::", 5) == 0 || strncmp(f->name_scope, "__gnu_cxx::", 11) == 0)
        return true; // what it is given is looked at where it is called
    return IS_ONE_OF(f->name, names) || f->form == FORM_CONSTRUCTOR || strcmp(f->name, "operator=") == 0;
}

static bool may_wait(const function *f)
{
    static const char *const words[] = {"atomic", "mutex", "condition", "thread", "future", "semaphore", "barrier", "latch", "cuda"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(f->name_scope, words[i]))
            return true;
    return false;
}

static bool launches_something(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; d && i < p->launches.count; i++)
        if (p->launches.items[i].file == d->file && p->launches.items[i].open_begin >= d->body_begin &&
            p->launches.items[i].open_begin < d->body_end)
            return true;
    return false;
}

// By a pointer or a reference, a function of the program's may read what a kernel has written; not by the text of a message.
static bool takes_pointers(const function *f)
{
    static const char message[] = "const char *";
    for (const char *at = strchr(f->type, '('); at && *at; at++) {
        if (strncmp(at, message, sizeof message - 1) == 0)
            at += sizeof message - 1;
        if (*at == '*' || *at == '&' || *at == '<')
            return true;
    }
    return f->form != FORM_FUNCTION && f->form != FORM_STATIC_METHOD;
}

// A constructor of the compiler's making.
static bool is_generated(const function *f) { return f->form == FORM_CONSTRUCTOR && !f->in_system && !f->declarations.count; }

typedef struct reach { // what a call comes to
    plan *p;
    host_loop *loop;
    bool *seen; // by function
    size_t at;  // of the call in the loop
} reach;

static void add_read(const plan *p, host_loop *loop, size_t at, const char *who, const char *what)
{
    if (!loop->reads_memory) {
        loop->reads_at = at;
        loop->reads_by = arena_format(p->arena, "'%s' %s", who, what);
    }
    loop->reads_memory = true;
}

static loop_effect effect_of(reach *r, int index)
{
    const function *f = &r->p->functions.items[index];
    if (r->seen[index])
        return LOOP_EFFECT_NONE;
    const char *name = plain_name(r->p, f->name);
    if (is_silent_of_cuda(name) || strcmp(f->name, "dim3") == 0)
        return LOOP_EFFECT_NONE;
    if (is_of_cuda(name) && (f->in_system || !f->facts_known))
        return LOOP_EFFECT_ANY;
    if (f->in_system) {
        if (is_arithmetic(f->name))
            return LOOP_EFFECT_NONE;
        add_read(r->p, r->loop, r->at, f->name, "is called, which may read what the copy has brought");
        return may_wait(f) || !is_of_host(f) ? LOOP_EFFECT_ANY : LOOP_EFFECT_NONE;
    }
    if (is_generated(f))
        return LOOP_EFFECT_NONE;
    if (!f->facts_known || f->is_kernel || launches_something(r->p, f))
        return LOOP_EFFECT_ANY;
    r->seen[index] = true;
    if (takes_pointers(f))
        add_read(r->p, r->loop, r->at, f->name, "may read by a pointer or a reference that it is given");
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT ||
                             x->kind == FACT_CALL_VIRTUAL;
        if (is_call && (x->callee < 0 || x->kind == FACT_CALL_VIRTUAL || effect_of(r, x->callee) == LOOP_EFFECT_ANY))
            return LOOP_EFFECT_ANY;
    }
    return LOOP_EFFECT_NONE;
}

static void stay(host_loop *loop, size_t at, const char *because)
{
    if (loop->stays_because)
        return;
    loop->stays_because = because;
    loop->stays_at = at;
}

static void find_effects(plan *p, host_loop *loop)
{
    reach r = {p, loop, arena_alloc(p->arena, p->functions.count * sizeof *r.seen), 0};
    const source *s = p->files.items[loop->file].text;
    for (size_t i = 0; i < loop->calls.count; i++) {
        loop_call *x = &loop->calls.items[i];
        const char *name = plain_name(p, x->name);
        memset(r.seen, 0, p->functions.count * sizeof *r.seen);
        r.at = x->begin;
        const bool of_cuda = x->callee >= 0 && p->functions.items[x->callee].in_system;
        if (of_cuda && is_step(name))
            x->effect = LOOP_EFFECT_STEP;
        else if (x->callee >= 0)
            x->effect = effect_of(&r, x->callee);
        else // in a template, it may be left open which of its kind is meant
            x->effect = is_arithmetic(name) && x->is_open ? LOOP_EFFECT_NONE : LOOP_EFFECT_ANY;
        if (x->effect == LOOP_EFFECT_NONE && (x->comes_to_anything || (x->is_given_more && !is_arithmetic(name))))
            x->effect = LOOP_EFFECT_ANY;
        if (ends_program(name) && !x->in_macro && !x->is_inside && (x->callee < 0 || p->functions.items[x->callee].in_system))
            x->effect = LOOP_EFFECT_END;
        const bool is_spelled = !x->in_macro && strncmp(s->bytes + x->name_begin, name, strlen(name)) == 0;
        if (x->effect == LOOP_EFFECT_STEP && !is_spelled)
            stay(loop, x->in_macro ? x->begin : x->name_begin, arena_format(p->arena, "'%s' comes out of a macro here; write it out", name));
        else if (x->effect != LOOP_EFFECT_NONE && x->is_inside)
            stay(loop, x->begin, arena_format(p->arena, "a function that is written in it calls '%s', which may run at any time", name));
        else if (x->effect == LOOP_EFFECT_ANY && x->is_unwritten)
            stay(loop, x->begin, arena_format(p->arena, "'%s' is called here without a word that says so, and may see what the launches "
                                                        "have done", name));
        else if (x->effect == LOOP_EFFECT_ANY && x->callee >= 0 && p->functions.items[x->callee].form == FORM_CONSTRUCTOR)
            stay(loop, x->begin, arena_format(p->arena, "a constructor of '%s' may see what the launches have done", name));
        else if (x->effect == LOOP_EFFECT_ANY && x->in_macro)
            stay(loop, x->begin, arena_format(p->arena, "a macro calls '%s' here, which may see what the launches have done", name));
    }
    // A synchronisation for the sake of what the host reads next is not put off.
    for (size_t i = 0; i < loop->calls.count; i++)
        if (loop->reads_memory && loop->calls.items[i].effect == LOOP_EFFECT_STEP &&
            is_synchronisation(plain_name(p, loop->calls.items[i].name)))
            loop->calls.items[i].effect = LOOP_EFFECT_ANY;
}

// ---- launches --------------------------------------------------------------------------------------------------------

// Loads that go by a cache which a barrier of the grid does not clean.
static bool reads_past_caches(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    if (seen[index])
        return false;
    seen[index] = true;
    if (f->in_system && (strcmp(f->name, "__ldg") == 0 || strncmp(f->name, "tex", 3) == 0 || strncmp(f->name, "surf", 4) == 0))
        return true;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_ASM && assembly_has(x->name, "nc"))
            return true;
        if (x->callee >= 0 && reads_past_caches(p, x->callee, seen))
            return true;
    }
    return false;
}

// What a kernel prints comes out at a synchronisation, between what the host prints.
static bool prints(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    if (seen[index])
        return false;
    seen[index] = true;
    if (strcmp(f->name, "printf") == 0 || strcmp(f->name, "vprintf") == 0)
        return true;
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].callee >= 0 && prints(p, f->facts.items[i].callee, seen))
            return true;
    return false;
}

// What a kernel launches is done when the whole launch is: not at a barrier of the grid.
static bool launches_kernels(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index])
        return false;
    seen[index] = true;
    if (f->in_system && (strncmp(f->name, "cudaLaunch", 10) == 0 || strcmp(f->name, "cudaGraphLaunch") == 0))
        return true;
    for (size_t i = 0; d && i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->form == LAUNCH_ON_DEVICE && l->file == d->file && d->body_begin < l->open_begin && l->open_begin < d->body_end)
            return true;
    }
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].callee >= 0 && launches_kernels(p, f->facts.items[i].callee, seen))
            return true;
    return false;
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
    int depth = 0;
    for (size_t i = token_at_or_after(&f->tokens, l->name_end); f->tokens.items[i].begin < l->open_begin; i++) {
        const token *t = &f->tokens.items[i];
        depth += token_is(f->text, t, "<") || token_is(f->text, t, "(") || token_is(f->text, t, "{");
        depth -= token_is(f->text, t, ">") || token_is(f->text, t, ")") || token_is(f->text, t, "}");
        count += count == 0 || (depth == 1 && token_is(f->text, t, ","));
    }
    return count;
}

// Why a launch of it cannot be a step, or NULL.
static const char *no_step(const plan *p, const host_loop *loop, const launch *l, const function *f)
{
    const declaration *d = plan_definition(f);
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    if (!f->annotated)
        return "is not annotated; write '#pragma pt kernel' above it";
    if (!d)
        return "is defined in another file";
    if (d->file == l->file && d->begin > loop->begin)
        return "is defined behind the loop; define it in front";
    if (f->waits_on_blocks)
        return "waits for blocks of its own launch";
    if (f->has_grid_barrier)
        return "holds a barrier of the grid itself";
    if (plan_directive(p, f)->items.text.length)
        return "has a clause items(...)";
    if (is_overloaded(p, f))
        return "has overloads; give it a name of its own";
    if (reads_past_caches(p, (int)(f - p->functions.items), seen))
        return "reads through a cache (__ldg, textures) that would not see what other steps of the loop write";
    seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    if (launches_kernels(p, (int)(f - p->functions.items), seen))
        return "launches kernels, which would not be done when the next step begins";
    if (d->is_template && count_template_arguments(p, l) < d->template_parameters.count)
        return "is a template; write all its arguments at the launch";
    return NULL;
}

static const function *kernel_of(const plan *p, const launch *l)
{
    if (l->form == LAUNCH_KERNEL)
        return &p->functions.items[l->kernel];
    return l->form == LAUNCH_OVERLOADED && l->candidates.count == 1 ? &p->functions.items[l->candidates.items[0]] : NULL;
}

static void find_launches(plan *p, host_loop *loop)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->file != loop->file || l->open_begin < loop->begin || l->open_begin >= loop->end)
            continue;
        const function *f = kernel_of(p, l);
        const bool is_named = f && l->name_begin != l->name_end && (!f->annotated || address_is_named_launch(p, l));
        const char *no = is_named ? no_step(p, loop, l, f) : NULL;
        if (f && prints(p, (int)(f - p->functions.items), arena_alloc(p->arena, p->functions.count * sizeof(bool))))
            add_read(p, loop, l->open_begin, f->name, "prints");
        if (!is_named)
            stay(loop, l->open_begin, "the kernel of this launch is not written as a plain name");
        else if (no)
            stay(loop, l->open_begin, arena_format(p->arena, "kernel '%s' %s", f->name, no));
        *ARENA_PUSH(p->arena, &loop->launches) = (int)i;
    }
    for (size_t i = 0; i < p->api_launches.count; i++)
        if (p->api_launches.items[i].file == loop->file && p->api_launches.items[i].name_begin >= loop->begin &&
            p->api_launches.items[i].name_begin < loop->end)
            stay(loop, p->api_launches.items[i].name_begin, "this launch is made by a call");
    if (!loop->launches.count)
        stay(loop, loop->begin, "there is no launch in it");
}

// ---- loops that end by what they read back -------------------------------------------------------------------------

static bool has_word_of(const plan *p, const function *f, const char *const *words, size_t count)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    for (size_t i = d ? token_at_or_after(&file->tokens, d->body_begin) : 0; d && file->tokens.items[i].begin < d->body_end; i++)
        for (size_t k = 0; k < count; k++) {
            const token *t = &file->tokens.items[i];
            const char *const before = file->text->bytes + t->begin - 1;
            // Each > is a token of its own: >= compares, and >>= does not.
            if (token_is(file->text, t, words[k]) && (*words[k] != '=' || *before != '>' || before[-1] == '>'))
                return true;
        }
    return false;
}

// A function of the program's that is told of an error, and of nothing that it could change; nor does it count.
static bool is_error_check(const plan *p, const function *f)
{
    static const char first[] = "(cudaError";
    static const char *const changes[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--", "static"};
    const char *open = strchr(f->type, '(');
    return !f->in_system && f->facts_known && f->form == FORM_FUNCTION && open && strncmp(open, first, sizeof first - 1) == 0 &&
           !takes_pointers(f) && !has_word_of(p, f, changes, sizeof changes / sizeof *changes);
}

// Does a macro stand there that ends the program, as one does that is told of an error? It must be given nothing but calls of CUDA:
// the program may not end because of a value that was but guessed.
static bool is_error_macro(const plan *p, const host_loop *loop, size_t at)
{
    const plan_file *f = &p->files.items[loop->file];
    const size_t open = token_at_or_after(&f->tokens, at) + 1;
    bool ends = false, is_told = false;
    for (size_t i = 0; i < loop->calls.count; i++)
        ends |= loop->calls.items[i].in_macro && loop->calls.items[i].begin == at && ends_program(loop->calls.items[i].name);
    if (!ends || !token_is(f->text, &f->tokens.items[open], "("))
        return false;
    size_t close = open, depth = 0;
    do {
        depth += token_is(f->text, &f->tokens.items[close], "(");
        depth -= token_is(f->text, &f->tokens.items[close], ")");
    } while (depth && ++close + 1 < f->tokens.count);
    const size_t begin = f->tokens.items[open].begin, end = f->tokens.items[close].begin;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        is_told |= x->begin > begin && x->end <= end && (x->effect == LOOP_EFFECT_STEP || is_silent_of_cuda(plain_name(p, x->name)));
    }
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        bool in_call = x->at <= begin || x->at >= end;
        for (size_t k = 0; !in_call && k < loop->calls.count; k++)
            in_call = loop->calls.items[k].effect == LOOP_EFFECT_STEP && x->at > loop->calls.items[k].begin && x->at < loop->calls.items[k].end;
        if (!in_call)
            return false;
    }
    return is_told;
}

// A function that only computes: no assignment, and no call but of such ones.
static bool is_pure(const plan *p, int index, bool *seen)
{
    static const char *const changes[] = {"=",   "+=", "-=", "*=", "/=",     "%=",  "&=",    "|=",     "^=",
                                          "<<=", "++", "--", "static", "asm", "throw", "new", "delete"};
    static const char *const acts[] = {"swap", "move", "exit", "abort", "printf", "fprintf", "puts", "fflush"};
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index] || (f->in_system && is_arithmetic(f->name) && !IS_ONE_OF(f->name, acts)) || is_generated(f))
        return true;
    if (!d || !d->body_end || f->in_system)
        return false;
    seen[index] = true;
    if (has_word_of(p, f, changes, sizeof changes / sizeof *changes))
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->callee >= 0 ? !is_pure(p, x->callee, seen) : x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT)
            return false;
    }
    return true;
}

// Does a call leave nothing behind but in the variables that it is given?
static bool leaves_nothing(const plan *p, const host_loop *loop, const loop_call *x)
{
    static const char *const names[] = {"printf", "fprintf", "puts", "fflush", "time", "clock"};
    const char *name = plain_name(p, x->name);
    if (x->effect == LOOP_EFFECT_STEP || is_silent_of_cuda(name) || (x->in_macro && is_error_macro(p, loop, x->begin)))
        return true;
    if (IS_ONE_OF(name, names) || x->is_unwritten || ends_program(name))
        return false;
    if (x->callee < 0)
        return is_arithmetic(name) && x->is_open;
    if (is_arithmetic(name) && p->functions.items[x->callee].in_system)
        return true;
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    return is_error_check(p, &p->functions.items[x->callee]) || is_pure(p, x->callee, seen);
}

static bool is_in_header(const host_loop *loop, size_t at)
{
    return (at >= loop->begin && at < loop->header_end) || (at >= loop->condition_begin && at < loop->condition_end);
}

// A copy, and its text does not say that it goes to the device.
static bool may_copy_to_host(const plan *p, const host_loop *loop, const loop_call *x)
{
    if (strncmp(plain_name(p, x->name), "cudaMemcpy", 10) != 0)
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
    const char *name = plain_name(p, x->name);
    if (x->effect == LOOP_EFFECT_ANY && strncmp(name, "cudaMemcpy", 10) == 0)
        return arena_format(p->arena, "only 'cudaMemcpy' is compared on the device, not '%s'", name);
    if (x->effect == LOOP_EFFECT_STEP && !x->read_back && may_copy_to_host(p, loop, x))
        return strcmp(name, "cudaMemcpy") == 0 ? "this copy is not to a local variable that is a number, by '&', with cudaMemcpyDeviceToHost"
                                               : arena_format(p->arena, "'%s' copies to the host; copy by 'cudaMemcpy'", name);
    if (x->effect == LOOP_EFFECT_ANY || !leaves_nothing(p, loop, x))
        return arena_format(p->arena, "what '%s' does cannot be undone", *name ? name : "the callee");
    // What stands in the header is done behind the copy, and what stands in the condition more than once.
    if (x->effect == LOOP_EFFECT_STEP && is_in_header(loop, x->begin))
        return arena_format(p->arena, "'%s' stands in the loop's header", name);
    return NULL;
}

// The one copy to the host, behind which the round does nothing any more, or NULL.
static const loop_call *last_copy(const plan *p, host_loop *loop)
{
    const loop_call *copy = NULL;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        const char *no = no_going_on_over(p, loop, x);
        if (!no && x->read_back && copy)
            no = "there is another copy to the host";
        if (no)
            return wait_for_copy(loop, x->begin, no);
        if (x->read_back)
            copy = x;
    }
    if (!copy)
        return NULL;
    if (copy->depth || copy->begin < loop->header_end)
        return wait_for_copy(loop, copy->begin, "this copy does not stand in the loop's own body");
    for (size_t i = 0; i < loop->calls.count; i++)
        if (loop->calls.items[i].effect == LOOP_EFFECT_STEP && loop->calls.items[i].begin > copy->end)
            return wait_for_copy(loop, loop->calls.items[i].begin, arena_format(p->arena, "'%s' stands behind the copy to the host",
                                                                                plain_name(p, loop->calls.items[i].name)));
    for (size_t i = 0; i < loop->launches.count; i++)
        if (p->launches.items[loop->launches.items[i]].open_begin > copy->end ||
            is_in_header(loop, p->launches.items[loop->launches.items[i]].open_begin))
            return wait_for_copy(loop, p->launches.items[loop->launches.items[i]].open_begin,
                                 "this launch stands behind the copy to the host, or in the loop's header");
    return copy;
}

// Nobody but the condition looks at the copy before the next round.
static bool is_for_condition(const plan *p, host_loop *loop, const loop_call *copy)
{
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        const bool in_condition = x->at >= loop->condition_begin && x->at < loop->condition_end;
        const bool behind = x->at >= copy->end || (x->at >= loop->begin && x->at < loop->header_end);
        if (strcmp(x->name, copy->read_back) == 0 && ((behind && !in_condition) || x->is_own)) { // its own is gone when the loop is asked
            const char *const why = x->is_own ? "'%s' is declared in the loop; declare it in front"
                                              : "'%s' is looked at here, and not only by the loop's condition";
            wait_for_copy(loop, x->at, arena_format(p->arena, why, x->name));
            return false;
        }
    }
    return true;
}

// In `error > limit * scale && rounds < most` for the variable `error`: the relation and `limit * scale`, which the loop must not change.
typedef struct range_of_tokens {
    size_t begin, end;
} range_of_tokens;

// `*end` is behind it: each `>` is a token of its own, so that >= is two.
static const char *relation_name(const plan_file *f, size_t i, bool reversed, size_t *end)
{
    static const char *const rows[][3] = {{"<=", "less_equal", "greater_equal"}, {">=", "greater_equal", "less_equal"}, {"<", "less", "greater"},
                                          {">", "greater", "less"}, {"==", "equal", "equal"}, {"!=", "not_equal", "not_equal"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const size_t length = strlen(rows[k][0]);
        const char *const text = f->text->bytes + f->tokens.items[i].begin;
        if (strncmp(text, rows[k][0], length) != 0 || strchr("<>=", text[length]))
            continue; // a shift, say
        *end = token_at_or_after(&f->tokens, f->tokens.items[i].begin + length);
        return rows[k][reversed ? 2 : 1];
    }
    return NULL;
}

// Numbers, and variables that the loop names in its condition only: nobody changes them.
static bool stays_the_same(const plan_file *f, const host_loop *loop, range_of_tokens r)
{
    static const char *const allowed[] = {"+", "-", "*", "/", "(", ")", ".", "::"};
    for (size_t i = r.begin; i < r.end; i++) {
        const token *t = &f->tokens.items[i];
        bool known = t->kind == TOKEN_NUMBER;
        for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
            known |= token_is(f->text, t, allowed[k]);
        if (t->kind == TOKEN_IDENTIFIER)
            known = !token_is(f->text, &f->tokens.items[i + 1], "(");
        // It is computed when the other parts of the condition may not hold, too.
        if (!known || (token_is(f->text, t, "/") && f->tokens.items[i + 1].kind != TOKEN_NUMBER))
            return false;
        for (size_t k = 0; k < loop->calls.count; k++)
            if (loop->calls.items[k].begin == t->begin)
                return false; // a macro's
        for (size_t k = 0; k < loop->names.count; k++)
            if (loop->names.items[k].at == t->begin && !loop->names.items[k].is_const && !token_is(f->text, t, loop->names.items[k].name))
                return false; // likewise
        for (size_t k = 0; t->kind == TOKEN_IDENTIFIER && k < loop->names.count; k++) {
            const loop_name *x = &loop->names.items[k];
            if (!x->is_const && token_is(f->text, t, x->name) && (x->at < loop->condition_begin || x->at >= loop->condition_end))
                return false;
        }
    }
    return r.begin < r.end;
}

// Does the loop name the variable but once in its condition and where it is copied to?
static bool is_named_once(const host_loop *loop, const loop_call *copy)
{
    size_t in_condition = 0;
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        if (strcmp(x->name, copy->read_back) != 0 || (x->at >= copy->begin && x->at < copy->end))
            continue;
        if (x->at < loop->condition_begin || x->at >= loop->condition_end)
            return false;
        in_condition++;
    }
    return in_condition == 1;
}

// The part of the condition, joined with the others by &&, that ends at `end`: does it compare the variable?
static bool read_comparison(plan *p, host_loop *loop, const char *variable, range_of_tokens part)
{
    const plan_file *f = &p->files.items[loop->file];
    const token *t = f->tokens.items;
    if (part.end == part.begin + 1 && token_is(f->text, &t[part.begin], variable)) {
        loop->relation = "not_equal";
        loop->compared_with = slice_of("0");
        return true;
    }
    for (size_t i = part.begin + 1; i + 1 < part.end; i++) {
        size_t end = i;
        const bool in_front = i == part.begin + 1 && token_is(f->text, &t[part.begin], variable);
        const char *relation = relation_name(f, i, !in_front, &end);
        if (!relation || (!in_front && (end + 1 != part.end || !token_is(f->text, &t[end], variable))))
            continue;
        const range_of_tokens number = in_front ? (range_of_tokens){end, part.end} : (range_of_tokens){part.begin, i};
        if (!stays_the_same(f, loop, number))
            return false;
        loop->relation = relation;
        loop->compared_at = t[number.begin].begin;
        loop->compared_with = (slice){f->text->bytes + t[number.begin].begin, t[number.end - 1].end - t[number.begin].begin};
        return true;
    }
    return false;
}

static void find_comparison(plan *p, host_loop *loop, const loop_call *copy)
{
    const plan_file *f = &p->files.items[loop->file];
    if (!is_named_once(loop, copy))
        return;
    size_t begin = token_at_or_after(&f->tokens, loop->condition_begin), i = begin;
    int depth = 0;
    for (; f->tokens.items[i].begin < loop->condition_end; i++) {
        const token *t = &f->tokens.items[i];
        depth += token_is(f->text, t, "(");
        depth -= token_is(f->text, t, ")");
        if (depth == 0 && (token_is(f->text, t, "||") || token_is(f->text, t, "?") || token_is(f->text, t, ",")))
            return;
    }
    for (size_t k = begin; k <= i; k++) {
        const token *t = &f->tokens.items[k];
        depth += k < i && token_is(f->text, t, "(");
        depth -= k < i && token_is(f->text, t, ")");
        if (k < i && (depth != 0 || !token_is(f->text, t, "&&")))
            continue;
        if (read_comparison(p, loop, copy->read_back, (range_of_tokens){begin, k}))
            return;
        begin = k + 1;
    }
}

// By that name alone it is found where the condition stands, too: not by a macro, not as a::b, not as a designator.
static bool is_plainly_written(const plan *p, const host_loop *loop, const loop_name *x)
{
    const plan_file *f = &p->files.items[loop->file];
    const size_t i = token_at_or_after(&f->tokens, x->at);
    return f->tokens.items[i].begin == x->at && token_is(f->text, &f->tokens.items[i], x->name) && i > 0 &&
           !token_is(f->text, &f->tokens.items[i - 1], "::") && !token_is(f->text, &f->tokens.items[i - 1], ".");
}

// The host may go on with what it takes the copy's value to be, and go back to where the loop was asked whether it goes on: of
// what the loop changes, all has a name there.
static void find_running_ahead(plan *p, host_loop *loop)
{
    const loop_call *copy = last_copy(p, loop);
    if (loop->jumps_at)
        wait_for_copy(loop, loop->jumps_at, "it is left by break, return, goto or throw; let its condition say when it ends");
    if (loop->reads_memory)
        wait_for_copy(loop, loop->reads_at, loop->reads_by);
    if (loop->alias_at)
        wait_for_copy(loop, loop->alias_at, "this is another name of something; take a local variable of its own");
    if (loop->condition_end == loop->condition_begin)
        wait_for_copy(loop, loop->begin, loop->header_end ? "it has no condition, or one that is not spelled here"
                                                          : "its body is not in braces");
    if (loop->waits_because || !copy || !is_for_condition(p, loop, copy))
        return;
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        bool known = false;
        for (size_t k = 0; k < loop->variables.count; k++)
            known |= strcmp(loop->variables.items[k], x->name) == 0;
        for (size_t k = 0; k < loop->names.count; k++)
            if (strcmp(loop->names.items[k].name, x->name) == 0 && loop->names.items[k].is_own != x->is_own)
                wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' is the name of two variables here", x->name));
        const bool is_needed = !known && !x->is_const && !x->is_own && !is_error_macro(p, loop, x->at);
        if (is_needed && !is_plainly_written(p, loop, x))
            wait_for_copy(loop, x->at, arena_format(p->arena, "'%s' comes out of a macro here, or is a member", x->name));
        else if (is_needed)
            *ARENA_PUSH(p->arena, &loop->variables) = x->name;
    }
    if (loop->waits_because)
        return;
    loop->runs_ahead = true;
    loop->read_back = copy->read_back;
    find_comparison(p, loop, copy);
}

// -Rpt: what the host waits for in each round, and why.
static void tell_waiting(plan *p, host_loop *loop)
{
    for (size_t i = 0; i < loop->calls.count; i++)
        loop->copies_to_host |= loop->calls.items[i].effect != LOOP_EFFECT_NONE && may_copy_to_host(p, loop, &loop->calls.items[i]);
    if (loop->copies_to_host && !loop->runs_ahead && loop->waits_because && p->diagnostics->show_remarks)
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-loop",
                        plan_span(p, loop->file, loop->waits_because_at, loop->waits_because_at + 1), "the host does not run ahead of what the loop of line %zu copies to it, but waits in each round: %s",
                        source_position(p->files.items[loop->file].text, loop->begin).line, loop->waits_because);
}

// ---- the loops -------------------------------------------------------------------------------------------------------

static bool lies_in_another(const plan *p, const host_loop *loop)
{
    for (size_t i = 0; i < p->loops.count; i++) {
        const host_loop *x = &p->loops.items[i];
        if (x != loop && x->file == loop->file && x->begin < loop->begin && loop->end <= x->end)
            return true;
    }
    return false;
}

// The calls that make the launches before them go first.
static void tell_effects(plan *p, const host_loop *loop)
{
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        if (x->effect == LOOP_EFFECT_ANY)
            diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-loop", plan_span(p, loop->file, x->begin, x->end),
                            "'%s' may see what the launches before it have done, so they end before it: what is launched together "
                            "ends here", *x->name ? x->name : "the callee");
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
        if (lies_in_another(p, loop))
            stay(loop, loop->begin, "it lies in another one with '#pragma pt loop'");
        if (loop->hides_at)
            stay(loop, loop->hides_at, "a function that is written in it makes this launch, which may run at any time");
        if (loop->waits_at)
            stay(loop, loop->waits_at, "it reads volatile memory, perhaps to wait for a kernel");
        find_launches(p, loop);
        find_effects(p, loop);
        if (loop->stays_because) {
            diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-loop", plan_span(p, loop->file, loop->stays_at, loop->stays_at + 1),
                            "the loop stays as it is: %s", loop->stays_because);
            diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-loop", d->at, "the loop is annotated here");
            continue;
        }
        tell_effects(p, loop);
        find_running_ahead(p, loop);
        tell_waiting(p, loop);
        for (size_t k = 0; k < loop->launches.count; k++) {
            launch *l = &p->launches.items[loop->launches.items[k]];
            l->in_loop = true;
            p->functions.items[kernel_of(p, l) - p->functions.items].is_step = true;
        }
        if (d->keep.length)
            keep_analyse(p, loop);
    }
}
