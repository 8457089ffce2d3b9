// What is done once a group, behind a return, where all threads may have left: see splitter.h.
//
// In:  a kernel's statements and variables, and which of them are the same for the whole grid. Out: give_up, where such a statement does harm that the
//      return keeps it from in the program: it reads memory, divides, or is a loop that does not end, or only after four billion turns.
// Invariant: by tokens; what is not known to be harmless is not. A loop that nobody needs is none too long, if it ends.
#include "frontend/splitter.h"

#include "frontend/collective.h"
#include "frontend/lex.h"
#include "frontend/macro_value.h"
#include "frontend/uniform.h"

size_t past_collectives(const splitter *s, size_t t)
{
    for (size_t close; (close = collective_closing(s->plan, s->kernel, t)) != 0;)
        t = close + 1;
    return t;
}

// By what is no number.
static bool is_division(const splitter *s, size_t t)
{
    static const char *const operators[] = {"/", "%", "/=", "%="};
    macro_facts facts = {0};
    macro_value_at(s->plan, s->kernel, s->file, t, &facts);
    return facts.divides || (IS_ONE_OF(s, t, operators) && token_of(s, t + 1)->kind != TOKEN_NUMBER);
}

static bool is_in_loop(const splitter *s, size_t at)
{
    for (size_t k = 0; k < s->kernel->branches.count; k++)
        if (s->kernel->branches.items[k].kind == BRANCH_LOOP && at >= s->kernel->branches.items[k].begin && at < s->kernel->branches.items[k].end)
            return true;
    return false;
}

// Are the tokens from `i` on, to where the expression ends, numbers, the block's and the grid's shape and `variable` alone? *has_variable: it is there.
static bool steps_by_numbers(const splitter *s, size_t i, slice variable, bool *has_variable)
{
    static const char *const shapes[] = {"blockDim", "gridDim", "warpSize"}, *const ends[] = {";", ","};
    *has_variable = false;
    bool only = true;
    for (int depth = 0; !IS_ONE_OF(s, i, ends) && depth >= 0; i++) {
        const token *t = token_of(s, i);
        depth += depth_of(s, i);
        const bool is_own = slice_equal(bytes_of(s, i), variable), is_member = is(s, i - 1, ".");
        *has_variable |= is_own;
        only &= is_own || is_member || t->kind != TOKEN_IDENTIFIER || IS_ONE_OF(s, i, shapes) || uniform_number_macro(s->plan, s->file, t);
    }
    return only;
}

// Is each value that it gets by `=` a number other than 0, or made of itself?
static bool begins_with_number(const splitter *s, slice variable)
{
    bool any = false, is_own;
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
        if (!slice_equal(bytes_of(s, i), variable) || !is(s, i + 1, "="))
            continue;
        const bool is_number = token_of(s, i + 2)->kind == TOKEN_NUMBER && !is(s, i + 2, "0") && (is(s, i + 3, ";") || is(s, i + 3, ","));
        if (!is_number && !(steps_by_numbers(s, i + 2, variable, &is_own) && is_own))
            return false;
        any |= is_number;
    }
    return any;
}

// The step of a loop's variable at `t` that may be none: i += n, i = n + i, where n is no number, nor the block's or the grid's shape; i *= 2 from 0.
static bool may_stand_still(const splitter *s, size_t t)
{
    static const char *const steps[] = {"+=", "-=", "<<=", "*="}, *const growing[] = {"<<=", "*="};
    const bool shifts = is(s, t, ">") && change_at(s->file, t), sets = is(s, t, "=") && token_of(s, t - 1)->kind == TOKEN_IDENTIFIER;
    const slice variable = bytes_of(s, t - 1);
    if (!(sets || shifts || IS_ONE_OF(s, t, steps)) || !is_in_loop(s, token_of(s, t)->begin))
        return false;
    const size_t step = token_behind_change(s->file->text, &s->file->tokens, t);
    bool has_variable;
    const bool by_numbers = steps_by_numbers(s, step, variable, &has_variable);
    if (sets && !has_variable)
        return false;
    const bool grows = IS_ONE_OF(s, t, growing) || (sets && (is(s, t + 2, "*") || is(s, t + 2, "<<")));
    return !by_numbers || (grows && !begins_with_number(s, variable));
}

