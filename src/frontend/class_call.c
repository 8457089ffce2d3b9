// Open calls that name their class template: see class_call.h.
#include "frontend/class_call.h"

#include "support/map.h"

#include <string.h>

// In the braces from token `open` on: does the member's name stand there, and nowhere but in front of a parenthesis?
static bool is_function_in(const plan_file *f, size_t open, const char *member)
{
    const size_t close = plan_closing_bracket(f, open, f->tokens.count - 1);
    bool any = false;
    for (size_t i = open + 1; i < close; i++) {
        if (!is_token(f, i, member))
            continue;
        if (!is_token(f, i + 1, "("))
            return false;
        any = true;
    }
    return any;
}

typedef enum meaning { NOTHING, A_FUNCTION, ANYTHING } meaning;

// What the class's name at token `i` says of its member.
static meaning meaning_at(const plan_file *f, size_t i, const char *member)
{
    static const char *const in_front_of_value[] = {"=", "return", "(", ",", "{"};
    const bool is_declared = i > 0 && (is_token(f, i - 1, "struct") || is_token(f, i - 1, "class"));
    if (i > 0 && (is_token(f, i - 1, "using") || is_token(f, i - 1, "typename") || is_token(f, i - 1, "union") || is_token(f, i - 1, "define")))
        return ANYTHING;
    const size_t behind = plan_behind_arguments(f, i + 1);
    if (i > 0 && is_token(f, behind, "{") && IS_ANY_TOKEN(f, i - 1, in_front_of_value))
        return NOTHING;
    if (!is_declared) // a typedef's name stands at its end; attributes may stand in front of a class's
        return is_token(f, i + 1, ";") || is_token(f, behind, "{") || is_token(f, behind, ":") ? ANYTHING : NOTHING;
    if (is_token(f, behind, ";"))
        return NOTHING;
    return is_token(f, behind, "{") && is_function_in(f, behind, member) ? A_FUNCTION : ANYTHING;
}

static bool shows_all(const plan *p, const char *class, const char *member)
{
    bool any = false;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i, class))
                continue;
            const meaning m = meaning_at(f, i, member);
            if (m == ANYTHING)
                return false;
            any |= m == A_FUNCTION;
        }
    }
    return any && !plan_is_macro(p, slice_of(member));
}

void class_call_find(plan *p)
{
    map known = map_new(p->arena);
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++) {
            fact *x = &p->functions.items[i].facts.items[k];
            if (!class_call_is(x))
                continue;
            const char *key = arena_format(p->arena, "%s::%s", x->type, x->name);
            int shows = map_get(&known, key);
            if (shows < 0)
                map_put(&known, key, shows = shows_all(p, x->type, x->name));
            if (shows)
                x->context &= ~(unsigned)OF_OPEN_CLASS;
            else
                x->type = NULL;
        }
}

bool class_call_is(const fact *x) { return x->kind == FACT_CALL_DEPENDENT && x->callee < 0 && x->type; }

bool class_call_may_be_of(const fact *x, const function *g)
{
    return !g->is_kernel && strcmp(g->name, x->name) == 0 && plan_is_member_of(g, x->type);
}
