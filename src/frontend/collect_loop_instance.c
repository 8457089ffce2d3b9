// Collecting, loops of the host: what a template is made for (collect_loop_parts.h).
//
// In:  a call, or what has a type. Out: is its template made for a class with functions that it may call without naming them; which of its
//      values may be of one.
// Rule: libclang shows a template as it is written, where `*x` of an open type is an operator of the language, whatever x is.
#include "frontend/collect_loop_parts.h"

#include <string.h>

// Operators, conversions, constructors: what a template may call of it without a name.
static bool acts_unnamed(collector *c, ast_node class, int depth)
{
    enum { depth_at_most = 8 };
    if (ast_is_null(class))
        return false;
    if (ast_in_system_header(c->ast, class))
        return !is_plain(c, class);
    const ast_node pattern = ast_specialised(class);
    const ast_nodes members = ast_children(c->arena, ast_is_null(pattern) ? class : pattern);
    for (size_t i = 0; i < members.count; i++) {
        const ast_node m = members.items[i];
        const ast_kind kind = ast_node_kind(m);
        const bool is_operator = (kind == AST_METHOD || kind == AST_FUNCTION_TEMPLATE || kind == AST_FRIEND) && strstr(ast_text(c->ast, c->arena, m), "operator");
        const bool is_made = kind == AST_CONSTRUCTOR || kind == AST_DESTRUCTOR || (kind == AST_FUNCTION_TEMPLATE && strcmp(ast_name(c->arena, m), ast_name(c->arena, class)) == 0);
        if (((is_operator || is_made) && !ast_needs_no_body(m)) || kind == AST_CONVERSION)
            return true;
        if ((kind == AST_FIELD || kind == AST_BASE) && (depth == depth_at_most || acts_unnamed(c, ast_type_declaration(m), depth + 1)))
            return true;
    }
    return false;
}

// float3 operator+(float3, float3)
static bool has_operator_for(collector *c, ast_node class)
{
    const char *const name = ast_name(c->arena, class);
    bool has = false;
    for (size_t i = 0; i < c->plan->functions.count && !has; i++) {
        const function *f = &c->plan->functions.items[i];
        has = !f->in_system && f->form == FORM_OPERATOR && (strstr(f->type, name) || plan_definition(f) == NULL || plan_definition(f)->is_template);
    }
    return has;
}

// Is the template that a call calls, or that the node's type is, made for a class with such functions?
bool is_for_acting_class(collector *c, ast_node n, bool by_type)
{
    const ast_nodes classes = ast_made_for(c->arena, n, by_type);
    bool is = false;
    for (size_t i = 0; i < classes.count && !is; i++)
        is = acts_unnamed(c, classes.items[i], 0) || has_operator_for(c, classes.items[i]);
    return is;
}

// A value whose type the template leaves open, and no address of one. What an open call gives, its arguments and the facts tell of.
bool is_open_value(collector *c, ast_node n, ast_kind kind)
{
    if (kind == AST_CALL && strcmp(ast_type_spelling(c->arena, n), "<dependent type>") == 0)
        return false;
    const bool is_value = kind == AST_REFERENCE || kind == AST_MEMBER_REFERENCE || kind == AST_CALL || kind == AST_VARIABLE || kind == AST_NONE;
    return is_value && ast_type_is_open(n) && !strchr(ast_type_spelling(c->arena, n), '*');
}

bool has_open_value(collector *c, ast_node n)
{
    const ast_nodes children = ast_children(c->arena, n);
    bool has = is_open_value(c, n, ast_node_kind(n));
    for (size_t i = 0; i < children.count && !has; i++)
        has = has_open_value(c, children.items[i]);
    return has;
}