// ---- differences that may be less than 0, and are no such number ----------------------------------------------------------

// Is the variable's type none of those that have a sign: a class, whose members are not looked at, or a template's?
static bool may_be_unsigned(const splitter *s, const variable *v)
{
    static const char *const with_sign[] = {"int", "long", "short", "signed", "int8_t", "int16_t", "int32_t", "int64_t", "ptrdiff_t", "ssize_t", "float", "double"},
                             *const beside[] = {"const", "constexpr", "std", "for", "__restrict__", "static"}, *const behind[] = {"=", ",", ";", ")", "(", "[", "{"};
    const parameter *x = v->is_parameter ? &s->d->parameters.items[v->parameter] : NULL;
    const size_t begin = x ? x->begin : s->statements.items[v->declared].begin, end = x ? x->end : v->scope_begin;
    bool has_sign = false;
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++) {
        if (is(s, i, "*"))
            return false;
        if (token_of(s, i)->kind != TOKEN_IDENTIFIER || IS_ONE_OF(s, i, beside))
            continue;
        if (IS_ONE_OF(s, i + 1, behind) || token_of(s, i)->end >= end)
            break; // its name, or that of one in front
        if (!IS_ONE_OF(s, i, with_sign))
            return true;
        has_sign = true;
    }
    return !has_sign;
}

static bool is_index(const splitter *s, size_t i)
{
    static const char *const indices[] = {"blockDim", "gridDim", "blockIdx", "threadIdx"};
    return IS_ONE_OF(s, i, indices);
}

static bool macro_may_be_unsigned(const splitter *s, size_t i)
{
    macro_facts facts = {0};
    if (macro_value_at(s->plan, s->kernel, s->file, i, &facts) == MACRO_OTHER)
        return !uniform_number_macro(s->plan, s->file, token_of(s, i));
    bool may = facts.is_unsigned;
    for (size_t k = 0; k < facts.parameters.count && !may; k++) {
        const char *const name = facts.parameters.items[k];
        const variable *v = find_variable(s, (slice){name, strlen(name)}, token_of(s, i)->begin);
        may = !v || may_be_unsigned(s, v);
    }
    return may;
}

// May an operand be unsigned, so that the whole is, in tokens `i` to `end`?
static bool holds_unsigned(const splitter *s, size_t i, size_t end)
{
    for (; i < end; i++) {
        const token *t = token_of(s, i);
        const slice word = bytes_of(s, i);
        if (t->kind == TOKEN_NUMBER && (memchr(word.bytes, 'u', word.length) || memchr(word.bytes, 'U', word.length)))
            return true;
        if (t->kind != TOKEN_IDENTIFIER || is(s, i - 1, "."))
            continue;
        const variable *v = find_variable(s, word, t->begin);
        if (is_index(s, i) || (v && may_be_unsigned(s, v)) ||
            (!v && plan_is_macro(s->plan, word) && macro_may_be_unsigned(s, i)))
            return true;
    }
    return false;
}

// gridDim.x - 1 is none that is less than 0.
static bool is_of_shape(const splitter *s, size_t minus) { return is(s, minus - 2, ".") && is_index(s, minus - 3) && is(s, minus + 1, "1"); }

static bool is_difference(const splitter *s, size_t i)
{
    static const char *const ends[] = {")", "]"}, *const no_operands[] = {"return", "case", "else"};
    macro_facts facts = {0};
    macro_value_at(s->plan, s->kernel, s->file, i, &facts);
    const token *before = token_of(s, i - 1);
    const bool is_binary = before->kind == TOKEN_NUMBER || (before->kind == TOKEN_IDENTIFIER && !IS_ONE_OF(s, i - 1, no_operands)) || IS_ONE_OF(s, i - 1, ends);
    return facts.subtracts || is(s, i, "-=") || (is(s, i, "-") && is_binary && !is_of_shape(s, i));
}

