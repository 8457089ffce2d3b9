// Variables that come forward by themselves: a loop that counts with one of them does not wait: see spin_parts.h.
//
// In:  the parts of a loop. Out: `advances` of its variables.
// Invariant: every way through the loop that does not leave it steps such a variable on.
#include "frontend/spin_parts.h"

#include <string.h>

bool spin_is_assignment(const char *op)
{
    size_t length = strlen(op);
    return length && op[length - 1] == '=' && strcmp(op, "==") != 0 && strcmp(op, "!=") != 0 &&
           strcmp(op, "<=") != 0 && strcmp(op, ">=") != 0;
}

bool spin_is_step(const char *op) { return strcmp(op, "++") == 0 || strcmp(op, "--") == 0; }

static bool mentions(arena *a, ast_node n, ast_node declaration)
{
    if (ast_node_kind(n) == AST_REFERENCE || ast_node_kind(n) == AST_MEMBER_REFERENCE)
        if (ast_equal(ast_referenced(n), declaration))
            return true;
    ast_nodes children = ast_children(a, n);
    for (size_t i = 0; i < children.count; i++)
        if (mentions(a, children.items[i], declaration))
            return true;
    return false;
}

bool spin_leaves(arena *a, ast_node n)
{
    ast_kind k = ast_node_kind(n);
    if (k == AST_COMPOUND) {
        ast_nodes inner = ast_children(a, n);
        return inner.count && spin_leaves(a, inner.items[inner.count - 1]);
    }
    return k == AST_RETURN || k == AST_BREAK;
}

// Is it another one in each turn: declared in the loop, or given a value there?
static bool is_of_turn(loop_state *s, ast_node variable)
{
    const ast_range loop = ast_extent(s->ast, s->loop);
    const ast_place at = ast_location(s->ast, variable);
    return ast_node_kind(variable) == AST_VARIABLE &&
           (spin_find_variable(s, variable) || (at.file == loop.file && at.offset >= loop.begin && at.offset < loop.end));
}

// May the amount of a step be 0, as long as others have not written? j -= f == 2, where f was read in the same turn, j = f ? j - 1 : j.
static bool may_be_others(loop_state *s, ast_node n, ast_node declaration)
{
    const ast_node target = ast_node_kind(n) == AST_REFERENCE ? ast_referenced(n) : (ast_node){0};
    if (ast_node_kind(n) == AST_CALL || spin_in_node(s->ast, s->arena, n).count || ast_is_choice(n) ||
        (!ast_is_null(target) && !ast_equal(target, declaration) && is_of_turn(s, target)))
        return true;
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (may_be_others(s, children.items[i], declaration))
            return true;
    return false;
}

// Does every way through the statement step the variable on, or leave the loop?
static bool steps(loop_state *s, ast_node n, ast_node declaration)
{
    ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(s->arena, n);
    if (k == AST_IF)
        return children.count == 3 && (steps(s, children.items[1], declaration) || spin_leaves(s->arena, children.items[1])) &&
               (steps(s, children.items[2], declaration) || spin_leaves(s->arena, children.items[2]));
    if (k == AST_LOOP || k == AST_SWITCH || k == AST_LAMBDA)
        return false;
    const char *op = ast_operator(s->ast, s->arena, n);
    const bool is_change = children.count && (spin_is_step(op) || spin_is_assignment(op)) && ast_equal(spin_base_of(s->arena, children.items[0]), declaration);
    const bool is_plain = is_change && (children.count != 2 || !may_be_others(s, children.items[1], declaration));
    const bool from_itself = is_plain && (strcmp(op, "=") != 0 || (children.count == 2 && mentions(s->arena, children.items[1], declaration)));
    if (is_change && (spin_is_step(op) || from_itself))
        return true;
    if (ast_is_choice(n) && children.count == 3)
        return steps(s, children.items[0], declaration) || (steps(s, children.items[1], declaration) && steps(s, children.items[2], declaration));
    if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0)
        return children.count && steps(s, children.items[0], declaration);
    for (size_t i = 0; i < children.count; i++)
        if (steps(s, children.items[i], declaration))
            return true;
    return false;
}

