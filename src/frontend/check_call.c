// Checks of calls: what the callee needs that it cannot be given; see checker.h.
#include "frontend/checker.h"

#include "frontend/analyse.h"
#include "frontend/assembly.h"
#include "frontend/barrier.h"
#include "frontend/class_call.h"
#include "frontend/collective.h"
#include "frontend/hidden_overload.h"
#include "frontend/intrinsics.h"
#include "frontend/silent.h"

#include <string.h>

// The call stands in a copy's own text.
static bool can_be_edited(const target *t, const fact *x)
{
    return (t->f == t->kernel || t->f->cloned) && !x->in_macro && !(x->context & (IN_LAMBDA | IN_LOCAL_CLASS | OUTSIDE_BODY | OPERATOR_SYNTAX));
}

// A group's question about the block index, which the copies answer (body_call.c): where the copy is what runs.
bool is_answered(const target *t, const fact *x)
{
    const function *f = &t->plan->functions.items[x->callee];
    bool asks = strstr(f->name_scope, "cooperative_groups") && (x->context & OF_GRID || strcmp(f->name, "group_index") == 0);
    return asks && can_be_edited(t, x);
}

// A template that is only declared may live in its specialisations: they are what a call comes to.
static bool has_bodies(const plan *p, int callee)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].primary == callee) {
            if (!p->functions.items[i].facts_known)
                return false;
            any = true;
        }
    return any || p->functions.items[callee].facts_known;
}

// How much of a member's USR tells its class.
static size_t class_part(const char *usr)
{
    const char *member = strstr(usr, "@F@"), *template = strstr(usr, "@FT@");
    const char *end = !member || (template && template < member) ? template : member;
    return end ? (size_t)(end - usr) : 0;
}

// Is there a body of f in a specialisation of the class that f is a member of?
static bool has_specialised_member(const plan *p, const function *f)
{
    const size_t n = class_part(f->usr);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        const declaration *d = plan_definition(g);
        const bool is_named = f->form == FORM_CONVERSION || strcmp(g->name, f->name) == 0; // operator T *, operator float *
        if (d && d->in_class && g->form == f->form && is_named && strcmp(g->name_scope, f->name_scope) == 0 &&
            (class_part(g->usr) != n || strncmp(g->usr, f->usr, n) != 0))
            return true;
    }
    return false;
}

// Declared in a class template for the sake of its specialisations, which have it: those are what a call comes to.
static bool is_left_to_specialisations(const plan *p, const function *f)
{
    const declaration *d = f->declarations.count ? &f->declarations.items[0] : NULL;
    return d && d->in_class && d->in_template && has_specialised_member(p, f);
}

// What its body does is done by the function that it stands in (lambda.h), also with __device__ in front of its parameters.
static bool is_lambda(const plan *p, const function *f)
{
    if (f->form != FORM_CALL_OPERATOR || f->place_file < 0)
        return false;
    const plan_file *file = &p->files.items[f->place_file];
    return token_is(file->text, &file->tokens.items[token_at_or_after(&file->tokens, f->place)], "[");
}

// Another file has its body.
static bool lacks_body(const plan *p, int callee)
{
    const function *f = &p->functions.items[callee];
    return !f->in_system && !is_lambda(p, f) && !f->is_kernel && (f->is_device || f->cloned) && !plan_definition(f) && !has_bodies(p, callee) &&
           !f->needs_no_body && !f->is_thread_level && !is_left_to_specialisations(p, f);
}

// `extern __device__ void error();` in a member of a class template whose specialisations have that member, too: nobody
// defines it, so that the member does not link for any other type.
static bool keeps_from_linking(const target *t, const function *callee)
{
    const bool is_declared_in_a_body = callee->declarations.count == 0;
    return is_declared_in_a_body && t->d && t->d->in_template && t->d->in_class && has_specialised_member(t->plan, t->f);
}

