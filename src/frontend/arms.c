// Arms of an if: see arms.h.
#include "frontend/arms.h"

#include "frontend/lex.h"
#include "frontend/uniform.h"

static size_t behind_bracket(const plan_file *f, size_t open) { return plan_closing_bracket(f, open, f->tokens.count - 1) + 1; }

// Behind the statement that begins at token `i`: braces, or an expression. 0: another one.
static size_t behind_statement(const plan_file *f, size_t i)
{
    static const char *const others[] = {"if", "for", "while", "do", "switch", "else"};
    if (is_token(f, i, "{"))
        return behind_bracket(f, i);
    if (IS_ANY_TOKEN(f, i, others))
        return 0;
    while (!is_token(f, i, ";") && f->tokens.items[i].kind != TOKEN_END)
        i = bracket_depth(f, i) > 0 ? behind_bracket(f, i) : i + 1;
    return i + 1;
}

// Of the if with the closing parenthesis in front of token `then`: the tokens of its other arm, with what else follows.
static bool find_else(const plan_file *f, size_t then, size_t *begin, size_t *end)
{
    size_t i = behind_statement(f, then);
    if (!i || !is_token(f, i, "else"))
        return false;
    *begin = i;
    while (i && is_token(f, i, "else")) {
        const bool is_if = is_token(f, i + 1, "if") && is_token(f, i + 2, "(");
        i = behind_statement(f, is_if ? behind_bracket(f, i + 2) : i + 1);
    }
    *end = i;
    return i != 0;
}

static bool has_goto(const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_GOTO)
            return true;
    return false;
}

// `then`: offset behind the parenthesis.
static bool stand_in_both(const plan_file *f, size_t then, const fact *x, const fact *y)
{
    size_t begin, end;
    const size_t first = token_at_or_after(&f->tokens, then);
    if (!find_else(f, first, &begin, &end))
        return false;
    const size_t other = f->tokens.items[begin].begin, behind = f->tokens.items[end - 1].end;
    return (x->begin >= then && x->begin < other && y->begin >= other && y->begin < behind) ||
           (y->begin >= then && y->begin < other && x->begin >= other && x->begin < behind);
}

// if constexpr (...) around one, with the other behind its `else`. It is no branch of the function's.
static bool stand_in_constant_arms(const plan_file *f, const declaration *d, const fact *x, const fact *y)
{
    const size_t last = x->begin > y->begin ? x->begin : y->begin;
    for (size_t i = token_list_may_have(&f->tokens, "constexpr") ? token_at_or_after(&f->tokens, d->body_begin) : f->tokens.count; i < f->tokens.count && f->tokens.items[i].begin < last; i++)
        if (is_token(f, i, "if") && is_token(f, i + 1, "constexpr") && is_token(f, i + 2, "(") &&
            stand_in_both(f, f->tokens.items[behind_bracket(f, i + 2) - 1].end, x, y))
            return true;
    return false;
}

bool arms_part(const plan *p, const function *f, const fact *leave, const fact *other, arms *out)
{
    const declaration *d = plan_definition(f);
    const bool in_common_loop = leave->loop_end && other->loop_end == leave->loop_end;
    if (!d || (leave->context | other->context) & IN_LAMBDA || leave->in_macro || other->in_macro || leave->elsewhere || other->elsewhere || has_goto(f))
        return false;
    const plan_file *file = &p->files.items[d->file];
    *out = (arms){.is_constant = stand_in_constant_arms(file, d, leave, other)};
    if (in_common_loop || out->is_constant)
        return out->is_constant;
    for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (b->kind == BRANCH_IF && b->editable && stand_in_both(file, b->header_end, leave, other)) {
            *out = (arms){.branch = b, .condition_begin = b->condition_begin, .condition_end = b->condition_end};
            return true;
        }
    }
    const size_t close = leave->guard_end ? token_at_or_after(&file->tokens, leave->guard_end) : 0;
    if (!close || !is_token(file, close, ")") || !stand_in_both(file, file->tokens.items[close].end, leave, other))
        return false;
    *out = (arms){.condition_begin = leave->guard_begin, .condition_end = leave->guard_end};
    return true;
}

bool arms_are_uniform(const plan *p, const function *f, const arms *x, bool of_kernel)
{
    if (x->is_constant)
        return true;
    return x->branch ? uniform_branch(p, f, x->branch, of_kernel) : uniform_condition(p, f, x->condition_begin, x->condition_end, of_kernel);
}
