// What a kernel calls, whose arrays a loop may keep: see keep_reader.h.
//
// In:  what libclang knows of the kernel, and of the functions that it calls. Out: a kernel is given up that calls what may do more
//      than compute a number, or in which something happens that is not followed.
#include "frontend/keep_reader.h"

#include "frontend/number_class.h"

#include <string.h>

// void operator+=(float4 &a, float4 b): the text of a use shows that `a` changes.
static bool changes_first(const function *f)
{
    static const char *const names[] = {"operator+=", "operator-=", "operator*=", "operator/="};
    return STRING_IS_ANY(f->name, names);
}

// float4 &(float4 &, ...): it gives back what it changes, as it does for a number.
static bool gives_first(const function *f)
{
    const size_t length = strcspn(f->type, " ");
    return strncmp(f->type + length, " &(", 3) == 0 && strncmp(f->type + length + 3, f->type, length) == 0 && strncmp(f->type + 2 * length + 3, " &,", 3) == 0;
}

// At the `&` of a function's type: a constant is passed, or what an operator changes, and may give back.
static bool is_plain_reference(const function *f, const char *at)
{
    const char *first = at;
    while (first > f->type && first[-1] != '(' && first[-1] != ',')
        first--;
    first += *first == ' ';
    if (strncmp(first, "const ", strlen("const ")) == 0)
        return true;
    const bool gives_nothing = strncmp(f->type, "void (", strlen("void (")) == 0;
    return changes_first(f) && ((gives_nothing && first == f->type + strlen("void (")) || (gives_first(f) && (first == f->type || first == strchr(f->type, '(') + 1)));
}

// "float (int, double)", "float4 (const float4 &, float4)", and nothing that has a name of its own.
static bool has_words_of_numbers(const function *f, bool any_reference)
{
    for (const char *at = f->type; *at;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (!(length == 0 && strchr(" (),", *at)) && !is_number_word(at, length) && !is_number_class(at, length) &&
            !(*at == '&' && (any_reference || is_plain_reference(f, at))))
            return false;
        at += length ? length : 1;
    }
    return true;
}

// CUDA's operator for such a class: it computes, and changes what its name says, as for a number.
static bool is_of_number_class(const function *f)
{
    const size_t scope = strcspn(f->name_scope, ":"); // of a member
    return (f->form == FORM_OPERATOR || f->form == FORM_CONVERSION) && has_words_of_numbers(f, true) &&
           (*f->name_scope ? is_number_class(f->name_scope, scope) && strcmp(f->name_scope + scope, "::") == 0 : f->form == FORM_OPERATOR);
}

static bool only_computes(const reader *r, int index, int depth);

static bool has_default_arguments(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        for (size_t k = 0; k < f->declarations.items[i].parameters.count; k++) {
            const parameter *x = &f->declarations.items[i].parameters.items[k];
            if (x->default_begin != x->end)
                return true;
        }
    return false;
}

// A value in front of an operator: `*` and `&` lead to memory elsewhere.
static bool ends_number(const reader *r, size_t i)
{
    return is(r, i, ")") || token_of(r, i)->kind == TOKEN_NUMBER || reader_parameter_at(r, i) >= 0 || is(r, i - 1, ".");
}

// In the body of a function that `r` calls.
static bool is_known_token(const reader *r, const reader *own, size_t i, int depth)
{
    static const char *const operators[] = {"(", ")", "{", "}", ";", ",", "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "?", ":", "&&", "||", "!",
                                            "^", "|", "~", "<<", "&"};
    static const char *const changing[] = {"=", "+=", "-=", "*=", "/="}; // a parameter, as there is no other name
    static const char *const words[] = {"return", "if", "else"};
    const token *t = token_of(own, i);
    if (t->kind == TOKEN_NUMBER || is(own, i, "."))
        return true;
    const bool is_call = is_word(own, i) && is(own, i + 1, "(");
    const fact *call = is_call ? reader_call_at(own, i) : NULL;
    if (call && call->callee >= 0 && only_computes(r, call->callee, depth + 1))
        return true;
    if (is_word(own, i) && !is_call && (reader_parameter_at(own, i) >= 0 || is(own, i - 1, "."))) // or a member of one
        return true;
    return IS_ONE_OF(own, i, words) || IS_ONE_OF(own, i, operators) || (changes_first(own->f) && IS_ONE_OF(own, i, changing)) || reader_is_type(own, i);
}