// Once: what helps where it is called first helps everywhere.
static void refuse_without_body(const target *t, const fact *x, const function *callee)
{
    bool *const is_told = &t->plan->functions.items[callee - t->plan->functions.items].is_told_to_lack_body;
    if (*is_told)
        return;
    *is_told = true;
    refuse_at(t, "pt-no-body", at_fact(t, x),
              arena_format(t->plan->arena, "'%s' has no body here and may read blockIdx; include its definition in this file, or say "
                           "--assume-thread-level=%s if it reads neither blockIdx nor gridDim and waits for no other thread", callee->name,
                           plan_option_name(t->plan->arena, callee)));
}

// Of a set of overloads a template or an inline function that is declared and never defined, as libraries have them for documentation, or in
// headers that not each file needs. What is compiled in one piece cannot call it; where other files may have it, the output stops the compiler
// (transform/rewrite.c).
static bool is_left_undefined(const plan *p, const function *f)
{
    bool has_others = false, is_for_each_file = false;
    for (size_t i = 0; i < f->declarations.count; i++)
        is_for_each_file |= f->declarations.items[i].is_template || f->declarations.items[i].in_template || f->declarations.items[i].is_inline;
    for (size_t i = 0; i < p->functions.count && is_for_each_file && !has_others; i++) {
        const function *g = &p->functions.items[i];
        has_others = g != f && !g->in_system && plan_definition(g) && strcmp(g->name, f->name) == 0 && strcmp(g->name_scope, f->name_scope) == 0;
    }
    return has_others && !f->is_defined_in_library && !plan_is_macro(p, slice_of("__CUDACC_RDC__"));
}

static void note_without_body(const target *t, const fact *x, int callee)
{
    function *f = &t->plan->functions.items[callee];
    if (!t->plan->for_cpu && is_left_undefined(t->plan, f)) // a program for the CPU has no such check
        f->is_taken_for_undefined = true;
    else if (!keeps_from_linking(t, f))
        refuse_without_body(t, x, f);
}

// A pure virtual function that nothing here overrides: where files are linked, another one does.
static bool is_overridden_elsewhere(const plan *p, const fact *x)
{
    const function *f = x->kind == FACT_CALL_VIRTUAL && x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
    if (!f || f->in_system || !f->needs_no_body || f->is_thread_level || !plan_is_macro(p, slice_of("__CUDACC_RDC__")))
        return false;
    bool is_here = false;
    for (size_t i = 0; i < p->functions.count && !is_here; i++)
        is_here = p->functions.items[i].is_virtual && plan_definition(&p->functions.items[i]) && strcmp(p->functions.items[i].name, f->name) == 0;
    return !is_here;
}

// Which function is called is open: one of those that it may be is not here. What nobody writes is not asked after (silent.h).
void check_open_call(const target *t, const fact *x)
{
    if (x->context & UNDEFINED_VALUE) {
        refuse_at(t, "pt-no-body", at_fact(t, x),
                  arena_format(t->plan->arena, "'%s' is defined in another file and may point to a function that reads blockIdx; define it "
                               "in this file", x->name));
        return;
    }
    if (x->callee >= 0 && (lacks_body(t->plan, x->callee) || is_overridden_elsewhere(t->plan, x))) {
        note_without_body(t, x, x->callee);
        return;
    }
    for (size_t i = 0; i < t->plan->functions.count; i++) {
        const function *f = &t->plan->functions.items[i];
        const bool may_be = class_call_is(x) ? class_call_may_be_of(x, f)
                                             : strcmp(f->name, x->name) == 0 || (f->address_used && analyse_may_be_of(x, f) && !silent_may_be_of(x, f));
        if (may_be && lacks_body(t->plan, (int)i))
            note_without_body(t, x, (int)i);
    }
}

static const char may_wait_for_grid[] = "this may wait for the whole grid; give the group an explicit type "
                                        "(cooperative_groups::grid_group, thread_block, thread_block_tile)";

// Somewhere a group of the whole block is made, so that one may stand behind a template's parameter.
static bool has_block_group(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (strcmp(p->functions.items[i].name, "this_thread_block") == 0 && p->functions.items[i].in_system)
            return true;
    return false;
}

