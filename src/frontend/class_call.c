// Open calls that name their class template: see class_call.h.
#include "frontend/class_call.h"

#include "support/map.h"

#include <string.h>

// Does one of the macro's definitions come to the word?
static bool macro_names(const plan *p, slice macro, const char *word, int depth)
{
    enum { depth_at_most = 8 };
    for (macro_place m = {0}; plan_next_macro_named(p, macro, &m);) {
        const size_t end = token_directive_end(&m.of->tokens, m.name);
        for (size_t i = m.name + 1; i < end; i++)
            if (is_token(m.of, i, word) || is_token(m.of, i, "##") || depth == depth_at_most ||
                (m.of->tokens.items[i].kind == TOKEN_IDENTIFIER && macro_names(p, token_word(m.of, i), word, depth + 1)))
                return true;
    }
    return false;
}

// In the braces from token `open` on: does the member's name stand there, and nowhere but in front of a parenthesis?
static bool is_function_in(const plan *p, const plan_file *f, size_t open, const char *member)
{
    const size_t close = plan_closing_bracket(f, open, f->tokens.count - 1);
    bool any = false;
    for (size_t i = open + 1; i < close; i++) {
        if (is_token(f, i, "virtual") || (f->tokens.items[i].kind == TOKEN_IDENTIFIER && macro_names(p, token_word(f, i), member, 0)))
            return false;
        if (!is_token(f, i, member))
            continue;
        if (!is_token(f, i + 1, "("))
            return false;
        any = true;
    }
    return any;
}

typedef enum meaning { NOTHING, A_FUNCTION, ANYTHING } meaning;

// DEFINE(vec): what a macro makes of the name is not known; a library's may stand there, too.
static bool is_given_to_macro(const plan *p, const plan_file *f, size_t i)
{
    static const char *const questions[] = {"sizeof", "alignof", "decltype", "typeid"};
    if (i > 1 && is_token(f, i - 1, "(") && is_token(f, i + 1, ")") && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, i - 2, questions))
        return true;
    for (size_t open = i, next; (next = plan_bracket_around(f, open, NULL)) < open && next > 0; open = next)
        if (is_token(f, next, "(") && f->tokens.items[next - 1].kind == TOKEN_IDENTIFIER && plan_is_macro(p, token_word(f, next - 1)))
            return true;
    return false;
}

// What the class's name at token `i` says of its member.
static meaning meaning_at(const plan *p, const plan_file *f, size_t i, const char *member)
{
    static const char *const in_front_of_value[] = {"=", "return", "(", ",", "{"};
    const bool is_declared = i > 0 && (is_token(f, i - 1, "struct") || is_token(f, i - 1, "class"));
    if (i > 0 && (is_token(f, i - 1, "using") || is_token(f, i - 1, "typename") || is_token(f, i - 1, "union") || is_token(f, i - 1, "define")))
        return ANYTHING;
    if (is_given_to_macro(p, f, i))
        return ANYTHING;
    const size_t behind = plan_behind_arguments(f, i + 1);
    if (i > 0 && is_token(f, behind, "{") && IS_ANY_TOKEN(f, i - 1, in_front_of_value))
        return NOTHING;
    if (!is_declared) // a typedef's name stands at its end; attributes may stand in front of a class's
        return is_token(f, i + 1, ";") || is_token(f, behind, "{") || is_token(f, behind, ":") ? ANYTHING : NOTHING;
    if (is_token(f, behind, ";"))
        return NOTHING;
    return is_token(f, behind, "{") && is_function_in(p, f, behind, member) ? A_FUNCTION : ANYTHING;
}

static bool shows_all(const plan *p, const char *class, const char *member)
{
    bool any = false;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i, class))
                continue;
            const meaning m = meaning_at(p, f, i, member);
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