static bool body_only_computes(const reader *r, const function *f, const declaration *d, int depth)
{
    const plan_file *file = &r->p->files.items[d->file];
    const reader own = {.p = r->p, .f = f, .d = d, .file = file, .in = -1, .out = -1};
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const bool reaches = (is(&own, i, "*") || is(&own, i, "&")) && !ends_number(&own, i - 1);
        if (reaches || file->tokens.items[i].in_directive || !is_known_token(r, &own, i, depth))
            return false;
    }
    return true;
}

// What has no words: conversions, operators, literals.
static bool unwritten_only_computes(const reader *r, const function *f, int depth)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_LOCAL || x->kind == FACT_CHANGE || x->kind == FACT_OPEN_CHANGE)
            continue; // these have
        if (x->in_macro || x->elsewhere || (x->kind != FACT_RETURN && (x->kind != FACT_CALL || x->callee < 0 || !only_computes(r, x->callee, depth + 1))))
            return false;
    }
    return true;
}

// A function that gives a number made of its arguments, and does nothing else: of CUDA, or a `return` of the program's.
static bool only_computes(const reader *r, int index, int depth)
{
    enum { depth_at_most = 8 };
    const function *f = &r->p->functions.items[index];
    if (f->in_system || strncmp(f->name, "__builtin_", strlen("__builtin_")) == 0)
        return reader_is_computing(f->name) || (r->is_part && strcmp(f->name, "__ldg") == 0) || f->form == FORM_CONSTRUCTOR || is_of_number_class(f);
    const declaration *d = plan_definition(f);
    if (!d || !f->facts_known || (f->form != FORM_FUNCTION && f->form != FORM_OPERATOR) || !has_words_of_numbers(f, false) || depth > depth_at_most || f->is_kernel)
        return false;
    return !has_default_arguments(f) && body_only_computes(r, f, d, depth) && unwritten_only_computes(r, f, depth);
}

static bool is_known_change(const reader *r, const fact *x)
{
    const size_t i = token_at_or_after(&r->file->tokens, x->begin);
    for (size_t k = 0; k < r->regions.count; k++) {
        const region *y = &r->regions.items[k];
        if (i >= y->begin && i < y->end)
            return is(r, i, x->name) && reader_gets_value(r, y, i);
    }
    return false;
}

// Of the elements, which can be copied as bytes: the compiler's, or CUDA's.
static bool is_plain_assignment(const reader *r, const fact *x)
{
    const function *f = x->callee >= 0 ? &r->p->functions.items[x->callee] : NULL;
    return f && strcmp(f->name, "operator=") == 0 && !f->declarations.count;
}

// Of float4 v = {p.x, a}: the value is copied, as all that the kernel declares are numbers.
static bool is_in_list(const reader *r, size_t i)
{
    int depth = 0;
    for (i--; i > 0 && !is(r, i, ";"); i--) {
        if (depth == 0 && depth_of(r, i) > 0)
            return is(r, i, "{") && !is(r, i - 1, ")") && !is(r, i - 1, ";");
        depth -= depth_of(r, i);
    }
    return false;
}

// By itself in such a list, or in max(a, low), which a template leaves open: CUDA's function for numbers, which has no other effect.
bool reader_is_only_read(const reader *r, size_t i)
{
    int depth = 0;
    size_t behind = is(r, i + 1, ".") ? i + 3 : i + 1;
    while (is(r, behind, "["))
        behind = reader_closing(r, behind) + 1;
    if ((is(r, i - 1, "{") || is(r, i - 1, ",")) && (is(r, behind, ",") || is(r, behind, "}")) && is_in_list(r, i))
        return true;
    if ((!is(r, i - 1, "(") && !is(r, i - 1, ",")) || (!is(r, i + 1, ",") && !is(r, i + 1, ")")))
        return false; // max(i++, n)
    while (i > 0 && (depth > 0 || !is(r, i - 1, "(")) && !is(r, i - 1, ";")) {
        i--;
        depth += is(r, i, ")") - is(r, i, "(");
    }
    return i > 1 && is(r, i - 1, "(") && is_word(r, i - 2) && !reader_is_of_program(r, i - 2) && reader_is_computing(arena_copy(r->p->arena, bytes_of(r, i - 2).bytes, bytes_of(r, i - 2).length));
}

// Without a name at the call: in a macro that is one of numbers, an operator, or a copy of an object, which is one of a class of CUDA's.
static bool is_followed(const reader *r, const fact *x)
{
    const function *f = x->callee >= 0 ? &r->p->functions.items[x->callee] : NULL;
    return !(x->context & OPERATOR_SYNTAX) ||
           (f && (f->form != FORM_CONSTRUCTOR || (f->in_system && is_number_class(f->name, strlen(f->name)))));
}