// x.sync(), x.size() and the like, where a template leaves it open what x is.
void check_open_group(const target *t, const fact *x)
{
    const bool is_static = !(x->context & MEMBER_SYNTAX) && x->context & OF_OPEN_CLASS && t->plan->knows_collectives; // G::block_rank(), of no object
    if (strcmp(x->name, "group_index") == 0) {
        if (is_static || has_block_group(t->plan))
            refuse_at(t, "pt-library-block-index", at_fact(t, x),
                      "this may ask the thread block for its index, which is that of the thread group here; use blockIdx, or give the "
                      "group the type cooperative_groups::thread_block");
        return;
    }
    if (!is_static && !t->plan->has_grid_group)
        return;
    if (strcmp(x->name, "sync") == 0)
        refuse_at(t, "pt-grid-barrier", at_fact(t, x), may_wait_for_grid);
    else
        refuse_at(t, "pt-library-block-index", at_fact(t, x),
                  "this may query a grid group, which would describe the thread groups here; use blockIdx and gridDim, or give "
                  "the group an explicit type (cooperative_groups::thread_block, thread_block_tile)");
}

bool hides_intrinsics(const function *f)
{
    return f->leaves_before_barrier || f->drains || f->leaves_before_warp_sync || f->parts_lanes || (f->cloned && f->has_warp_sync);
}

// Where threads may have left, a local object hides the intrinsic (intrinsics.h): it must be the intrinsic that is meant, and
// the object that is found.
static void check_shadow(const target *t, const fact *x, const function *callee)
{
    const intrinsic *i = intrinsic_find(callee->name);
    if (!i || !*i->shadow || !hides_intrinsics(t->f))
        return;
    if (callee->is_own_intrinsic) {
        refuse_at(t, "pt-hidden-overload", at_fact(t, x),
                  arena_format(t->plan->arena, "this '%s' is the program's own, which is not found where threads may have left the "
                               "kernel; give it another name", callee->name));
        return;
    }
    const plan_file *file = &t->plan->files.items[t->d->file];
    const size_t k = token_at_or_after(&file->tokens, x->begin);
    if (!x->in_macro && (token_is(file->text, &file->tokens.items[k], "::") || (k && token_is(file->text, &file->tokens.items[k - 1], "::"))))
        refuse_at(t, "pt-hidden-overload", at_fact(t, x),
                  arena_format(t->plan->arena, "threads may have left the kernel here, and '::%s' would wait for them; write %s without "
                               "the '::'", callee->name, callee->name));
}

static bool asks_source_location(const function *f)
{
    return f->in_system && strcmp(f->name, "current") == 0 && strstr(f->name_scope, "source_location");
}

// A default argument that names the caller: __builtin_FUNCTION(), or std::source_location::current().
static bool names_caller(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count && !f->in_system; i++) {
        const fact *x = &f->facts.items[i];
        if (x->context & IN_DEFAULT_ARGUMENT && x->callee >= 0 && asks_source_location(&p->functions.items[x->callee]))
            return true;
    }
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const plan_file *file = &p->files.items[d->file];
        for (size_t k = token_at_or_after(&file->tokens, d->open); file->tokens.items[k].begin < d->close; k++)
            if (token_is(file->text, &file->tokens.items[k], "__builtin_FUNCTION"))
                return true;
    }
    return false;
}

// In a copy, and in a default argument, which may be a copy's by way of another.
static void check_name_of_caller(const target *t, const fact *x, const function *callee)
{
    const bool is_copied = t->f == t->kernel || t->f->cloned, in_default = x->context & IN_DEFAULT_ARGUMENT;
    if (is_copied && !in_default && asks_source_location(callee))
        refuse_at(t, "pt-function-name", at_fact(t, x),
                  "this source_location would name the rewritten function; use __func__ and __LINE__");
    else if ((is_copied || in_default) && names_caller(t->plan, callee))
        refuse_at(t, "pt-function-name", at_fact(t, x),
                  arena_format(t->plan->arena, "a default argument of '%s' would name the rewritten function; give it an argument without "
                               "default, or use __func__ in its place", callee->name));
}

