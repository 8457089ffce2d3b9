// Collecting, loops of the host: what may not be done with values that the loop would never reach (collect_loop_parts.h).
//
// In:  a node. Out: a place of the loop's where the host cannot run ahead of what it reads back: a few rounds further, another number may
//      be 0, an index beyond its array, a loop without end; and what depends on a template's arguments may do what nobody sees, and
//      change what has no name.
// Rule: what is constant stays what it is. Behind a call, nobody looks (docs/language.md says so).
#include "frontend/collect_loop_parts.h"

#include <ctype.h>
#include <string.h>

static bool is_constant(collector *c, ast_node n)
{
    const ast_node bare = ast_strip(c->arena, n);
    const char *const text = ast_text(c->ast, c->arena, bare);
    const ast_kind target = ast_node_kind(ast_referenced(bare));
    return isdigit((unsigned char)*text) || strncmp(text, "sizeof", 6) == 0 ||
           ((target == AST_VARIABLE || target == AST_PARAMETER) && ast_type_is_const(ast_referenced(bare)));
}

static bool is_of_integers(collector *c, ast_node n)
{
    const char *const type = ast_type_behind_names(c->arena, n);
    return !strstr(type, "float") && !strstr(type, "double");
}

// What is hidden may be any operator that gives such a value: no comparison.
static bool may_divide(collector *c, ast_node n, const char *o)
{
    static const char *const divides[] = {"/", "%", "/=", "%="};
    return STRING_IS_ANY(o, divides) || (strcmp(o, "?") == 0 && strcmp(ast_type_behind_names(c->arena, n), "bool") != 0);
}

// A loop in the loop: `k < n` comes to an end, whatever n is.
static bool may_be_endless(collector *c, ast_node n)
{
    static const char *const compares[] = {"<", "<=", ">", ">="};
    const ast_nodes condition = ast_loop_condition(c->ast, c->arena, n);
    if (ast_is_range_for(n) || (condition.count == 1 && ast_is_zero(condition.items[0]))) // do { ... } while (0), in macros
        return false;
    return !ast_is_for(n) || condition.count != 1 || ast_location(c->ast, n).in_macro ||
           !STRING_IS_ANY(ast_operator(c->ast, c->arena, ast_strip(c->arena, condition.items[0])), compares);
}

static bool has_open_operand(ast_nodes children)
{
    for (size_t i = 0; i < children.count; i++)
        if (ast_type_is_open(children.items[i]))
            return true;
    return false;
}

// Why the host must not come here on a wrong way, or NULL.
static const char *find_risk(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children, const loop_walk *w)
{
    static const char *const harmless[] = {"&", "<", "<=", ">", ">=", "==", "!=", "&&", "||"}; // to compare is taken to do nothing else
    if (may_divide(c, n, o) && children.count == 2 && is_of_integers(c, children.items[1]) && !is_constant(c, children.items[1]) &&
        !ast_is_other_than_zero(children.items[1])) // in a macro
        return "the number that it divides by here may be 0 a few rounds further; declare it const";
    if (strcmp(o, "[]") == 0 && children.count == 2 && !w->is_launch && !is_constant(c, children.items[1]))
        return "a few rounds further, this may lie beyond an array";
    if (kind == AST_LOOP && may_be_endless(c, n))
        return "a few rounds further, this loop may have no end; let it count, and compare with '<' or '>'";
    if (w->is_launch)
        return NULL;
    const bool is_name = kind == AST_REFERENCE || kind == AST_MEMBER_REFERENCE;
    const bool is_unknown = is_name && !w->is_callee && ast_is_null(ast_referenced(n));
    const bool is_asked = (kind == AST_IF || ast_is_choice(n)) && children.count && ast_type_is_open(children.items[0]);
    const bool may_do_more = *o && !STRING_IS_ANY(o, harmless);
    if (is_unknown || is_asked || (may_do_more && has_open_operand(children)))
        return "what stands here depends on a template's arguments";
    return NULL;
}

void add_risk(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children, const loop_walk *w)
{
    const char *const why = find_risk(c, n, kind, o, children, w);
    if (!why)
        return;
    const loop_read x = {.at = place_in(w->loop, ast_extent(c->ast, n).begin), .by = why};
    *ARENA_PUSH(c->arena, &w->loop->risks) = x;
}
