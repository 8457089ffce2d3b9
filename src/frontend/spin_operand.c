// Names and operands in loops that may wait: see spin_parts.h.
//
// In:  an expression. Out: the function or the lock that it names, and whose memory it is.
// Invariant: where it cannot be told whose the memory is, it is others', since then the loop is the one that waits.
#include "frontend/spin_parts.h"

#include <ctype.h>
#include <string.h>

static bool is_name_byte(char c) { return isalnum((unsigned char)c) || c == '_'; }

const char *spin_called_name(ast *t, arena *a, ast_node call)
{
    const char *name = ast_name(a, call);
    ast_nodes children = ast_children(a, call);
    if (!*name && children.count) {
        ast_node callee = ast_strip(a, children.items[0]);
        name = ast_node_kind(callee) == AST_MEMBER_REFERENCE ? ast_member_name(t, a, callee) : ast_name(a, callee);
    }
    return name;
}

// A lock's operand by its identifiers: `&locks[i]` and `(int *)(locks + i)` are "locks i".
const char *spin_operand_name(ast *t, arena *a, ast_node n)
{
    static const char *const noise[] = {"volatile", "const", "unsigned", "int", "long", "this", "reinterpret_cast"};
    const char *text = ast_text(t, a, n);
    char *name = "";
    for (const char *p = text; *p;) {
        size_t length = 0;
        while (is_name_byte(p[length]))
            length++;
        bool skip = length == 0 || isdigit((unsigned char)*p);
        for (size_t i = 0; i < sizeof noise / sizeof *noise && !skip; i++)
            skip = strlen(noise[i]) == length && memcmp(p, noise[i], length) == 0;
        if (!skip)
            name = arena_format(a, "%s%s%.*s", name, *name ? " " : "", (int)length, p);
        p += length ? length : 1;
    }
    return *name ? name : "?";
}

bool spin_is_number(ast *t, arena *a, ast_node n, bool zero)
{
    const char *text = ast_text(t, a, n);
    if (!isdigit((unsigned char)*text))
        return strcmp(text, zero ? "false" : "true") == 0;
    bool all_zero = true;
    for (; isdigit((unsigned char)*text) || *text == 'x' || *text == '.'; text++)
        all_zero &= *text == '0' || *text == 'x' || *text == '.';
    return all_zero == zero;
}

// The variable or member at the bottom of an expression: of p in `*(volatile int *)&p[i].x`.
ast_node spin_base_of(arena *a, ast_node n)
{
    for (;;) {
        ast_kind k = ast_node_kind(n);
        if (k == AST_REFERENCE || k == AST_VARIABLE)
            return k == AST_VARIABLE ? n : ast_referenced(n);
        ast_nodes children = ast_children(a, n);
        size_t at = 0; // a cast's type stands in front of its operand
        while (at < children.count && ast_node_kind(children.items[at]) == AST_TYPE_REFERENCE)
            at++;
        if (at >= children.count)
            return k == AST_MEMBER_REFERENCE ? ast_referenced(n) : (ast_node){0};
        n = children.items[at];
    }
}

static bool is_shared(arena *a, ast_node variable, int depth)
{
    if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE)
        return false;
    ast_nodes children = ast_children(a, variable);
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == AST_ATTRIBUTE_SHARED)
            return true;
    // volatile float *p = shared_array;
    return depth < 4 && children.count && is_shared(a, spin_base_of(a, children.items[children.count - 1]), depth + 1);
}

// Memory of the block or of the thread: nothing that another block writes.
bool spin_is_own_memory(arena *a, ast_node expression)
{
    ast_node base = spin_base_of(a, expression);
    if (is_shared(a, base, 0))
        return true;
    ast_kind parent = ast_is_null(base) ? AST_NONE : ast_node_kind(ast_semantic_parent(base));
    bool local = parent == AST_FUNCTION || parent == AST_METHOD || parent == AST_FUNCTION_TEMPLATE;
    const char *type = local && ast_node_kind(base) == AST_VARIABLE ? ast_type_behind_names(a, base) : "*";
    return !strpbrk(type, "*&") && !strstr(type, "atomic_ref");
}

// A variable at namespace scope: one for all blocks.
bool spin_is_global(ast_node n)
{
    ast_node target = ast_node_kind(n) == AST_REFERENCE ? ast_referenced(n) : (ast_node){0};
    if (ast_is_null(target) || ast_node_kind(target) != AST_VARIABLE || ast_type_is_const(target))
        return false;
    const ast_kind parent = ast_node_kind(ast_semantic_parent(target));
    return parent != AST_FUNCTION && parent != AST_METHOD && parent != AST_FUNCTION_TEMPLATE && parent != AST_CONSTRUCTOR &&
           parent != AST_DESTRUCTOR && parent != AST_CONVERSION;
}
