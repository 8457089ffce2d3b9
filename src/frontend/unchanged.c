// Variables that keep their value; see unchanged.h.
#include "frontend/unchanged.h"

#include "frontend/handing.h"

#include <string.h>

static const plan_file *file_of(const plan *p, const function *f) { return &p->files.items[plan_definition(f)->file]; }

// An operator or a conversion that runs on the device, and may be meant where a template leaves the types open.
static bool is_open_operator(const function *f)
{
    static const char *const others[] = {"operator()", "operator[]", "operator=", "operator->", "operator new", "operator delete"};
    return !f->in_system && f->is_device && (f->form == FORM_CONVERSION || strncmp(f->name, "operator", 8) == 0) && !STRING_IS_ANY(f->name, others);
}

bool unchanged_has_operators(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (is_open_operator(&p->functions.items[i]))
            return true;
    return false;
}

bool unchanged_takes_variable(const function *f, bool by_address)
{
    const char *at = f->type ? strchr(f->type, '(') : NULL;
    bool takes = !at, is_const = false;
    for (at = at ? at + 1 : ""; *at && !takes; at++) {
        const bool is_word = strncmp(at, "const", 5) == 0 && !is_name_byte(at[-1]) && !is_name_byte(at[5]);
        takes = !is_const && (*at == '&' || (by_address && *at == '*'));
        is_const = (is_const && *at != ',' && *at != '*') || is_word; // of `const T *&` what is referred to is a pointer
    }
    return takes;
}

// Of a number only what is an argument can be changed; of an object, what it is a function of, too.
static bool changes_operand(const function *f, bool is_number)
{
    const char *const behind = f->type ? strrchr(f->type, ')') : NULL;
    const bool is_member = f->form == FORM_CONVERSION || *f->name_scope;
    return unchanged_takes_variable(f, true) || (!is_number && is_member && !(behind && strstr(behind, "const")));
}

// Is the constructor's one parameter an object of its class: holder(holder &&)?
static bool takes_own_class(const function *f)
{
    const char *const open = strchr(f->type, '(');
    const size_t length = strlen(f->name);
    return open && strncmp(open + 1, f->name, length) == 0 && strcmp(open + 1 + length, " &&)") == 0;
}

// holder(unsigned &): an operand may become such an object. What moves one is no change of another type's variable.
static bool converts_variable(const function *f)
{
    return f->form == FORM_CONSTRUCTOR && !f->in_system && f->is_device && unchanged_takes_variable(f, true) && !(f->type && takes_own_class(f));
}

bool unchanged_has_changing_constructors(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (converts_variable(&p->functions.items[i]))
            return true;
    return false;
}

bool unchanged_has_changing_conversions(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].form == FORM_CONVERSION && is_open_operator(&p->functions.items[i]) && changes_operand(&p->functions.items[i], false))
            return true;
    return false;
}

static bool has_changing_operators(const plan *p, bool is_number)
{
    bool has = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        has |= is_open_operator(f);
        if (is_open_operator(f) && changes_operand(f, is_number))
            return true;
    }
    return has && unchanged_has_changing_constructors(p);
}

bool unchanged_is_broken_by(const plan *p, const fact *x)
{
    const bool is_open = x->kind == FACT_OPEN_CHANGE;
    return x->kind == FACT_CHANGE || (x->kind == FACT_CONST_BINDING && p->casts_const_away) || (is_open && (x->type ? plan_names_function(p, x->type) : has_changing_operators(p, (x->context & IS_SCALAR) != 0)));
}

typedef enum capture_use { CAPTURE_NONE, CAPTURE_COPY, CAPTURE_NAME, CAPTURE_OTHER } capture_use;

static bool ends_capture(const plan_file *f, size_t i) { return is_token(f, i, ",") || is_token(f, i, "]"); }

