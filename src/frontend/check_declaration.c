// What is wrong with how a kernel, or a function that is copied, is declared: see checker.h.
//
// In:  the declarations of the function that is looked at. Out: errors.
// Invariant: a declaration that passes can be printed again from its text, in front of the original or behind it.
#include "frontend/checker.h"

#include <string.h>

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
                           "condition inside the body, or around a macro in front of the function that stands for what differs", t->f->name));
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

// Does the word stand in a parameter's type, outside of all brackets and template arguments?
static bool type_has(const plan *p, const declaration *d, const char *word)
{
    const plan_file *f = &p->files.items[d->file];
    for (size_t k = 0; k < d->parameters.count && !d->in_macro; k++) {
        const parameter *x = &d->parameters.items[k];
        const size_t end = *x->name ? x->name_begin : x->default_begin;
        int depth = 0;
        for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < end; i++) {
            depth += is_token(f, i, "<") - is_token(f, i, ">") + bracket_depth(f, i);
            if (depth == 0 && is_token(f, i, word))
                return true;
        }
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
    macro_place m = {0};
    while (d->body_end && first->kind == TOKEN_IDENTIFIER && plan_next_macro_named(p, token_bytes(at->text, first), &m)) {
        const plan_file *f = m.of;
        for (size_t k = m.name + 1; f->tokens.items[k].in_directive && !is_token(f, k, "#"); k++)
            open += is_token(f, k, "{") - is_token(f, k, "}");
    }
    return open != 0;
}

// ID({ ... }): what would be put behind the body's brace stands in the argument then.
static bool is_argument_of_macro(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    const size_t body = d->body_end > d->body_begin ? token_at_or_after(&f->tokens, d->body_begin) : 0;
    return body > 0 && (is_token(f, body - 1, "(") || is_token(f, body - 1, ","));
}

// __global__ void (k)(int *out)
static bool has_name_in_parentheses(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    const size_t name = token_at_or_after(&f->tokens, d->name_begin);
    return name > 1 && d->name_end > d->name_begin && is_token(f, name - 1, "(") && is_token(f, name + 1, ")") && !plan_is_macro(p, token_word(f, name - 2));
}

// Behind its name stands an #include, or the end of the file, where the end of its body should.
static bool is_in_several_files(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    int depth = 0;
    for (size_t i = token_at_or_after(&f->tokens, d->name_end);; i++) {
        if (f->tokens.items[i].kind == TOKEN_END || (f->tokens.items[i].in_directive && is_token(f, i, "include") && is_token(f, i - 1, "#")))
            return true;
        depth += bracket_depth(f, i);
        if (depth <= 0 && (is_token(f, i, "}") || is_token(f, i, ";")))
            return false;
    }
}

// using signature = void(int *); __global__ signature k;
static bool is_declared_by_type(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    return d->name_end > d->name_begin && !d->close && is_token(f, token_at_or_after(&f->tokens, d->name_end), ";");
}

// const V... v: g++ 12 finds no function for the address of such a kernel, whatever the pack is.
static bool is_const_pack(const plan_file *f, const parameter *x)
{
    bool is_const = false;
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->end && !is_token(f, i, "..."); i++)
        is_const = is_token(f, i, "const") || (is_const && !is_token(f, i, "*") && !is_token(f, i, "&") && !is_token(f, i, "&&"));
    return x->is_pack && is_const;
}

static bool is_kept_name(const char *name) { return strncmp(name, "pt_", 3) == 0; }

// sum_pt, sum_pt_item ...: a parameter of that name would stand for what the kernel 'sum' is made into.
static bool is_name_of_twin(const function *f, const char *name)
{
    static const char *const endings[] = {"_pt", "_pt_item", "_pt_launch", "_pt_step"};
    const size_t length = strlen(f->name);
    bool is = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        is |= strncmp(name, f->name, length) == 0 && strcmp(name + length, endings[i]) == 0;
    return is;
}