bool reader_has_open_types(const reader *r)
{
    for (size_t i = token_at_or_after(&r->file->tokens, r->d->begin); token_of(r, i)->begin < r->d->specifiers_begin; i++)
        if (is(r, i, "class") || is(r, i, "typename"))
            return true;
    return false;
}

// What it gives back is of a class, so that an operator for it and a number may be the program's.
static bool gives_class(const reader *r, const fact *x)
{
    static const char *const parts[] = {"make_", "2half", "2bfloat", "half22float2", "bfloat1622float2", "halves"};
    const function *f = x->callee >= 0 ? &r->p->functions.items[x->callee] : NULL;
    if (f && f->form == FORM_CONSTRUCTOR)
        return true;
    if (x->name && strcmp(x->name, "__ldg") == 0)
        return false; // an element, as without it
    for (size_t i = 0; !f && x->name && i < sizeof parts / sizeof *parts; i++)
        if (strstr(x->name, parts[i]))
            return true;
    return f && is_number_class(f->type, strcspn(f->type, " "));
}

// Without a callee: what a template's type decides. That is one of numbers where the launches become one (fuse_host.cuh, keep_launch.cuh).
static bool computes_for_numbers(const reader *r, const fact *x, size_t at)
{
    if (x->kind != FACT_CALL_DEPENDENT || !x->name)
        return false;
    if (is(r, at + 1, "(") && reader_is_type_or_template(r, at) && token_of(r, reader_closing(r, at + 1))->end == x->end)
        return true; // T(0), int(a[i])
    return (x->context & OPERATOR_SYNTAX && strncmp(x->name, "operator", strlen("operator")) == 0) ||
           (reader_is_computing(x->name) && is(r, at, x->name) && !reader_is_of_program(r, at));
}

static bool is_any_call(const fact *x)
{
    return x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL;
}

static bool does_only_compute(const reader *r, const fact *x, size_t at)
{
    if (x->callee < 0)
        return computes_for_numbers(r, x, at);
    return (only_computes(r, x->callee, 0) && is_followed(r, x)) || is_plain_assignment(r, x);
}

// Besides calls; whether a change is one that is followed is asked elsewhere.
static bool is_of_known_kind(const fact *x)
{
    return x->kind == FACT_BLOCK_INDEX || x->kind == FACT_RETURN || x->kind == FACT_LOCAL || x->kind == FACT_CHANGE || x->kind == FACT_OPEN_CHANGE || x->kind == FACT_CONST_BINDING || x->kind == FACT_JUMP ||
           x->kind == FACT_RELEASE; // a store of 0: no lock, where nothing waits
}

static bool changes_array(const reader *r, const fact *x)
{
    for (size_t i = 0; i < r->names.count && x->kind == FACT_CHANGE; i++)
        if (r->names.items[i].is_pointer && slice_equal(r->names.items[i].name, slice_of(x->name)))
            return true;
    return false;
}

void reader_check_facts(reader *r)
{
    const bool is_open = reader_has_open_types(r);
    const function *f = r->f;
    if (f->has_block_barrier || f->has_warp_sync || f->uses_shared || f->has_async_copy || f->uses_ambient || f->has_grid_barrier || f->polls)
        reader_give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel's threads have to do with each other");
    for (size_t i = 0; i < f->facts.count && !r->why; i++) {
        const fact *x = &f->facts.items[i];
        const size_t at = token_at_or_after(&r->file->tokens, x->begin);
        const bool is_call = is_any_call(x), computes = is_call && does_only_compute(r, x, at);
        if (is_call && computes && is_open && gives_class(r, x))
            reader_give_up(r, at, "what this gives is of a class, and its operators hang on the template's arguments");
        else if (is_call && !computes)
            reader_give_up(r, at, arena_format(r->p->arena, "'%s' is called, which may do more than compute a number", x->name ? x->name : "a function"));
        else if (x->elsewhere || x->context & DEVICE_ONLY || (!is_call && (x->in_macro || !is_of_known_kind(x))))
            reader_give_up(r, at, "what stands here is not followed");
        else if (x->kind == FACT_CHANGE && !changes_array(r, x) && !is_known_change(r, x) && !reader_is_only_read(r, at))
            reader_give_up(r, at, arena_format(r->p->arena, "'%s' may change here in a way that is not followed", x->name));
    }
}
