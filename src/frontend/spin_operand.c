// Names and operands in loops that may wait: see spin_parts.h.
//
// In:  an expression. Out: the function or the lock that it names, and whose memory it is.
// Invariant: where it cannot be told whose the memory is, it is others', since then the loop is the one that waits.
#include "frontend/spin_parts.h"

#include <ctype.h>
#include <string.h>

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

// A lock's operand by its identifiers and numbers: `&locks[i]` and `(int *)(locks + i)` are "locks i"; &flags[b - 1], which another block than
// the holder of flags[b] opens, is no such lock.
const char *spin_operand_name(ast *t, arena *a, ast_node n)
{
    static const char *const noise[] = {"volatile", "const", "unsigned", "int", "long", "this", "reinterpret_cast"};
    const char *text = ast_text(t, a, n);
    char *name = "";
    for (const char *p = text; *p;) {
        size_t length = 0;
        while (is_name_byte(p[length]))
            length++;
        bool skip = length == 0 || (length == 1 && *p == '0');
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

// ---- whose memory ------------------------------------------------------------------------------------------------------

enum { steps_at_most = 16 }; // from variable to variable

static bool lies_in_own(ast *t, arena *a, ast_node object, int depth);
static bool points_to_own(ast *t, arena *a, ast_node pointer, int depth);

// Without parentheses, and conversions that are not written.
static ast_node bare(arena *a, ast_node n)
{
    for (;;) {
        ast_nodes children = ast_children(a, n);
        if (ast_node_kind(n) != AST_NONE || children.count != 1 || (!ast_is_implicit(n) && !ast_passes_on(n)))
            return n;
        n = children.items[0];
    }
}

static bool is_function(ast_node n)
{
    const ast_kind k = ast_node_kind(n);
    return k == AST_FUNCTION || k == AST_METHOD || k == AST_FUNCTION_TEMPLATE || k == AST_CONSTRUCTOR || k == AST_DESTRUCTOR || k == AST_CONVERSION;
}

// A variable of the thread: automatic.
static bool is_of_thread(ast_node variable)
{
    return ast_node_kind(variable) == AST_VARIABLE && is_function(ast_semantic_parent(variable)) && !ast_outlives_block(variable);
}

static bool has_pointer_type(arena *a, ast_node n) { return !ast_type_is_array(n) && strchr(ast_type_behind_names(a, n), '*'); }

static ast_node initialiser(arena *a, ast_node variable)
{
    ast_nodes children = ast_children(a, variable);
    const ast_node last = children.count ? children.items[children.count - 1] : (ast_node){0};
    return ast_is_null(last) || ast_node_kind(last) == AST_TYPE_REFERENCE ? (ast_node){0} : last;
}

// What is converted by a cast that is written out; null: it is none.
static ast_node converted(ast *t, arena *a, ast_node n)
{
    ast_nodes children = ast_children(a, n);
    size_t at = 0; // its type stands in front of its operand
    while (at < children.count && ast_node_kind(children.items[at]) == AST_TYPE_REFERENCE)
        at++;
    return ast_node_kind(n) == AST_NONE && at + 1 == children.count && !*ast_operator(t, a, n) && !ast_is_list(n) ? children.items[at] : (ast_node){0};
}

// May the pointer get another value than it begins with, somewhere in the function? Steps stay in the array that it points into.
static bool may_be_given_another(ast *t, arena *a, ast_node n, ast_node variable)
{
    ast_nodes children = ast_children(a, n);
    const char *const op = ast_operator(t, a, n);
    const bool is_call = ast_node_kind(n) == AST_CALL;
    const ast_node target = is_call ? ast_referenced(n) : (ast_node){0};
    const bool may_bind = is_call ? ast_is_null(target) || !is_function(target) || strchr(ast_type_spelling(a, target), '&')
                                  : ast_node_kind(n) == AST_ASM || (ast_node_kind(n) == AST_VARIABLE && ast_type_is_reference(n)) || ast_is_list(n);
    for (size_t i = 0; i < children.count; i++) {
        const ast_node child = bare(a, children.items[i]);
        const bool names = ast_node_kind(child) == AST_REFERENCE && ast_equal(ast_referenced(child), variable);
        if (names && (may_bind || (i == 0 && (strcmp(op, "=") == 0 || (strcmp(op, "&") == 0 && children.count == 1)))))
            return true;
        if (may_be_given_another(t, a, children.items[i], variable))
            return true;
    }
    return false;
}

// Looks through the whole function: once for each variable, however often that is read.
static bool keeps_its_value(ast *t, arena *a, ast_node variable)
{
    place_map *const known = ast_verdicts(t);
    int keeps = place_map_get(known, 0, ast_identity(variable));
    if (keeps < 0) {
        const ast_node parent = ast_semantic_parent(variable), whole = ast_definition(parent);
        keeps = !may_be_given_another(t, a, ast_is_null(whole) ? parent : whole, variable);
        place_map_put(known, 0, ast_identity(variable), keeps);
    }
    return keeps;
}

// volatile float *p = shared_array;
static bool variable_points_to_own(ast *t, arena *a, ast_node variable, int depth)
{
    if (!is_of_thread(variable) || ast_has_attribute(a, variable, AST_ATTRIBUTE_SHARED) || ast_type_is_reference(variable) || depth > steps_at_most)
        return false;
    const ast_node value = initialiser(a, variable);
    return !ast_is_null(value) && points_to_own(t, a, value, depth + 1) && keeps_its_value(t, a, variable);
}

static bool points_to_own(ast *t, arena *a, ast_node pointer, int depth)
{
    const ast_node n = bare(a, pointer);
    ast_nodes children = ast_children(a, n);
    const char *const op = ast_operator(t, a, n);
    if (ast_type_is_array(n))
        return lies_in_own(t, a, n, depth);
    if (!has_pointer_type(a, n))
        return false; // an address as a number, say
    if (ast_node_kind(n) == AST_REFERENCE || ast_node_kind(n) == AST_VARIABLE)
        return variable_points_to_own(t, a, ast_node_kind(n) == AST_VARIABLE ? n : ast_referenced(n), depth);
    if (strcmp(op, "&") == 0 && children.count == 1)
        return lies_in_own(t, a, children.items[0], depth);
    if (strcmp(op, "+") == 0 || strcmp(op, "-") == 0 || spin_is_step(op) || strcmp(op, "+=") == 0 || strcmp(op, "-=") == 0) {
        bool any = false;
        for (size_t i = 0; i < children.count; i++) { // `i + p` is one, too
            const ast_node operand = bare(a, children.items[i]);
            if (!ast_type_is_array(operand) && !has_pointer_type(a, operand))
                continue;
            if (!points_to_own(t, a, operand, depth))
                return false;
            any = true;
        }
        return any;
    }
    const ast_node from = converted(t, a, n);
    return !ast_is_null(from) && points_to_own(t, a, from, depth);
}

static bool variable_lies_in_own(ast *t, arena *a, ast_node variable, int depth)
{
    if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE || depth > steps_at_most)
        return false;
    if (ast_has_attribute(a, variable, AST_ATTRIBUTE_SHARED))
        return true;
    if (!is_of_thread(variable) || strstr(ast_type_behind_names(a, variable), "atomic_ref"))
        return false;
    if (!ast_type_is_reference(variable))
        return true;
    const ast_node to = initialiser(a, variable);
    return !ast_is_null(to) && lies_in_own(t, a, to, depth + 1);
}

// Of a member: what its object is, if it is no reference and no static one.
static bool member_lies_in_own(ast *t, arena *a, ast_node member, int depth)
{
    ast_nodes object = ast_children(a, member);
    const ast_node field = ast_referenced(member);
    if (object.count != 1 || (!ast_is_null(field) && ast_node_kind(field) != AST_FIELD))
        return false;
    const char *const type = ast_is_null(field) ? "" : ast_type_behind_names(a, field);
    if (strchr(type, '&') || strstr(type, "atomic_ref"))
        return false;
    const ast_node of = bare(a, object.items[0]);
    return has_pointer_type(a, of) ? points_to_own(t, a, of, depth) : lies_in_own(t, a, of, depth);
}

static bool lies_in_own(ast *t, arena *a, ast_node object, int depth)
{
    const ast_node n = bare(a, object);
    const ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(a, n);
    const char *const op = ast_operator(t, a, n);
    if (k == AST_REFERENCE || k == AST_VARIABLE)
        return variable_lies_in_own(t, a, k == AST_VARIABLE ? n : ast_referenced(n), depth);
    if (k == AST_MEMBER_REFERENCE)
        return member_lies_in_own(t, a, n, depth);
    if (strcmp(op, "[]") == 0 && children.count == 2) {
        const ast_node first = bare(a, children.items[0]), second = bare(a, children.items[1]); // i[p] is p[i]
        const bool is_first = ast_type_is_array(first) || has_pointer_type(a, first);
        return points_to_own(t, a, is_first ? first : second, depth);
    }
    if (strcmp(op, "*") == 0 && children.count == 1)
        return points_to_own(t, a, children.items[0], depth);
    const ast_node from = converted(t, a, n);
    return !ast_is_null(from) && !has_pointer_type(a, n) && lies_in_own(t, a, from, depth);
}

// Memory of the block or of the thread: nothing that another block writes.
bool spin_is_own_memory(ast *t, arena *a, ast_node expression)
{
    return has_pointer_type(a, bare(a, expression)) ? points_to_own(t, a, expression, 0) : lies_in_own(t, a, expression, 0);
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