// The text of a kernel with state stands among generated variables and types, and not in a function of its own. (One whose variables are like
// those around phases stays in one piece.)
static bool has_kept_local(const function *f)
{
    static const char *const names[] = {"pt_alive", "pt_block", "pt_item", "pt_launch", "pt_order"};
    bool has = false;
    for (size_t i = 0; i < f->facts.count && f->has_state; i++) {
        const fact *x = &f->facts.items[i];
        has |= (x->kind == FACT_LOCAL || x->kind == FACT_SHARED) && SLICE_IS_ANY(((slice){x->name, strlen(x->name)}), names);
    }
    return f->is_kernel && has;
}

static const char *why_not_with_parameters(const plan *p, const function *f, const declaration *d)
{
    enum { KERNEL_PARAMETERS_AT_MOST = 32764, LAUNCH_RECORD = 80 }; // bytes; of CUDA 12.1 and later, and PT_LAUNCH_BYTES of abi.h
    size_t bytes = 0;
    for (size_t k = 0; k < d->parameters.count; k++) {
        const parameter *x = &d->parameters.items[k];
        bytes += x->size_bytes;
        if (!*x->name && x->is_awkward && d == &f->declarations.items[0])
            return "a parameter of array or function type has no name; give it one";
        if (f->is_kernel && is_const_pack(&p->files.items[d->file], x))
            return "a pack of parameters is const, and g++ gives no address of such a kernel; leave the const away, or remove the directive";
        if (is_kept_name(x->name))
            return "a parameter's name begins with pt_, which is kept for generated code; rename it";
        if (f->is_kernel && is_name_of_twin(f, x->name))
            return "a parameter has the name of a function that is generated for the kernel; rename it";
    }
    for (size_t k = 0; k < d->template_parameters.count; k++)
        if (is_kept_name(d->template_parameters.items[k].name))
            return "a template parameter's name begins with pt_, which is kept for generated code; rename it";
    if (has_kept_local(f))
        return "a variable has a name of generated code around it, which begins with pt_; rename it";
    return f->is_kernel && bytes > KERNEL_PARAMETERS_AT_MOST - LAUNCH_RECORD ? "its parameters leave no room for the launch record; pass a pointer" : NULL;
}

bool check_declarations(const target *t)
{
    const function *f = t->f;
    bool ok = true;
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        span name = plan_span(t->plan, d->file, d->name_begin, d->name_end);
        const char *cause = NULL;
        if (d->in_macro && d->body_begin && t->plan->files.items[d->file].text->bytes[d->body_begin] == '<')
            cause = "its body is written with <% and %>; write { and }";
        else if (d->in_macro && has_name_in_parentheses(t->plan, d))
            cause = "its name stands in parentheses; write it without them";
        else if (d->in_macro && is_declared_by_type(t->plan, d))
            cause = "its parameters stand in the type that declares it; write them out";
        else if (d->in_macro && is_in_several_files(t->plan, d))
            cause = "a part of it comes from an #include; write the whole of it in one file";
        else if (d->in_macro)
            cause = "its declaration comes out of a macro; write the declaration out";
        else if (begins_in_macro(t->plan, d))
            cause = "its body begins in a macro; write the brace out";
        else if (is_argument_of_macro(t->plan, d))
            cause = "its body is a macro's argument; write it out";
        else if (check_told_apart(t->plan, f, d))
            cause = check_told_apart(t->plan, f, d);
        else if (d->is_friend && d->body_end && f->is_kernel)
            cause = "it is defined inside a class; define it at namespace scope";
        else if (d->in_class && f->is_kernel)
            cause = "it is declared inside a class; declare it at namespace scope";
        else if (d->has_auto_parameter && f->is_kernel)
            cause = "the type of a parameter is 'auto'; give it a template header";
        else if (f->is_kernel && type_has(t->plan, d, "auto"))
            cause = "the type of a parameter is 'auto'; name it in the template header";
        else if (f->is_kernel && (type_has(t->plan, d, "&") || type_has(t->plan, d, "&&")))
            cause = "a parameter is a reference, and the kernel gets an address by it, which is the host's unless *pointer is handed to it; pass a value or a pointer";
        if (!cause)
            cause = why_not_with_parameters(t->plan, f, d);
        if (cause) {
            refuse_at(t, "pt-declaration", name, arena_format(t->plan->arena, "'%s' cannot be rewritten: %s", f->name, cause));
            ok = false;
        }
        ok &= check_conditionals(t, d);
    }
    return ok;
}
