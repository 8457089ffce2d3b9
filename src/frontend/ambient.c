// Who cannot be told the block: see ambient.h.
#include "frontend/ambient.h"

#include "frontend/analyse.h"
#include "frontend/clone.h"
#include "frontend/library.h"
#include "frontend/number_class.h"
#include "frontend/silent.h"

#include <string.h>

static bool may_ask(const function *f) { return !f->in_system && !f->is_kernel && f->reads_block_index; }

// A lambda that becomes a pointer to a function captures nothing, and so has no block to hand on to what it calls.
static void mark_called_by_pointers(plan *p, const function *f, const function *conversion)
{
    const fact *lambda = NULL;
    for (size_t i = 0; i < f->facts.count && conversion->place_file == plan_definition(f)->file; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA && f->facts.items[i].begin == conversion->place)
            lambda = &f->facts.items[i];
    for (size_t i = 0; i < f->facts.count && lambda; i++) {
        const fact *x = &f->facts.items[i];
        function *callee = analyse_is_call(x) ? &p->functions.items[x->callee] : NULL;
        if (callee && x->context & IN_LAMBDA && x->begin >= lambda->begin && x->begin < lambda->end && may_ask(callee))
            callee->ambient = true;
    }
}

// What a function that asks calls has nobody to be told by.
static bool spread_ambient(plan *p, function *f)
{
    bool changed = false;
    for (size_t k = 0; f->ambient && k < f->facts.count; k++) {
        function *callee = analyse_is_call(&f->facts.items[k]) ? &p->functions.items[f->facts.items[k].callee] : NULL;
        if (callee && may_ask(callee) && !callee->ambient)
            callee->ambient = changed = true;
    }
    // Members of one overload set, and a template's specialisations, go together.
    const int index = (int)(f - p->functions.items);
    for (size_t k = 0; f->ambient && k < p->functions.count; k++) {
        function *g = &p->functions.items[k];
        if (may_ask(g) && !g->ambient && (g->primary == index || f->primary == (int)k))
            g->ambient = changed = true;
    }
    return changed;
}

// Of what overrides the function that is called: a member of its name, or, for a destructor, another's.
static bool may_override(const fact *call, const function *f)
{
    return call->kind == FACT_CALL_VIRTUAL && f->form != FORM_FUNCTION && f->form != FORM_STATIC_METHOD &&
           (*call->name == '~' ? f->form == FORM_DESTRUCTOR : strcmp(call->name, f->name) == 0);
}

// May the open call be one of this function?
static bool may_come_to(const fact *call, const function *f)
{
    // By a pointer, or by a name that the template binds to one: its own name stands somewhere else without a call.
    const bool by_value = call->kind == FACT_CALL_INDIRECT || (call->kind == FACT_CALL_DEPENDENT && (!*call->name || strcmp(call->name, "operator()") == 0));
    const bool has_name = f->form == FORM_FUNCTION || (!(call->context & MEMBER_SYNTAX) && (f->form == FORM_METHOD || f->form == FORM_STATIC_METHOD));
    return may_override(call, f) || (by_value && (f->is_value || !has_name)) ||
           (call->kind == FACT_CALL_DEPENDENT && strcmp(call->name, f->name) == 0) ||
           (call->context & OF_OPEN_CLASS && (f->is_value || f->form == FORM_CALL_OPERATOR)) || silent_may_be_of(call, f);
}

static void mark_open_callees(plan *p, const fact *call)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (may_ask(f) && f->is_device && may_come_to(call, f))
            f->ambient = true;
    }
}

// By a call that has no place for one more argument.
static void mark_callee(plan *p, const function *f, const fact *call)
{
    function *callee = &p->functions.items[call->callee];
    if (callee->form == FORM_CONVERSION && plan_definition(f))
        mark_called_by_pointers(p, f, callee);
    if (may_ask(callee) && (call->context & (OPERATOR_SYNTAX | OUTSIDE_BODY) || call->in_macro || analyse_may_be_of_library(p, f, call)))
        callee->ambient = true;
}

// [=] __device__ (int x) { return x + own(); }, in a function of the host: what it calls has nobody to be told by.
static void mark_called_by_device_lambdas(plan *p, const function *f)
{
    for (size_t k = 0; !f->in_system && !is_device_code(f) && k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        function *callee = analyse_is_call(x) ? &p->functions.items[x->callee] : NULL;
        if (x->context & IN_LAMBDA && callee && callee->is_device && may_ask(callee))
            callee->ambient = true;
        else if (x->context & IN_LAMBDA && analyse_is_open_call(x))
            mark_open_callees(p, x);
    }
}

