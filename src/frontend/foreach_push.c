// Which pushes into the queue of a kernel's `foreach` go into the group's own ring: see foreach.h.
//
//     pt_push(queue, v + 1);                      pt_push(::pt::in_own_ring(queue), v + 1);
//     divide(queue, v);                           divide(::pt::in_own_ring(queue), v);
//
// where `template <class Queue> __device__ void divide(const Queue &queue, int v)` does nothing with it but push. The queue itself keeps its
// type, so that what the program asks of that type, and which overload or specialisation it chooses by it, stays as the text says. Any use that
// is not known here for sure means the queue as it is: what is pushed by way of it goes to the common ring, which is right as well.
#include "frontend/foreach.h"

#include "frontend/unchanged.h"

#include <string.h>

static bool is_one_of_its_name(const plan *p, const char *name)
{
    int count = 0;
    for (size_t i = 0; i < p->functions.count; i++)
        count += strcmp(p->functions.items[i].name, name) == 0;
    return count == 1;
}

// Is it a macro's name, or does a macro's text hold it? What that makes of it is not in sight.
static bool is_in_macro(const plan *p, slice word, bool by_text)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        bool in_text = false;
        for (size_t i = 1; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            const bool is_name = t->in_directive && token_is(f->text, t - 1, "define");
            in_text = is_name || (in_text && t->in_directive && !t->starts_line);
            if ((by_text ? in_text : is_name) && t->kind == TOKEN_IDENTIFIER && slice_equal(word, token_bytes(f->text, t)))
                return true;
        }
    }
    return false;
}

static bool is_handed_to(const plan_file *f, size_t i, const char *callee)
{
    return i >= 2 && is_token(f, i - 1, "(") && is_token(f, i - 2, callee);
}

static bool is_pushed_to(const plan_file *f, size_t i) { return is_handed_to(f, i, "pt_push") && is_token(f, i + 1, ","); }

// `const Queue &queue`, where Queue is the function's own: token of that type's name; 0: it is something else.
static size_t type_of_first(const plan_file *f, const declaration *d)
{
    const parameter *x = d->parameters.count ? &d->parameters.items[0] : NULL;
    if (!x || !*x->name || x->is_pack || x->default_begin != x->end)
        return 0;
    const size_t i = token_at_or_after(&f->tokens, x->begin);
    if (!is_token(f, i, "const") || !is_token(f, i + 2, "&") || f->tokens.items[i + 3].begin != x->name_begin || f->tokens.items[i + 3].end != x->end)
        return 0;
    for (size_t k = 0; k < d->template_parameters.count; k++)
        if (is_token(f, i + 1, d->template_parameters.items[k].name) && !d->template_parameters.items[k].is_pack)
            return i + 1;
    return 0;
}

// Its type matters nowhere else, and is nothing but a class's: `template <class Queue>`.
static bool is_text_the_same(const plan *p, const plan_file *f, const declaration *d, size_t type)
{
    const char *const name = d->parameters.items[0].name;
    const slice of_type = token_word(f, type);
    if (is_in_macro(p, of_type, true) || is_in_macro(p, slice_of(name), true))
        return false;
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->body_end; i++) {
        const bool in_header = f->tokens.items[i].begin < d->specifiers_begin && (is_token(f, i - 1, "class") || is_token(f, i - 1, "typename")) &&
                               (is_token(f, i + 1, ",") || is_token(f, i + 1, ">"));
        if (i != type && slice_equal(of_type, token_word(f, i)) && !in_header)
            return false;
        if ((is_token(f, i, name) && i != type + 2 && !is_pushed_to(f, i)) || is_token(f, i, "__PRETTY_FUNCTION__"))
            return false;
    }
    return true;
}

// Has it one body, in which nothing belongs to an instantiation alone?
static bool is_plain_template(const function *f, const declaration *d)
{
    if (f->in_system || f->form != FORM_FUNCTION || f->declarations.count != 1 || f->primary >= 0 || f->is_repeated || !d->is_template || d->is_specialisation || d->in_class ||
        d->in_macro || d->is_friend)
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->elsewhere || x->kind == FACT_SHARED || x->kind == FACT_STATIC_LOCAL || x->kind == FACT_LAMBDA || x->kind == FACT_LOCAL_TYPE)
            return false;
    }
    return true;
}