void spin_find_advancing(loop_state *s, ast_nodes parts)
{
    for (size_t i = 0; i < s->variables.count; i++) {
        variable *v = &s->variables.items[i];
        for (size_t k = 0; k < parts.count && !(v->up && v->down) && !v->advances; k++)
            v->advances = !(s->has_continue && ast_node_kind(parts.items[k]) == AST_COMPOUND) && steps(s, parts.items[k], v->declaration);
    }
}

// In what is assigned: anything but sums and products may lead back: a remainder, n - k, the next link of a ring.
static bool leads_back(loop_state *s, ast_node n, ast_node declaration)
{
    static const char *const forward[] = {"", "+", "-", "*", "/", "<<", ">>"};
    const char *const op = ast_operator(s->ast, s->arena, n);
    ast_nodes children = ast_children(s->arena, n);
    const bool is_link = ast_node_kind(n) == AST_MEMBER_REFERENCE && children.count && strchr(ast_type_behind_names(s->arena, children.items[0]), '*');
    bool leads = ast_node_kind(n) == AST_CALL || is_link || (strcmp(op, "-") == 0 && mentions(s->arena, children.items[children.count - 1], declaration));
    bool is_forward = false;
    for (size_t i = 0; i < sizeof forward / sizeof *forward; i++)
        is_forward |= strcmp(op, forward[i]) == 0;
    leads |= !is_forward;
    for (size_t i = 0; i < children.count && !leads; i++)
        leads = leads_back(s, children.items[i], declaration);
    return leads;
}

bool spin_is_set_anew(loop_state *s, const char *op, ast_nodes sides, ast_node declaration)
{
    return strcmp(op, "=") == 0 && sides.count == 2 && !mentions(s->arena, sides.items[1], declaration);
}

bool spin_comes_round(loop_state *s, const char *op, ast_nodes sides, ast_node declaration)
{
    if (strcmp(op, "=") == 0 && sides.count == 2)
        return spin_is_set_anew(s, op, sides, declaration) || leads_back(s, sides.items[1], declaration);
    return strchr("%&|^", *op) != NULL;
}

typedef enum place { NO_PLACE, PLACE_READ, PLACE_TAKEN } place; // what the expression around is

// `folded`: what others are taken to is the remainder of it, f[k % n]; k < n, which a variable that comes round may fulfil for ever, where it is once
// at the end of k != n.
static bool names_advancing(loop_state *s, ast_node n, place around, bool folded)
{
    if (ast_node_kind(n) == AST_REFERENCE || ast_node_kind(n) == AST_MEMBER_REFERENCE) {
        const variable *v = spin_find_variable(s, ast_referenced(n));
        if (v && v->advances && !spin_has_foreign(&v->sources) && !(around == PLACE_READ && (folded || v->comes_round)) &&
            !(around == NO_PLACE && (v->is_set_anew || (folded && v->comes_round))))
            return true;
    }
    static const char *const ordered[] = {"<", ">", "<=", ">="};
    const char *const op = ast_operator(s->ast, s->arena, n);
    ast_nodes children = ast_children(s->arena, n);
    if (around == NO_PLACE && spin_in_node(s->ast, s->arena, n).count) {
        around = spin_only_looks(s->ast, s->arena, n) ? PLACE_READ : PLACE_TAKEN;
        folded = false;
    }
    folded |= around == NO_PLACE && STRING_IS_ANY(op, ordered);
    folded |= around == PLACE_READ && children.count == 2 && strlen(op) == 1 && strchr("%&|^", *op);
    for (size_t i = 0; i < children.count; i++)
        if (names_advancing(s, children.items[i], around, folded))
            return true;
    return false;
}

bool spin_names_advancing(loop_state *s, ast_node n) { return names_advancing(s, n, NO_PLACE, false); }