// Functions that read the block index where no argument can bring it: they ask for what the kernel publishes
// (runtime-cuda/pt/ambient.cuh). So does everything they call, since they have nothing to pass on.
void ambient_mark(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (may_ask(f) && f->is_device)
            f->ambient = !clone_is_possible(p, f);
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        for (size_t k = 0; is_device_code(f) && k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (analyse_is_open_call(x))
                mark_open_callees(p, x);
            if (analyse_is_call(x) && !p->functions.items[x->callee].in_system)
                mark_callee(p, f, x);
        }
    }
    for (size_t i = 0; i < p->functions.count; i++)
        mark_called_by_device_lambdas(p, &p->functions.items[i]);
    for (size_t i = 0; i < p->loose_calls.count; i++) { // an initialiser has nobody to be told by
        function *callee = &p->functions.items[p->loose_calls.items[i].callee];
        callee->ambient |= may_ask(callee) && callee->is_device;
    }
    analyse_close(p, spread_ambient);
}

// Ambient functions, and host functions whose lambdas run on the device.
bool analyse_asks_for_block(const function *f)
{
    return !f->in_system && (f->ambient || (!f->is_device && !f->is_kernel && !f->cloned));
}

bool analyse_variable_stands_in(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    const bool is_for_device_alone = f->ambient && !f->is_host; // the host has no block to declare
    return is_for_device_alone && x->in_macro && !x->elsewhere && !p->qualified_in_macro && !(x->context & (IN_LAMBDA | OUTSIDE_BODY)) &&
           d && !d->in_macro && x->begin >= d->body_begin && x->end <= d->body_end;
}

static bool has_device_lambda_reads(const function *f)
{
    if (f->in_system || f->is_device || f->is_kernel)
        return false;
    for (size_t k = 0; k < f->facts.count; k++)
        if (f->facts.items[k].kind == FACT_BLOCK_INDEX)
            return true;
    return false;
}

// double (double): no template, member or operator, whose type would not tell of all that it is handed.
static bool takes_numbers(const function *f)
{
    bool numbers = f->form == FORM_FUNCTION && !strstr(f->usr, "@FT@");
    for (const char *at = f->type; *at && numbers;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        numbers = length ? is_number_word(at, length) : strchr(" (),", *at) != NULL;
        at += length ? length : 1;
    }
    return numbers;
}

// A library's function may call what it is handed, be its body known (a toolkit's) or only declared (embedded headers). What has no
// namespace is CUDA's own and C's, and calls nothing; nor do the constructors of CUDA's vectors, by which an atomicAdd of a toolkit returns one.
static bool may_call_functors(const function *f)
{
    return f->in_system && (f->is_foreign || *f->name_scope) && !is_vector_scope(f->name_scope) && !takes_numbers(f);
}

bool ambient_may_be_called_by(const plan *p, const function *f)
{
    bool exists = false;
    for (size_t i = 0; i < p->functions.count && !exists; i++)
        exists = p->functions.items[i].ambient || has_device_lambda_reads(&p->functions.items[i]);
    return exists && may_call_functors(f) && !library_is_group_question(f->name) && strcmp(f->name, "sync") != 0;
}

static bool spread_uses_of_ambient(plan *p, function *f)
{
    bool uses = false;
    for (size_t k = 0; k < f->facts.count && !f->uses_ambient; k++) {
        const fact *x = &f->facts.items[k];
        const function *callee = analyse_is_call(x) ? &p->functions.items[x->callee] : NULL;
        uses |= analyse_is_open_call(x) || (callee && (callee->uses_ambient || may_call_functors(callee)));
    }
    return !f->uses_ambient && (f->uses_ambient = uses);
}

// Kernels that may come to such a function publish their block. Where a call is open, or a library is handed
// functors, any of them may be reached.
void ambient_mark_users(plan *p)
{
    bool exists = p->loose_reads.count > 0, loose = p->loose_reads.count > 0;
    for (size_t i = 0; i < p->functions.count; i++) {
        exists |= p->functions.items[i].ambient;
        if (has_device_lambda_reads(&p->functions.items[i]))
            exists = loose = true;
    }
    for (size_t i = 0; i < p->loose_calls.count; i++)
        loose |= p->functions.items[p->loose_calls.items[i].callee].ambient;
    if (!exists)
        return;
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].uses_ambient = p->functions.items[i].ambient || loose;
    analyse_close(p, spread_uses_of_ambient);
}
