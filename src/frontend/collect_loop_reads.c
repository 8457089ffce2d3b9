// Collecting, loops of the host: what reads memory that others may know (collect_loop_parts.h).
//
// In:  a node. Out: does it read by a pointer, by a reference, of a member, of a variable that a kernel may write to?
// Rule: an operand whose type is open may be a pointer.
#include "frontend/collect_loop_parts.h"

#include <string.h>

bool is_variable_on_device_and_host(collector *c, ast_node target)
{
    if (ast_node_kind(target) != AST_VARIABLE || is_function_kind(ast_node_kind(ast_semantic_parent(target))))
        return false;
    ast_nodes children = ast_children(c->arena, target); // the word itself may stand in a macro
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == AST_ATTRIBUTE_ANNOTATION &&
            strcmp(ast_name(c->arena, children.items[i]), "pt:managed") == 0)
            return true;
    return false;
}

// A name of what others may know by a pointer: a reference, a binding, a member of the object that `this` points to.
bool reads_known_memory(collector *c, ast_node n, ast_kind kind, ast_node target)
{
    if (kind == AST_REFERENCE)
        return is_variable_on_device_and_host(c, target) || ast_is_binding(target) ||
               (ast_node_kind(target) != AST_NONE && ast_type_is_reference(target));
    if (kind != AST_MEMBER_REFERENCE || ast_node_kind(target) != AST_FIELD)
        return false;
    ast_nodes object = ast_children(c->arena, n);
    const bool of_this = !object.count || strcmp(ast_text(c->ast, c->arena, object.items[0]), "this") == 0;
    return ast_type_is_reference(target) || (of_this && !ast_type_is_const(target));
}

bool refers_to_constant(collector *c, ast_node variable)
{
    const char *type = ast_type_spelling(c->arena, variable);
    return strncmp(type, "const ", 6) == 0 && strchr(type, '&') && !strchr(type, '*');
}

// A base whose type is open may be a pointer, or an object that stands for one.
static bool is_arrow(collector *c, ast_node n, ast_node base)
{
    const ast_range whole = ast_extent(c->ast, n), b = ast_extent(c->ast, base);
    if (whole.file < 0 || c->file_of[whole.file] < 0 || b.file != whole.file)
        return true;
    const plan_file *f = file_at(c, c->file_of[whole.file]);
    return !is_token(f, token_at_or_after(&f->tokens, b.end), ".");
}

// *p, p[i], p->m: of a pointer, not of an array or of `this`.
bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children)
{
    if (strcmp(o, "*") == 0)
        return children.count == 1;
    if (strcmp(o, "->*") == 0)
        return true;
    if (strcmp(o, "[]") == 0)
        return children.count && !ast_type_is_array(ast_strip(c->arena, children.items[0]));
    if (kind == AST_NONE && !*o && children.count) // nothing like other calls
        return strncmp(ast_text(c->ast, c->arena, n), "__atomic_", 9) == 0 ||
               (ast_extent(c->ast, n).in_macro && children.count > 1 && !ast_is_declaration(children.items[0]) &&
                strchr(ast_type_spelling(c->arena, children.items[0]), '*'));
    if (kind != AST_MEMBER_REFERENCE || !children.count)
        return false;
    return strcmp(ast_text(c->ast, c->arena, children.items[0]), "this") != 0 && is_arrow(c, n, children.items[0]);
}
