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

// `then`: offset behind the parenthesis. False: there is no other arm, or it is not known where it ends.
static bool read_arms(const plan_file *f, size_t then, constant_arms *out)
{
    size_t begin, end;
    if (!find_else(f, token_at_or_after(&f->tokens, then), &begin, &end))
        return false;
    *out = (constant_arms){then, f->tokens.items[begin].begin, f->tokens.items[end - 1].end};
    return true;
}

static bool stand_in_both(const constant_arms *a, const fact *x, const fact *y)
{
    return (x->begin >= a->then && x->begin < a->other && y->begin >= a->other && y->begin < a->behind) ||
           (y->begin >= a->then && y->begin < a->other && x->begin >= a->other && x->begin < a->behind);
}

static bool stand_behind(const plan_file *f, size_t then, const fact *x, const fact *y)
{
    constant_arms a;
    return read_arms(f, then, &a) && stand_in_both(&a, x, y);
}

void arms_find_constant(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    if (!d || !token_list_may_have(&file->tokens, "constexpr"))
        return;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        constant_arms a;
        if (is_token(file, i, "if") && is_token(file, i + 1, "constexpr") && is_token(file, i + 2, "(") &&
            read_arms(file, file->tokens.items[behind_bracket(file, i + 2) - 1].end, &a))
            *ARENA_PUSH(p->arena, &f->constant_arms) = a;
    }
}

// if constexpr (...) around one, with the other behind its `else`. It is no branch of the function's.
static bool stand_in_constant_arms(const function *f, const fact *x, const fact *y)
{
    for (size_t i = 0; i < f->constant_arms.count; i++)
        if (stand_in_both(&f->constant_arms.items[i], x, y))
            return true;
    return false;
}

bool arms_part(const plan *p, const function *f, const fact *leave, const fact *other, arms *out)
{
    const declaration *d = plan_definition(f);
    const bool in_common_loop = leave->loop_end && other->loop_end == leave->loop_end;
    if (!d || (leave->context | other->context) & IN_LAMBDA || leave->in_macro || other->in_macro || leave->elsewhere || other->elsewhere || f->has_goto)
        return false;
    const plan_file *file = &p->files.items[d->file];
    *out = (arms){.is_constant = stand_in_constant_arms(f, leave, other)};
    if (in_common_loop || out->is_constant)
        return out->is_constant;
    for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (b->kind == BRANCH_IF && b->editable && stand_behind(file, b->header_end, leave, other)) {
            *out = (arms){.branch = b, .condition_begin = b->condition_begin, .condition_end = b->condition_end};
            return true;
        }
    }
    const size_t close = leave->guard_end ? token_at_or_after(&file->tokens, leave->guard_end) : 0;
    if (!close || !is_token(file, close, ")") || !stand_behind(file, file->tokens.items[close].end, leave, other))
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
