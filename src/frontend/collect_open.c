// Collecting: what a function does with values whose types a template leaves open (collector.h).
//
// In:  a function's node. Out: function.open_values, and open_operators, the operators that stand between such values.
// Invariant: an operator that may come to be one of the program's is listed, or "?" is, for any of them: where a library's function is handed such
//      values, say, or the call is open itself.
#include "frontend/collector.h"

#include <string.h>

static void add_operator(collector *c, function *f, const char *name)
{
    for (size_t i = 0; i < f->open_operators.count; i++)
        if (strcmp(f->open_operators.items[i], name) == 0)
            return;
    *ARENA_PUSH(c->arena, &f->open_operators) = name;
}

static bool operates(collector *c, ast_node n)
{
    const ast_nodes children = ast_children(c->arena, n);
    bool does = ast_node_kind(n) == AST_CALL || *ast_operator(c->ast, c->arena, n);
    for (size_t i = 0; i < children.count && !does; i++)
        does = operates(c, children.items[i]);
    return does;
}

// The size of an array has neither.
void note_initialiser(collector *c, ast_node field)
{
    c->plan->initialisers_operate |= strpbrk(ast_text(c->ast, c->arena, field), "={") && operates(c, field);
}

// CUDA's own functions take numbers: atomicAdd, __shfl_sync. By their names, as the arguments' namespaces may have others.
static bool takes_numbers(collector *c, ast_node function)
{
    const char *const name = is_function_node(function) ? ast_name(c->arena, function) : "";
    return (strncmp(name, "__", 2) == 0 || strncmp(name, "atomic", strlen("atomic")) == 0) && ast_in_system_header(c->ast, function) &&
           ast_node_kind(function) == AST_FUNCTION && ast_node_kind(ast_semantic_parent(function)) == AST_NONE;
}

// lib::pair<T> x; the library's members may have values by any operator.
static bool makes_library_object(collector *c, ast_node n)
{
    const ast_node class = ast_node_kind(n) == AST_VARIABLE && ast_type_is_open(n) ? ast_type_template(n) : (ast_node){0};
    return !ast_is_null(class) && ast_in_system_header(c->ast, class);
}

// The program's own functions have lists of their own.
static bool calls_nothing_else(collector *c, ast_node call, ast_nodes children)
{
    const ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : call, called = ast_referenced(call);
    const ast_node set = ast_node_kind(callee) == AST_REFERENCE ? ast_referenced(callee) : callee;
    if (is_function_node(called))
        return !ast_in_system_header(c->ast, called) || takes_numbers(c, called);
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE)
        return ast_is_operator_of_numbers(call);
    const ast_nodes candidates = ast_candidates(c->arena, set);
    bool all = candidates.count > 0;
    for (size_t i = 0; i < candidates.count && all; i++)
        all = takes_numbers(c, candidates.items[i]);
    return all;
}

static bool is_open_or_has_open(ast_node n, ast_nodes children)
{
    bool is = ast_type_is_open(n);
    for (size_t i = 0; i < children.count && !is; i++)
        is = ast_type_is_open(children.items[i]);
    return is;
}

static void note_operators(collector *c, ast_node n, ast_nodes children, function *f)
{
    const ast_kind kind = ast_node_kind(n);
    const char *const o = kind == AST_NONE ? ast_operator(c->ast, c->arena, n) : "";
    const bool is_open = is_open_or_has_open(n, children), is_fold = ast_is_implicit(n) && ast_type_is_open(n);
    if (is_fold || makes_library_object(c, n) || (kind == AST_LOOP && ast_is_range_for(n)) || (kind == AST_CALL && !calls_nothing_else(c, n, children)))
        add_operator(c, f, "?");
    else if (kind == AST_MEMBER_REFERENCE && is_open)
        add_operator(c, f, "->");
    else if (*o && is_open)
        add_operator(c, f, o);
}

// A value of such a type, as any operator of it is, or an object of the heap; a lambda may give back such a one.
static bool walk_open(collector *c, ast_node n, function *f)
{
    const ast_nodes children = ast_children(c->arena, n);
    const ast_kind kind = ast_node_kind(n);
    bool has = (kind != AST_TYPE_REFERENCE && ast_type_has_open_part(n)) || kind == AST_LAMBDA || ast_is_new(n) || ast_is_delete(n);
    note_operators(c, n, children, f);
    for (size_t i = 0; i < children.count; i++)
        has |= walk_open(c, children.items[i], f);
    return has;
}

// What makes or ends an object does so for parts that have no text.
void note_open_values(collector *c, ast_node n, function *f)
{
    const declaration *d = f->definition >= 0 ? &f->declarations.items[f->definition] : NULL;
    if (!d || f->in_system || !(d->is_template || d->in_template || d->has_auto_parameter))
        return;
    bool has = f->open_values == OPEN_VALUES || f->form == FORM_CONSTRUCTOR || f->form == FORM_DESTRUCTOR ||
               ast_result_is_open(n); // to which what is given is converted
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        has |= ast_node_kind(children.items[i]) != AST_TEMPLATE_PARAMETER && walk_open(c, children.items[i], f);
    f->open_values = has ? OPEN_VALUES : NO_OPEN_VALUES;
}
