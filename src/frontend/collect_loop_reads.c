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

bool is_local(ast_node variable)
{
    const ast_kind kind = ast_node_kind(variable);
    return kind == AST_PARAMETER ||
           (kind == AST_VARIABLE && is_function_kind(ast_node_kind(ast_semantic_parent(variable))) && !ast_outlives_block(variable));
}

// The names in the first argument of each cudaHostRegister.
static void find_registered(collector *c)
{
    c->registered = map_new(c->arena);
    c->knows_registered = true;
    for (size_t file = 0; file < c->plan->files.count; file++) {
        const plan_file *f = &c->plan->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            if (!is_token(f, i, "cudaHostRegister") || !is_token(f, i + 1, "("))
                continue;
            c->registers = true;
            for (size_t k = i + 2; !is_token(f, k, ",") && !is_token(f, k, ";") && k < f->tokens.count; k++) {
                const token *t = &f->tokens.items[k];
                if (t->kind == TOKEN_IDENTIFIER)
                    map_put(&c->registered, arena_copy(c->arena, f->text->bytes + t->begin, t->end - t->begin), 1);
            }
        }
    }
}

// A variable that kernels may change, as it is registered by its name, or may be by a function that is given its address: one that
// lives as long as the program. Pointers to what is registered go by `goes_by_pointer`.
bool is_variable_registered(collector *c, ast_node target)
{
    if (ast_node_kind(target) != AST_VARIABLE)
        return false;
    if (!c->knows_registered)
        find_registered(c);
    if (!c->registers)
        return false;
    const bool is_pointer = strchr(ast_type_behind_names(c->arena, target), '*') && ast_type_is_scalar(target);
    return map_get(&c->registered, ast_name(c->arena, target)) >= 0 || (!is_local(target) && !is_pointer && !ast_type_is_const(target));
}

static bool names_pointer(collector *c, ast_node n, bool but_parameters)
{
    const ast_kind kind = ast_node_kind(n);
    if (kind == AST_CALL)
        return false;
    const ast_node target = kind == AST_REFERENCE || kind == AST_MEMBER_REFERENCE ? ast_referenced(n) : n;
    const ast_kind named = ast_node_kind(target);
    if (but_parameters && named == AST_PARAMETER && kind == AST_REFERENCE)
        return false;
    if (kind != AST_NONE && (named == AST_VARIABLE || named == AST_PARAMETER || named == AST_FIELD) &&
        (ast_type_is_open(target) || strchr(ast_type_behind_names(c->arena, target), '*')))
        return true;
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (names_pointer(c, children.items[i], but_parameters))
            return true;
    return false;
}

// Is text among what a function of this type takes, as one that is known or behind `...`? Not so where only the pointer is
// changed (std::swap), or its bytes are asked for whatever they are (cudaMemset).
static bool takes_text(const char *type)
{
    for (const char *at = strstr(type, "char *"); at; at = strstr(at + 1, "char *"))
        if (at[sizeof "char *" - 1] != '&')
            return true;
    return strstr(type, "...") || strstr(type, "wchar_t *") || !strchr(type, '('); // or an open one
}

// printf("%s", m): text by a pointer that is not a literal's, and no array of the host's.
bool hands_text_on(collector *c, ast_nodes call, bool but_parameters)
{
    if (!call.count || !takes_text(ast_type_behind_names(c->arena, call.items[0])))
        return false;
    for (size_t i = 1; i < call.count; i++) {
        const char *type = ast_type_behind_names(c->arena, call.items[i]);
        if ((strstr(type, "char *") || strstr(type, "wchar_t *")) && names_pointer(c, call.items[i], but_parameters))
            return true;
    }
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

static bool has_pointer(collector *c, ast_nodes operands)
{
    for (size_t i = 0; i < operands.count; i++)
        if (strchr(ast_type_behind_names(c->arena, operands.items[i]), '*'))
            return true;
    return false;
}

// *p, p[i], p->m: of a pointer, not of an array or of `this`.
bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children)
{
    if (strcmp(o, "*") == 0)
        return children.count == 1;
    if (strcmp(o, "->*") == 0)
        return true;
    if (strcmp(o, "?") == 0)
        return has_pointer(c, children);
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