// Does the function do nothing with its first parameter but push into it, whatever that one's type is?
static bool only_pushes(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    if (!d || !is_plain_template(f, d) || !is_one_of_its_name(p, f->name))
        return false;
    const plan_file *file = &p->files.items[d->file];
    const size_t type = type_of_first(file, d);
    return type && is_text_the_same(p, file, d, type);
}

// Is the token the kernel's parameter of that name, and written where it stands?
static bool names_parameter(const function *f, const parameter *queue, const token *t)
{
    bool found = false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_NAME || x->begin != t->begin || x->end != t->end || x->elsewhere)
            continue;
        if (x->in_macro || x->read_at < queue->begin || x->read_at >= queue->end)
            return false;
        found = true;
    }
    return found;
}

static bool is_in_lambda(const function *f, size_t offset)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA && !f->facts.items[i].elsewhere && offset >= f->facts.items[i].begin && offset < f->facts.items[i].end)
            return true;
    return false;
}

// A kernel that another one launches may be given a lambda of that one's, and has no ring.
static bool launches_on_device(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const function *around = plan_function_around(p, p->launches.items[i].file, p->launches.items[i].open_begin);
        if (around && (around->is_kernel || around->is_device))
            return true;
    }
    return false;
}

// What the call `callee(queue` at token `i` calls, for sure.
static bool hands_to_pushing(const plan *p, const function *f, const plan_file *file, size_t i)
{
    if (!is_token(file, i - 1, "(") || (!is_token(file, i + 1, ",") && !is_token(file, i + 1, ")")))
        return false;
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        const bool is_call = (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && !x->in_macro && !x->elsewhere && x->callee >= 0;
        if (!is_call || x->begin != file->tokens.items[i - 2].begin)
            continue;
        const function *callee = &p->functions.items[x->callee];
        return strcmp(callee->name, "pt_push") == 0 ? is_pushed_to(file, i) && callee->in_system : is_handed_to(file, i, callee->name) && only_pushes(p, callee);
    }
    return false;
}

static bool is_among(const function *f, size_t offset)
{
    for (size_t i = 0; i < f->tasks.own_pushes.count; i++)
        if (f->tasks.own_pushes.items[i] == offset)
            return true;
    return false;
}

// The directive names it, it is pushed to, or copied.
static bool is_harmless(const plan *p, const function *f, const plan_file *file, const fact *x)
{
    const bool is_directive = x->begin >= f->state.item_end && x->begin < f->tasks.begin;
    return !x->elsewhere && (is_directive || is_among(f, x->begin) || is_pushed_to(file, token_at_or_after(&file->tokens, x->begin)) || unchanged_is_copied(p, f, x));
}

// May the name mean another queue than the one that the group has its ring in? Then nothing is known of any use.
static bool may_be_another(const plan *p, const function *f, const plan_file *file, const token *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if ((x->kind == FACT_CHANGE || x->kind == FACT_OPEN_CHANGE) && token_is(file->text, name, x->name) && !is_harmless(p, f, file, x))
            return true;
    }
    return unchanged_names_another(p, f, name);
}

static const parameter *queue_of(const declaration *d, slice name)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (slice_equal(name, slice_of(d->parameters.items[i].name)))
            return &d->parameters.items[i];
    return NULL;
}

static void find_pushes(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    const parameter *queue = queue_of(d, file->directives.items[f->tasks.directive].queue);
    if (!queue || !is_one_of_its_name(p, "pt_push") || is_in_macro(p, slice_of("pt_push"), false))
        return;
    const bool in_lambdas = !launches_on_device(p);
    const token *first = NULL;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < f->tasks.end; i++) {
        const token *t = &file->tokens.items[i];
        if (!token_is(file->text, t, queue->name) || !names_parameter(f, queue, t))
            continue;
        first = t;
        if (hands_to_pushing(p, f, file, i) && (in_lambdas || !is_in_lambda(f, t->begin)))
            *ARENA_PUSH(p->arena, &f->tasks.own_pushes) = t->begin;
    }
    if (first && may_be_another(p, f, file, first))
        f->tasks.own_pushes.count = 0;
}

void foreach_find_pushes(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].has_tasks && plan_definition(&p->functions.items[i]))
            find_pushes(p, &p->functions.items[i]);
}