// Of a launch without clusters each block is one: their numbers are the blocks', and who waits for them waits for the block.
static bool asks_for_cluster(const function *f)
{
    static const char *const begins[] = {"__clusterIdx", "__clusterGridDimInClusters", "__cluster_barrier_", "get_sreg_clusterid",
                                         "get_sreg_nclusterid", "barrier_cluster_"};
    for (size_t i = 0; f->in_system && i < sizeof begins / sizeof *begins; i++)
        if (strncmp(f->name, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static void refuse_grid_barrier(const target *t, const fact *x)
{
    refuse_at(t, "pt-grid-barrier", at_fact(t, x),
              "this barrier of the grid cannot be rewritten where it stands; write grid.sync() out, in the kernel or in a "
              "function that it calls by its name");
}

static void refuse_other_grid_barrier(const target *t, const fact *x)
{
    refuse_at(t, "pt-grid-barrier", at_fact(t, x),
              "of the grid's barriers only sync() is supported in an annotated kernel; in two parts it is '#pragma pt barrier arrive' "
              "and '#pragma pt barrier wait'");
}

// What inline assembly of another library says that an item cannot say. (That one reads the block index is told otherwise, and text that an operand
// puts together is taken to be harmless there.)
static const assembly_word *find_word_in(const function *f)
{
    const assembly_word *word = NULL;
    for (size_t i = 0; i < f->facts.count && !word; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_ASM && x->name != assembly_unknown && !assembly_reads_index(x->name))
            word = check_find_assembly_word(x->name);
    }
    return word;
}

// Who calls such a function says so, too.
void check_find_words_of_libraries(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].library_word = p->functions.items[i].is_of_other_library ? find_word_in(&p->functions.items[i]) : NULL;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++) {
            function *f = &p->functions.items[i];
            for (size_t k = 0; f->is_of_other_library && !f->library_word && k < f->facts.count; k++) {
                f->library_word = f->facts.items[k].callee >= 0 ? p->functions.items[f->facts.items[k].callee].library_word : NULL;
                changed |= f->library_word != NULL;
            }
        }
    }
}

static bool refuse_word_behind(const target *t, const fact *x, const function *callee)
{
    const assembly_word *word = callee->library_word;
    if (word)
        refuse_at(t, word->code, at_fact(t, x), arena_format(t->plan->arena, "behind '%s%s', in a library: %s", callee->name_scope, callee->name, word->message));
    return word != NULL;
}

static void check_library_call(const target *t, const fact *x, const function *callee)
{
    const assembly_word *word = check_find_library_word(callee);
    if (word) {
        refuse_at(t, word->code, at_fact(t, x), word->message);
        return;
    }
    if (refuse_word_behind(t, x, callee))
        return;
    if (x->context & OF_OPEN_GROUP && strcmp(callee->name, "sync") == 0 && t->plan->has_grid_group) {
        refuse_at(t, "pt-grid-barrier", at_fact(t, x), may_wait_for_grid);
        return;
    }
    bool asks = callee->reads_block_index || (x->context & OF_GRID);
    if (x->context & OF_OPEN_GROUP && strstr(callee->name_scope, "cooperative_groups"))
        asks = t->plan->has_grid_group;
    if (asks && !intrinsic_find(callee->name) && !is_answered(t, x))
        refuse_at(t, "pt-library-block-index", at_fact(t, x),
                  arena_format(t->plan->arena,
                               "'%s%s' reads the hardware's block index, which is the thread group's here; use "
                               "blockIdx and gridDim", callee->name_scope, callee->name));
}

// Why the call cannot become one of the function's clone, or NULL.
static const char *why_no_clone_here(const target *t, const fact *x, const function *callee)
{
    const declaration *d = plan_definition(callee);
    if (callee->form != FORM_FUNCTION && callee->form != FORM_METHOD && callee->form != FORM_STATIC_METHOD)
        return "is an operator, constructor or destructor; make it a named function";
    if (x->context & OPERATOR_SYNTAX)
        return "is not called by its name here";
    if (x->context & OUTSIDE_BODY)
        return "is called in a default argument or an initialiser; call it in the body";
    if (x->in_macro)
        return "is called from a macro's body; call it outside the macro";
    if (callee->is_virtual)
        return "is virtual; call it non-virtually";
    if (d && d->in_macro)
        return "is defined by a macro; write its definition out";
    if (d && d->in_function)
        return "is a member of a class that a function declares; declare the class outside of it";
    return analyse_may_be_of_library(t->plan, t->f, x) ? "may be a library's function of that name here; give it another name" : NULL;
}

