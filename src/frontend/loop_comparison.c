// What a loop's condition compares the value with that is read back, or that of an exit: see loop_parts.h.
//
// In:  the tokens of the condition. Out: relation, compared_with and compared_at, by which the device finds out itself whether the
//      loop goes on; all empty where the condition is written in another way.
// Invariant: what it is compared with is the same in each round, and may be computed when other parts of the condition do not hold.
//            Where the relation does not hold, the loop ends there, whatever the other parts say.
#include "frontend/loop_parts.h"

#include <string.h>

// In `error > limit * scale && rounds < most` for the variable `error`: the relation and `limit * scale`, which the loop must not change.
// In `error <= limit * scale || rounds == most`, by which the loop is left, the relation that is not that one.
typedef struct range_of_tokens {
    size_t begin, end;
} range_of_tokens;

// `*end` is behind it: each `>` is a token of its own, so that >= is two. What is not less need not be greater or equal: NaN.
static const char *relation_name(const plan_file *f, size_t i, bool reversed, bool leaves, size_t *end)
{
    static const char *const rows[][5] = {{"<=", "less_equal", "greater_equal", "not_less_equal", "not_greater_equal"},
                                          {">=", "greater_equal", "less_equal", "not_greater_equal", "not_less_equal"},
                                          {"<", "less", "greater", "not_less", "not_greater"},
                                          {">", "greater", "less", "not_greater", "not_less"},
                                          {"==", "equal", "equal", "not_equal", "not_equal"},
                                          {"!=", "not_equal", "not_equal", "equal", "equal"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const size_t length = strlen(rows[k][0]);
        const char *const text = f->text->bytes + f->tokens.items[i].begin;
        if (strncmp(text, rows[k][0], length) != 0 || strchr("<>=", text[length]))
            continue; // a shift, say
        *end = token_at_or_after(&f->tokens, f->tokens.items[i].begin + length);
        return rows[k][1 + reversed + 2 * leaves];
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
            if (!x->is_const && token_is(f->text, t, x->name) && (x->at < f->tokens.items[r.begin].begin || x->at >= f->tokens.items[r.end].begin) &&
                !loop_is_in_branch(loop, x->at))
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
        if (strcmp(x->name, copy->read_back) != 0 || (x->at >= copy->begin && x->at < copy->end) || loop_is_in_branch(loop, x->at))
            continue;
        if (x->at < loop->asked_begin || x->at >= loop->asked_end)
            return false;
        in_condition++;
    }
    return in_condition == 1;
}

// The part of the condition, joined with the others by && (by || where it leaves the loop): does it compare the variable?
static bool read_comparison(plan *p, host_loop *loop, const char *variable, range_of_tokens part)
{
    const plan_file *f = &p->files.items[loop->file];
    const token *t = f->tokens.items;
    const bool leaves = loop->asked_by != NULL, is_denied = part.begin < part.end && token_is(f->text, &t[part.begin], "!");
    if (part.end == part.begin + is_denied + 1 && token_is(f->text, &t[part.begin + is_denied], variable)) {
        loop->relation = leaves == is_denied ? "not_equal" : "equal";
        loop->compared_with = slice_of("0");
        return true;
    }
    for (size_t i = part.begin + 1; i + 1 < part.end; i++) {
        size_t end = i;
        const bool in_front = i == part.begin + 1 && token_is(f->text, &t[part.begin], variable);
        const char *relation = relation_name(f, i, !in_front, leaves, &end);
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

// `or` and its like are names for this lexer.
static bool is_operator_word(const plan_file *f, const token *t)
{
    static const char *const words[] = {"and", "or", "not", "not_eq", "xor", "bitand", "bitor", "compl"};
    return TOKEN_IS_ANY(f->text, t, words);
}

void loop_find_comparison(plan *p, host_loop *loop, const loop_call *copy)
{
    const plan_file *f = &p->files.items[loop->file];
    if (!is_named_once(loop, copy))
        return;
    const char *const joins = loop->asked_by ? "||" : "&&", *const does_not = loop->asked_by ? "&&" : "||";
    size_t begin = token_at_or_after(&f->tokens, loop->asked_begin), i = begin;
    int depth = 0;
    for (; f->tokens.items[i].begin < loop->asked_end; i++) {
        const token *t = &f->tokens.items[i];
        depth += token_is(f->text, t, "(");
        depth -= token_is(f->text, t, ")");
        if (is_operator_word(f, t))
            return;
        if (depth == 0 && (token_is(f->text, t, does_not) || token_is(f->text, t, "?") || token_is(f->text, t, ",")))
            return;
    }
    for (size_t k = begin; k <= i; k++) {
        const token *t = &f->tokens.items[k];
        depth += k < i && token_is(f->text, t, "(");
        depth -= k < i && token_is(f->text, t, ")");
        if (k < i && (depth != 0 || !token_is(f->text, t, joins)))
            continue;
        if (read_comparison(p, loop, copy->read_back, (range_of_tokens){begin, k}))
            return;
        begin = k + 1;
    }
}
