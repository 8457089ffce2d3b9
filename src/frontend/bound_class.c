// Classes that no parameter of a template can stand for: see bound_class.h.
#include "frontend/bound_class.h"

// The end of the innermost function's body around the place; 0: it is in none.
static size_t body_end_around(const plan *p, int file, size_t at)
{
    size_t end = 0, begin = 0;
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (d && d->file == file && d->body_begin < at && at < d->body_end && d->body_begin >= begin) {
            begin = d->body_begin;
            end = d->body_end;
        }
    }
    return end;
}

// From its declaration on, is nothing said of the variable but x.member?
static bool says_members_alone(const plan_file *f, size_t variable, size_t end)
{
    const slice word = token_word(f, variable);
    for (size_t i = variable + 1; f->tokens.items[i].begin < end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(token_word(f, i), word) && (!is_token(f, i + 1, ".") || f->tokens.items[i].in_directive))
            return false;
    return true;
}

static size_t begin_of_name(const plan_file *f, size_t name)
{
    while (name >= 2 && is_token(f, name - 1, "::"))
        name -= f->tokens.items[name - 2].kind == TOKEN_IDENTIFIER ? 2 : 1;
    return name;
}

// `name<T>(...);` or `name<T>{...};`, the value of the variable in front of a `=`.
static bool makes_an_object(const plan_file *f, size_t name)
{
    const size_t open = plan_behind_arguments(f, name + 1);
    return (is_token(f, open, "(") || is_token(f, open, "{")) && is_token(f, plan_closing_bracket(f, open, f->tokens.count) + 1, ";");
}

// `name x(...);` in a function, or `name x = name(...);`
static bool is_plain_variable(const plan *p, int file, size_t name)
{
    static const char *const begins[] = {";", "{", "}"}, *const values[] = {"(", "{", ";"};
    const plan_file *f = &p->files.items[file];
    const size_t first = begin_of_name(f, name), variable = plan_behind_arguments(f, name + 1), end = body_end_around(p, file, f->tokens.items[name].begin);
    if (!end || first == 0 || !IS_ANY_TOKEN(f, first - 1, begins) || f->tokens.items[first - 1].in_directive ||
        f->tokens.items[variable].kind != TOKEN_IDENTIFIER)
        return false;
    size_t again = variable + 2; // behind a `=`
    while (is_token(f, again, "::") || is_token(f, again + 1, "::"))
        again++;
    const bool has_value = IS_ANY_TOKEN(f, variable + 1, values) ||
                           (is_token(f, variable + 1, "=") && slice_equal(token_word(f, again), token_word(f, name)) && makes_an_object(f, again));
    return has_value && says_members_alone(f, variable, end);
}

// The value in `name x = name(...);` or `auto x = name(...);`
static bool is_value_of_variable(const plan *p, int file, size_t name)
{
    const plan_file *f = &p->files.items[file];
    const size_t first = begin_of_name(f, name), end = body_end_around(p, file, f->tokens.items[name].begin);
    if (!end || first < 3 || !is_token(f, first - 1, "=") || f->tokens.items[first - 2].kind != TOKEN_IDENTIFIER || !makes_an_object(f, name))
        return false;
    const bool has_type = f->tokens.items[first - 3].kind == TOKEN_IDENTIFIER || is_token(f, first - 3, ">");
    return has_type && !is_token(f, first - 3, "using") && says_members_alone(f, first - 2, end);
}

// `name<T>(...);`, an object that nobody has a name of.
static bool is_dropped(const plan *p, int file, size_t name)
{
    static const char *const begins[] = {";", "{", "}"};
    const plan_file *f = &p->files.items[file];
    const size_t first = begin_of_name(f, name), open = plan_behind_arguments(f, name + 1);
    if (f->tokens.items[open + 1].kind == TOKEN_IDENTIFIER && is_token(f, open + 2, ")"))
        return false; // name(x); declares x
    return body_end_around(p, file, f->tokens.items[name].begin) && first > 0 && IS_ANY_TOKEN(f, first - 1, begins) && !f->tokens.items[first - 1].in_directive && makes_an_object(f, name);
}

// In the class's own braces: `name(`, `~name(`, where a function is declared.
static bool is_special_member(const plan *p, int file, size_t name)
{
    const plan_file *f = &p->files.items[file];
    static const char *const in_front[] = {";", "{", "}", ":", "~", "__device__", "__host__", "__forceinline__", "inline", "explicit", "constexpr"};
    return is_token(f, name + 1, "(") && name > 0 && IS_ANY_TOKEN(f, name - 1, in_front) && !body_end_around(p, file, f->tokens.items[name].begin);
}

static bool is_harmless(const plan *p, int file, size_t i)
{
    const plan_file *f = &p->files.items[file];
    if (f->tokens.items[i].in_directive || i == 0)
        return false;
    const size_t behind = plan_behind_arguments(f, i + 1);
    if (is_token(f, i - 1, "struct") || is_token(f, i - 1, "class"))
        return is_token(f, behind, "{") || is_token(f, behind, ";") || is_token(f, behind, ":");
    return is_token(f, behind, "::") || is_special_member(p, file, i) || is_plain_variable(p, file, i) || is_dropped(p, file, i) || is_value_of_variable(p, file, i);
}

// `*this`, f(this)
static bool hands_itself_on(const plan *p, const char *class)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        const plan_file *file = d && plan_is_member_of(f, class) ? &p->files.items[d->file] : NULL;
        for (size_t k = file ? token_at_or_after(&file->tokens, d->begin) : 0; file && file->tokens.items[k].begin < d->end; k++)
            if (is_token(file, k, "this") && !is_token(file, k + 1, "->"))
                return true;
    }
    return false;
}

bool bound_class(const plan *p, const char *name)
{
    bool is_defined = false;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i, name))
                continue;
            if (!is_harmless(p, (int)file, i))
                return true;
            is_defined |= is_token(f, plan_behind_arguments(f, i + 1), "{");
        }
    }
    return !is_defined || hands_itself_on(p, name);
}

bool bound_class_is_named(const plan *p, const function *f, const char *name)
{
    bool any = plan_is_member_of(f, name);
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const plan_file *file = &p->files.items[d->file];
        const size_t end = d->end > d->body_end ? d->end : d->body_end;
        for (size_t k = token_at_or_after(&file->tokens, d->begin); !any && file->tokens.items[k].begin < end; k++)
            any = is_token(file, k, name);
    }
    return any;
}
