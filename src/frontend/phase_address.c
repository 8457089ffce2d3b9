// Finding phases: places from which an address may go on that no `&` in front of a name shows (splitter.h).
//
// In:  the body's tokens, and what libclang knows of locals (FACT_LOCAL). Out: ranges of tokens; whether a name in one of them may be pointed to.
// Rule: what is in a range and is no operand of arithmetic and no index. Ranges are
//          &(c ? x : y), &(const float &)x                what an & stands in front of
//          const float &r = x;                            what a reference begins with
//          view v = x, w{x}; v = x;                       what an object gets that may hold an address
//          const float *p = v.data(); p = v;              what a pointer gets, as far as objects are named
#include "frontend/splitter.h"

static bool is_value_end(const splitter *s, size_t i)
{
    static const char *const ends[] = {",", ";", ")", "}", "]"};
    return IS_ONE_OF(s, i, ends);
}

// Behind the value that begins at `i`.
static size_t behind_value(const splitter *s, size_t i)
{
    while (!is_value_end(s, i) && token_of(s, i)->kind != TOKEN_END)
        i = depth_of(s, i) > 0 ? behind_bracket(s, i) : i + 1;
    return i;
}

static void expose(splitter *s, size_t first, size_t end, exposure_kind kind)
{
    if (end > first && !is(s, first, "[") && !(is(s, first, "=") && is(s, first + 1, "["))) // a lambda lives in its phase
        *ARENA_PUSH(s->plan->arena, &s->exposed) = (exposure){first, end, kind};
}

// Is the & in front of the parenthesis at `i` + 1 an operator with one operand?
static bool takes_address(const splitter *s, size_t i)
{
    const token *before = token_of(s, i - 1);
    const bool is_operand = (before->kind == TOKEN_IDENTIFIER && !is(s, i - 1, "return")) || before->kind == TOKEN_NUMBER || is(s, i - 1, "]");
    return is(s, i, "&") && is(s, i + 1, "(") && !is_operand;
}

// auto &[a, b] = x
static bool is_reference_to_parts(const splitter *s, size_t i)
{
    return (is(s, i, "&") || is(s, i, "&&")) && is(s, i + 1, "[") && (is(s, i - 1, "auto") || is(s, i - 1, "const"));
}

static size_t name_in(const splitter *s, const fact *local)
{
    size_t i = token_at(s, local->begin);
    while (token_of(s, i)->begin < local->end && !slice_equal(bytes_of(s, i), name_of(local)))
        i++;
    return token_of(s, i)->begin < local->end ? i : 0;
}

static void expose_first_values(splitter *s)
{
    const unsigned holds_none = IS_NUMBER_CLASS | HOLDS_NUMBERS | KEEPS_NO_ADDRESS | IS_OPEN;
    for (size_t k = 0; k < s->kernel->facts.count; k++) {
        const fact *x = &s->kernel->facts.items[k];
        const size_t name = x->kind == FACT_LOCAL && !x->elsewhere ? name_in(s, x) : 0;
        if (!name)
            continue;
        const bool is_reference = is(s, name - 1, "&") || is(s, name - 1, "&&");
        if (is_reference || !(x->context & (holds_none | IS_SCALAR)))
            expose(s, name + 1, behind_value(s, name + 1), EXPOSES_ALL);
        else if (!(x->context & holds_none))
            expose(s, name + 1, behind_value(s, name + 1), EXPOSES_OBJECTS);
    }
}

void find_exposed(splitter *s)
{
    expose_first_values(s);
    for (size_t i = token_at(s, s->d->body_begin) + 1; token_of(s, i)->begin < s->d->body_end; i++) {
        const variable *v = token_of(s, i)->kind == TOKEN_IDENTIFIER && is(s, i + 1, "=") && !is_member(s, i) ? find_variable(s, bytes_of(s, i), token_of(s, i)->begin) : NULL;
        if (takes_address(s, i))
            expose(s, i + 1, behind_value(s, i + 1), EXPOSES_TO_AN_ADDRESS);
        else if (is_reference_to_parts(s, i))
            expose(s, behind_bracket(s, i + 1), behind_value(s, behind_bracket(s, i + 1)), EXPOSES_ALL);
        else if (v && !v->is_parameter && !v->is_number && !v->keeps_no_address && !v->is_open)
            expose(s, i + 2, behind_value(s, i + 2), v->is_object ? EXPOSES_ALL : EXPOSES_OBJECTS);
    }
}

static bool is_index(const splitter *s, size_t first, size_t i)
{
    int depth = 0;
    for (size_t k = first; k < i; k++)
        depth += is(s, k, "[") - is(s, k, "]");
    return depth > 0;
}

bool is_exposed(const splitter *s, size_t i, bool is_object, exposure_kind *kind)
{
    static const char *const arithmetic[] = {"+", "-", "*", "/", "%"}, *const in_front[] = {"+", "-", "*", "/", "%", "!", "~", "<", "<=", ">", ">=", "==", "!="};
    const size_t behind = is(s, i + 1, "[") ? behind_bracket(s, i + 1) : i + 1;
    const bool is_operand = IS_ONE_OF(s, i - 1, in_front) || (!is_object && IS_ONE_OF(s, behind, arithmetic));
    for (size_t k = 0; k < s->exposed.count && !is_operand; k++) {
        const exposure *x = &s->exposed.items[k];
        if (i < x->first || i >= x->end || (x->kind == EXPOSES_OBJECTS && !is_object) || is_index(s, x->first, i))
            continue;
        *kind = x->kind;
        return true;
    }
    return false;
}