// In a list of captures that begins at `open`, and in no brackets of its own. [x], [y = x] and [y = x.part] are copies, which do nothing.
static capture_use use_in_list(const plan_file *f, size_t open, size_t i)
{
    if (i == open + 1 || is_token(f, i - 1, ","))
        return ends_capture(f, i + 1) ? CAPTURE_COPY : is_token(f, i + 1, "=") ? CAPTURE_NAME : CAPTURE_OTHER;
    const bool is_value = is_token(f, i - 1, "=") && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER && (i == open + 3 || is_token(f, i - 3, ","));
    while (is_token(f, i + 1, ".") && f->tokens.items[i + 2].kind == TOKEN_IDENTIFIER)
        i += 2;
    return is_value && ends_capture(f, i + 1) ? CAPTURE_COPY : CAPTURE_OTHER;
}

// What the name at token `i` is in a lambda's captures. libclang does not say what [&r = x], [&r{x}] and [r = f(x)] do.
static capture_use use_in_capture(const function *f, const plan_file *file, size_t i)
{
    const token *t = file->tokens.items;
    capture_use use = CAPTURE_NONE;
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind != FACT_LAMBDA || x->elsewhere || t[i].begin <= x->begin || t[i].begin >= x->end)
            continue;
        const size_t open = token_at_or_after(&file->tokens, x->begin);
        int depth = 0;
        size_t m = open;
        do {
            depth += bracket_depth(file, m);
        } while (depth > 0 && ++m < i);
        const capture_use in_this = depth > 0 ? (depth == 1 ? use_in_list(file, open, i) : CAPTURE_OTHER) : CAPTURE_NONE;
        use = in_this > use ? in_this : use;
    }
    return use;
}

bool unchanged_in_captures(const plan *p, const function *f, const char *name)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = file_of(p, f);
    if (!f->has_lambda) // nearly all, and its text may be long
        return true;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && is_token(file, i, name) && !is_token(file, i - 1, ".") && !is_token(file, i - 1, "->") &&
            use_in_capture(f, file, i) == CAPTURE_OTHER)
            return false;
    return true;
}

bool unchanged_is_copied(const plan *p, const function *f, const fact *x)
{
    const plan_file *file = file_of(p, f);
    const size_t i = token_at_or_after(&file->tokens, x->begin);
    return !x->elsewhere && !x->in_macro && is_token(file, i, x->name) && (use_in_capture(f, file, i) == CAPTURE_COPY || use_in_capture(f, file, i) == CAPTURE_NAME);
}

// In a lambda, a parameter of it may have the name.
static bool is_of_lambda(const function *f, const plan_file *file, const token *use)
{
    const slice word = token_bytes(file->text, use);
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind != FACT_LAMBDA || x->elsewhere || use->begin < x->begin || use->begin >= x->end)
            continue;
        for (size_t i = token_at_or_after(&file->tokens, x->begin); file->tokens.items[i].begin < use->begin; i++) {
            if (token_is(file->text, &file->tokens.items[i], "{"))
                break;
            if (slice_equal(word, token_word(file, i)))
                return true;
        }
    }
    return false;
}

bool unchanged_names_another(const plan *p, const function *f, const token *use)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = file_of(p, f);
    const slice word = token_bytes(file->text, use);
    const bool captures = f->has_lambda;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(word, token_word(file, i)) &&
            (plan_is_bound(p, file, i) || (captures && use_in_capture(f, file, i) > CAPTURE_COPY)))
            return true;
    return captures && is_of_lambda(f, file, use);
}

// const_cast<int &>(r) = 3; (int &)r = 3; what a reference to const stands for changes by that, whatever it is. f(int &) const is none.
static bool casts_at(const plan_file *f, size_t i)
{
    static const char *const behind_parameters[] = {"const", "noexcept", "override", "final", "volatile", "requires", "throw", "__attribute__", "try", "mutable"};
    const bool to_reference = is_token(f, i, "&") && is_token(f, i + 1, ")") && (f->tokens.items[i + 2].kind == TOKEN_IDENTIFIER || is_token(f, i + 2, "("));
    return is_token(f, i, "const_cast") || (to_reference && !IS_ANY_TOKEN(f, i + 2, behind_parameters));
}

