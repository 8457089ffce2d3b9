// Jumps past barriers: see jump.h.
#include "frontend/jump.h"

#include "frontend/leaving.h"
#include "frontend/uniform.h"

#include <string.h>

int jump_target(const function *f, const fact *jump)
{
    int k = jump->branch;
    while (k >= 0 && f->branches.items[k].kind != BRANCH_LOOP &&
           !(f->branches.items[k].kind == BRANCH_SWITCH && strcmp(jump->name, "break") == 0))
        k = f->branches.items[k].parent;
    return k;
}

int jump_target_around(const function *f, const fact *jump, const fact *x)
{
    const int target = jump->kind == FACT_JUMP && jump->begin < x->begin ? jump_target(f, jump) : -1;
    const bool holds = target >= 0 && x->begin >= f->branches.items[target].header_end && x->begin < f->branches.items[target].end;
    return holds ? target : -1;
}

bool jump_may_pass(const function *f, size_t begin, const fact *x)
{
    for (size_t i = 0; (f->has_goto || f->has_jump) && i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        if (jump->begin >= begin && jump->begin < x->begin && (jump->kind == FACT_GOTO || jump_target_around(f, jump, x) >= 0))
            return true;
    }
    return false;
}

static bool is_on_the_way(const fact *x, const fact *go) { return x->begin > go->guard_begin && x->begin < go->begin; }

bool jump_goes_back_over(const plan *p, const function *f, const fact *go, bool block)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (is_on_the_way(&f->facts.items[i], go) && leaving_may_wait(p, &f->facts.items[i], block))
            return true;
    return false;
}

// Does an else or a case stand between them, so that those that do not jump may go another way?
static bool parts_way(const plan *p, const function *f, size_t one, size_t other)
{
    static const char *const words[] = {"else", "case", "default"};
    const size_t begin = one < other ? one : other, end = one < other ? other : one;
    const declaration *d = plan_definition(f);
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    for (size_t i = file ? token_at_or_after(&file->tokens, begin) : 0; file && file->tokens.items[i].begin < end; i++)
        if (IS_ANY_TOKEN(file, i, words))
            return true;
    return false;
}

bool jump_may_go_past(const plan *p, const function *f, const fact *go, const fact *x)
{
    const size_t label = go->guard_begin;
    if (go->in_macro || x->context & IN_LAMBDA)
        return leaving_can_reach(go, x);
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        const bool holds_goto = go->begin >= b->begin && go->begin < b->end, holds_label = label >= b->begin && label < b->end;
        const bool is_another_turn = b->kind == BRANCH_LOOP && (holds_goto || holds_label);
        const bool is_another_way = holds_label && (!holds_goto || parts_way(p, f, go->begin, label));
        if ((is_another_turn || is_another_way) && x->begin >= b->begin && x->begin < b->end)
            return true;
    }
    return x->begin > go->begin && x->begin < label;
}

bool jump_goes_past(const plan *p, const function *f, const fact *go)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].begin > go->begin && f->facts.items[i].begin < go->guard_begin && leaving_may_wait(p, &f->facts.items[i], true))
            return true;
    return false;
}

bool jump_goes_over(const function *f, const fact *x)
{
    for (size_t i = 0; f->has_goto && i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_GOTO && f->facts.items[i].begin < x->begin && f->facts.items[i].guard_begin > x->begin)
            return true;
    return false;
}

bool jump_returns_on_the_way(const function *f, const fact *go)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_RETURN && !(f->facts.items[i].context & IN_LAMBDA) && is_on_the_way(&f->facts.items[i], go))
            return true;
    return false;
}

bool jump_skips(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    for (size_t i = 0; f->has_jump && i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        const int target = jump_target_around(f, jump, x);
        for (int k = jump->branch; target >= 0 && k != target; k = f->branches.items[k].parent)
            if (!uniform_branch(p, f, &f->branches.items[k], of_kernel))
                return true;
    }
    return false;
}