// What asks for the block that its kernel has published stands in the program once, with the barriers that it has there.
static bool waits_in_place(const target *t, const function *callee)
{
    const function *k = t->kernel;
    return callee->ambient && ((k->leaves_before_barrier && callee->has_block_barrier) ||
                               ((k->leaves_before_barrier || k->leaves_before_warp_sync || k->parts_lanes) && callee->has_warp_sync));
}

static bool asks_in_default_argument(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_BLOCK_INDEX && f->facts.items[i].context & IN_DEFAULT_ARGUMENT)
            return true;
    return false;
}

static void check_call_of_program(const target *t, const fact *x, const function *callee)
{
    if (lacks_body(t->plan, x->callee)) {
        note_without_body(t, x, x->callee);
        return;
    }
    const function *const of_host = hidden_overload_of(t->plan, callee);
    if (of_host) {
        refuse_at(t, "pt-hidden-overload", at_fact(t, x),
                  arena_format(t->plan->arena, "which '%s' this calls hangs on '%s', a function of the host in another one's signature, which clang does not "
                               "look at for the device; write __host__ __device__ in front of '%s'", callee->name, of_host->name, of_host->name));
        return;
    }
    const bool in_place = waits_in_place(t, callee);
    const char *why = callee->cloned || in_place ? why_no_clone_here(t, x, callee) : NULL;
    if (in_place && !why && asks_in_default_argument(callee))
        why = "a default argument asks for the block index; hand that over where it is called";
    else if (in_place && !why)
        why = "has one form for all that call it, as an operator, a constructor, an initialiser or a library does so, too, or it has a static local; "
              "write a function that is called by its name alone";
    if (why)
        refuse_at(t, "pt-helper", at_fact(t, x),
                  arena_format(t->plan->arena, "'%s' holds a barrier or a warp operation that some threads may not come to, as they return early or leave a loop before "
                               "others, but %s",
                               callee->name, why));
    if (why)
        note_silent_call(t, "pt-helper", callee);
}

void check_call(const target *t, const fact *x)
{
    const function *callee = &t->plan->functions.items[x->callee];
    check_name_of_caller(t, x, callee);
    if (collective_of(t->plan, x))
        return; // (collective.c)
    if (barrier_is_grid(t->plan, x)) {
        if (!can_be_edited(t, x) || barrier_begin(&t->plan->files.items[t->d->file], x) == (size_t)-1)
            refuse_grid_barrier(t, x);
        return;
    }
    if (callee->annotated_grid_barrier) {
        refuse_other_grid_barrier(t, x);
        return;
    }
    if (callee->is_kernel)
        return; // a launch from the device: plain
    if (callee->form == FORM_CONVERSION)
        check_converted_lambda(t, x, callee);
    check_shadow(t, x, callee);
    if (asks_for_cluster(callee))
        refuse_at(t, "pt-cluster", at_fact(t, x),
                  arena_format(t->plan->arena, "'%s' asks for clusters of blocks, of which thread groups are none; use blockIdx, gridDim and "
                               "__syncthreads()", callee->name));
    else if (callee->in_system)
        check_library_call(t, x, callee);
    else
        check_call_of_program(t, x, callee);
}

// What a template leaves open may be a library's, which asks the hardware; no clone of that can be called.
void check_library_behind(const target *t, const fact *x)
{
    for (size_t i = 0; i < t->plan->functions.count; i++) {
        const function *f = &t->plan->functions.items[i];
        if (!f->is_foreign || !analyse_may_be_of(x, f) || refuse_word_behind(t, x, f) || !f->reads_block_index)
            continue;
        refuse_at(t, "pt-library-block-index", at_fact(t, x),
                  arena_format(t->plan->arena, "this may come to '%s%s'%s, which reads the hardware's block index, the thread group's here; use "
                               "blockIdx and gridDim, or call a function whose types are all known",
                               f->name_scope, f->name, x->context & OPERATOR_SYNTAX ? " by an operator, a conversion or an object" : ""));
        return;
    }
}