void unchanged_find_casts(plan *p)
{
    for (size_t file = 0; file < p->files.count && !p->casts_const_away; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i + 2 < f->tokens.count && !p->casts_const_away; i++)
            p->casts_const_away = casts_at(f, i);
    }
}

bool unchanged_is_within(const plan *p, const function *f, const token *t, int depth)
{
    const plan_file *file = file_of(p, f);
    if (f->casts_const_away)
        return false;
    size_t declared = plan_is_parameter(file, plan_definition(f), (size_t)(t - file->tokens.items));
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (!token_is(file->text, t, x->name))
            continue;
        declared += x->kind == FACT_LOCAL || x->kind == FACT_STATIC_LOCAL;
        if (declared > 1 || (unchanged_is_broken_by(p, x) && !handing_keeps(p, f, x, depth)))
            return false;
    }
    return !unchanged_names_another(p, f, t);
}

bool unchanged_is(const plan *p, const function *f, const token *t) { return unchanged_is_within(p, f, t, 0); }

// What a loop begins with goes over that.
bool unchanged_is_assignment(const plan_file *file, const fact *x)
{
    static const char *const before[] = {";", "{", "}", ")", "else", ","};
    const token *t = &file->tokens.items[token_at_or_after(&file->tokens, x->begin)];
    if (x->in_macro || x->elsewhere || t->begin != x->begin)
        return false;
    const bool prefix = token_is(file->text, t - 1, "++") || token_is(file->text, t - 1, "--");
    const bool in_for = token_is(file->text, t - 1, "(") && token_is(file->text, t - 2, "for");
    bool stands = in_for;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        stands |= token_is(file->text, t - 1 - prefix, before[i]);
    return stands && (prefix || change_at(file, (size_t)(t - file->tokens.items) + 1));
}

bool unchanged_in_loop(const plan *p, const function *f, const branch *loop, const token *name)
{
    const plan_file *file = file_of(p, f);
    bool declared = false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool names = token_is(file->text, name, x->name);
        declared |= names && x->kind == FACT_LOCAL && !x->elsewhere && x->begin >= loop->begin && x->begin < loop->condition_begin;
        if (names && (x->elsewhere || (x->begin >= loop->header_end && x->begin < loop->end)) &&
            (x->kind == FACT_LOCAL || unchanged_is_broken_by(p, x)))
            return false;
    }
    for (size_t i = 0; i < f->facts.count && !declared; i++) {
        const fact *x = &f->facts.items[i];
        const bool in_header = x->begin >= loop->begin && x->begin < loop->header_end;
        if (token_is(file->text, name, x->name) && unchanged_is_broken_by(p, x) && !in_header && !unchanged_is_assignment(file, x))
            return false;
    }
    return !unchanged_names_another(p, f, name);
}

bool unchanged_is_plain(const plan *p, const function *f, const token *t)
{
    const plan_file *file = file_of(p, f);
    const declaration *d = plan_definition(f);
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *x = &d->parameters.items[i];
        if (token_is(file->text, t, x->name))
            return (x->size_bytes && (!x->is_class || token_is(file->text, t + 1, "."))) || !unchanged_has_operators(p);
    }
    bool is_number = false;
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LOCAL && token_is(file->text, t, f->facts.items[i].name))
            is_number = (f->facts.items[i].context & IS_SCALAR) != 0;
    const bool is_open = d->is_template || d->in_template || d->has_auto_parameter; // a member's operators may not be in sight
    return is_number || (!is_open && token_is(file->text, t + 1, ".")) || !unchanged_has_operators(p);
}

// A copy that nobody has written: what its parts call is called beside it.
static bool is_generated(const function *f) { return f->form == FORM_CONSTRUCTOR && !f->declarations.count; }

bool unchanged_is_call(const plan *p, const fact *x)
{
    const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL;
    return is_call && (x->callee < 0 || !(p->functions.items[x->callee].in_system || is_generated(&p->functions.items[x->callee])));
}

bool unchanged_calls(const plan *p, const function *f, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].begin >= begin && f->facts.items[i].begin < end && unchanged_is_call(p, &f->facts.items[i]))
            return true;
    return false;
}
