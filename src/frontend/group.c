// Groups of cooperative groups: see group.h.
#include "frontend/group.h"

#include "frontend/lex.h"
#include "frontend/library.h"

const token *group_of_call(const plan_file *f, const fact *x)
{
    size_t i = token_at_or_after(&f->tokens, x->begin);
    if (!*x->name && x->context & MEMBER_SYNTAX && is_token(f, i + 1, ".") && is_token(f, i + 3, "("))
        return &f->tokens.items[i]; // of a member that a template leaves open, the whole call
    while (f->tokens.items[i].begin < x->end && !is_token(f, i, x->name))
        i++;
    const token *name = &f->tokens.items[i];
    if (i < 2 || !token_is(f->text, name, x->name))
        return NULL;
    const bool is_member = token_is(f->text, name - 1, ".");
    const token *group = is_member ? name - 2 : name + 2;
    const bool alone = is_member ? !token_is(f->text, group - 1, ".") && !token_is(f->text, group - 1, "->")
                                 : token_is(f->text, name + 1, "(") &&
                                       (token_is(f->text, group + 1, ",") || token_is(f->text, group + 1, ")"));
    return group->kind == TOKEN_IDENTIFIER && alone ? group : NULL;
}

enum { made_of_groups_at_most = 4 };

static bool is_own(const plan *p, const function *f, const fact *x, const token *group, size_t use, int depth);

// `cg::coalesced_threads()` at token i, or a part of such a group: `labeled_partition(g, label)`.
static bool makes_own(const plan *p, const function *f, const fact *x, size_t i, int depth)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    while (is_token(file, i, "::") || is_token(file, i + 1, "::"))
        i++;
    if (is_token(file, i, "coalesced_threads"))
        return is_token(file, i + 1, "(") && is_token(file, i + 2, ")");
    const bool parts = is_token(file, i, "labeled_partition") || is_token(file, i, "binary_partition");
    return parts && depth < made_of_groups_at_most && is_token(file, i + 1, "(") && is_token(file, i + 3, ",") &&
           is_own(p, f, x, &file->tokens.items[i + 2], i + 2, depth + 1);
}

// What leaves this function, or the kernel, and stays behind when the group at token `made` has been made: all but what comes first each time.
static bool may_leave_group(const function *f, const plan_file *file, const fact *x, size_t made)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *leave = &f->facts.items[i];
        if ((leave->kind != FACT_RETURN && leave->kind != FACT_GOTO) || leave->context & IN_LAMBDA)
            continue;
        if (leave->in_macro || leave->elsewhere)
            return true;
        bool holds = leave->kind == FACT_RETURN && leave->begin < x->begin; // return g.shfl(first, 0);
        for (size_t k = token_at_or_after(&file->tokens, leave->begin); file->tokens.items[k].begin < x->begin && holds; k++)
            holds = !is_token(file, k, ";");
        const bool behind = leave->begin > x->begin && !(leave->loop_end && leave->loop_end == x->loop_end);
        if (!holds && !behind && leave->begin > file->tokens.items[made].begin)
            return true;
    }
    return false;
}

// Is all that the variable ever is made so, in front of `use`?
static bool is_own(const plan *p, const function *f, const fact *x, const token *group, size_t use, int depth)
{
    static const char *const statements[] = {"return", "else", "case", "throw", "co_return"};
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    const size_t named = (size_t)(group - file->tokens.items);
    bool made = false;
    for (size_t i = token_at_or_after(&file->tokens, d->begin); file->tokens.items[i].begin < d->body_end; i++) {
        if (!is_same_word(file, i, file, named) || is_token(file, i - 1, ".") || is_token(file, i - 1, "->") || is_token(file, i - 1, "::"))
            continue;
        bool declares = file->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(file, i - 1, "&") || is_token(file, i - 1, "*") ||
                        is_token(file, i - 1, ">") || is_token(file, i - 1, "&&");
        for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
            declares = declares && !is_token(file, i - 1, statements[k]);
        if (!declares && !is_token(file, i + 1, "="))
            continue;
        const bool has_value = is_token(file, i + 1, "=") || is_token(file, i + 1, "(") || is_token(file, i + 1, "{");
        if (file->tokens.items[i].begin < d->body_begin || !has_value || i >= use || !makes_own(p, f, x, i + 2, depth) ||
            may_leave_group(f, file, x, i))
            return false;
        made = true;
    }
    return made;
}

static bool is_of_groups(const plan *p, const fact *x)
{
    return x->callee >= 0 ? library_in_cooperative_groups(&p->functions.items[x->callee]) : (x->context & MEMBER_SYNTAX) != 0;
}

void group_find_own(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = f->in_system ? NULL : plan_definition(f);
        if (!d || !token_list_may_have(&p->files.items[d->file].tokens, "coalesced_threads"))
            continue;
        const plan_file *file = &p->files.items[d->file];
        for (size_t k = 0; k < f->facts.count; k++) {
            fact *x = &p->functions.items[i].facts.items[k];
            if ((x->kind != FACT_CALL && x->kind != FACT_CALL_DEPENDENT) || x->in_macro || x->elsewhere || x->context & (IN_LAMBDA | UNREAD) ||
                x->begin < d->body_begin || x->end > d->body_end || !is_of_groups(p, x))
                continue;
            const token *group = group_of_call(file, x);
            if (group && is_own(p, f, x, group, (size_t)(group - file->tokens.items), 0))
                x->context |= OF_OWN_GROUP;
        }
    }
}