// The first difference among tokens `i` to `end`, where an operand of theirs may be unsigned; 0: none.
static size_t wraps(const splitter *s, size_t i, size_t end)
{
    size_t at = 0;
    for (size_t k = i; k < end && !at; k++)
        at = is_difference(s, k) ? k : 0;
    return at && holds_unsigned(s, i, end) ? at : 0;
}

// Does it get such a value anywhere, in front of the return as well: in its declaration, or by an assignment?
static bool has_wrapped(const splitter *s, const variable *v)
{
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
        if (!slice_equal(bytes_of(s, i), v->name) || is(s, i - 1, ".") || is(s, i - 1, "->"))
            continue;
        const token_change change = change_at(s->file, i + 1);
        size_t end = i + 1;
        for (int depth = 0; depth >= 0 && !is(s, end, ";") && !(depth == 0 && is(s, end, ",")); end++)
            depth += depth_of(s, end);
        if ((change == ASSIGNS || change == UPDATES) && wraps(s, i, end))
            return true;
    }
    return false;
}

// ---- loops that go on until something is met --------------------------------------------------------------------------------

// for (t = n; --t;), while (t--), t != n: counts past what it should meet where it begins behind that. `<` and the like end it.
static bool may_miss_its_end(const splitter *s, const statement *x)
{
    static const char *const orders[] = {"<", ">", "<=", ">="}, *const counts[] = {"++", "--", "+=", "-="};
    const branch *b = x->branch >= 0 ? &s->kernel->branches.items[x->branch] : NULL;
    if (!b || b->kind != BRANCH_LOOP || b->condition_begin == b->condition_end)
        return false;
    bool has_order = false, counts_inside = false, counts_in_head = false, has_number = true;
    for (size_t i = token_at(s, x->begin); token_of(s, i)->begin < x->end; i++) {
        const bool in_condition = token_of(s, i)->begin >= b->condition_begin && token_of(s, i)->begin < b->condition_end;
        has_order |= in_condition && IS_ONE_OF(s, i, orders);
        counts_inside |= in_condition && IS_ONE_OF(s, i, counts);
        counts_in_head |= IS_ONE_OF(s, i, counts);
        has_number &= !in_condition || token_of(s, i)->kind != TOKEN_IDENTIFIER || uniform_number_macro(s->plan, s->file, token_of(s, i)) ||
                      begins_with_number(s, bytes_of(s, i));
    }
    return !has_order && (counts_inside || counts_in_head) && !has_number;
}

static bool reads_what_wrapped(const splitter *s, size_t t)
{
    const variable *v = token_of(s, t)->kind == TOKEN_IDENTIFIER && !is(s, t - 1, ".") ? find_variable(s, bytes_of(s, t), token_of(s, t)->begin) : NULL;
    return v && !v->is_record && has_wrapped(s, v);
}

static const char unsigned_difference[] = "an unsigned subtraction after a return that may keep it from wrapping around";

// What is done once a group is done where all threads may have returned. A loop that nobody needs is none too long, if it ends; a division may be.
void check_behind_returns(splitter *s)
{
    bool may_have_left = false;
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        may_have_left |= x->is_guard || x->may_leave;
        if (!may_have_left || !is_done_once(x))
            continue;
        const size_t difference = wraps(s, token_at(s, x->begin), token_at(s, x->end));
        if (difference)
            give_up(s, token_of(s, difference)->begin, unsigned_difference);
        if (x->kind == STATEMENT_HEADER && may_miss_its_end(s, x))
            give_up(s, s->kernel->branches.items[x->branch].condition_begin, "a loop after a return that may keep it from running past its end");
        for (size_t t = past_collectives(s, token_at(s, x->begin)); token_of(s, t)->begin < x->end; t = past_collectives(s, t + 1))
            if (is_load(s, t))
                give_up(s, token_of(s, t)->begin, "a memory read after a return that may keep all threads from it");
            else if (may_stand_still(s, t))
                give_up(s, token_of(s, t)->begin, "a loop step after a return that may keep it from being 0");
            else if (x->kind == STATEMENT_HEADER && reads_what_wrapped(s, t))
                give_up(s, token_of(s, t)->begin, unsigned_difference);
            else if (is_division(s, t))
                give_up(s, token_of(s, t)->begin, "a division after a return that may keep its divisor from being 0");
    }
}
