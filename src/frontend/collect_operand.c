// Collecting: operands, and which of them are only read (collector.h).
//
// In:  an expression that has operands, with the walk around it. Out: each is walked, as a value where nothing can be changed by it.
// Invariant: an operand is a value only if whatever the operator may turn out to be cannot change it.
#include "frontend/collector.h"
#include "frontend/library.h"

#include <string.h>

// An array that becomes the address of its first element, maybe by way of other conversions.
static bool is_address_of_array(collector *c, ast_node n)
{
    while (ast_is_implicit(n) && !ast_type_is_array(n)) {
        const ast_nodes children = ast_children(c->arena, n);
        if (children.count != 1)
            return false;
        n = children.items[0];
    }
    return ast_type_is_array(n);
}

// The index, or a pointer: not an array, nor what may be an object.
static bool is_read_to_index(collector *c, ast_node operand, size_t i)
{
    return !is_address_of_array(c, operand) && (i > 0 || ast_type_is_scalar(operand));
}

static bool points_to_const(collector *c, ast_node n)
{
    const char *type = ast_type_behind_names(c->arena, n);
    return strncmp(type, "const ", 6) == 0 && strchr(type, '*') == strrchr(type, '*');
}

// A number is one; what is volatile, or an object that is not const, may be there to be changed: as its base, say.
static bool is_conversion_to_value(collector *c, ast_node n)
{
    const char *type = ast_type_is_volatile(n) ? ast_type_spelling(c->arena, n) : "*";
    const char *pointer = strrchr(type, '*');
    return (ast_type_is_const(n) && !(c->has_mutable && ast_type_is_class(n))) || (ast_type_is_scalar(n) && !strstr(pointer ? pointer : type, "volatile"));
}

// What is read where a variable's value is asked for: as an operand of an operator that changes nothing.
static bool reads_operand(const char *o, size_t operand, size_t count, bool is_value, bool is_index)
{
    const size_t length = strlen(o);
    if (!length)
        return false;
    const bool compares = strcmp(o, "==") == 0 || strcmp(o, "!=") == 0 || strcmp(o, "<=") == 0 || strcmp(o, ">=") == 0;
    if (o[length - 1] == '=' && !compares)
        return operand > 0;
    if (strcmp(o, ",") == 0)
        return is_value || operand == 0;
    if (strcmp(o, ".*") == 0)
        return is_value || operand > 0;
    if (strcmp(o, "[]") == 0)
        return is_value || is_index;
    return strcmp(o, "++") != 0 && strcmp(o, "--") != 0 && !(strcmp(o, "&") == 0 && count == 1);
}

// float sums[N]: no array begins with the value of a variable.
static bool is_bound_of_array(ast_node n, ast_node child)
{
    return ast_node_kind(n) == AST_VARIABLE && ast_node_kind(child) == AST_REFERENCE && ast_type_is_array(n) && ast_type_is_scalar(child);
}

// (v + ...), which libclang shows as it shows a conversion: is its operator one that only reads?
static bool is_reading_fold(collector *c, ast_node n)
{
    static const char *const reading[] = {"+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">="};
    const char *const signs = "+-*/%&|^=!<>", *const text = ast_text(c->ast, c->arena, n), *dots = NULL;
    int depth = 0;
    for (const char *p = text; *p && !dots; p++) {
        depth += (strchr("([{", *p) != NULL) - (strchr(")]}", *p) != NULL);
        dots = depth == 1 && strncmp(p, "...", 3) == 0 ? p : NULL;
    }
    if (!dots || *text != '(')
        return false;
    const char *begin = dots + 3 + strspn(dots + 3, " \t\r\n"), *end = begin + strspn(begin, signs);
    if (*begin == ')') { // it stands in front
        for (end = dots; end > text && strchr(" \t\r\n", end[-1]); end--)
            ;
        for (begin = end; begin > text && strchr(signs, begin[-1]); begin--)
            ;
    }
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
        if (slice_equal((slice){begin, (size_t)(end - begin)}, slice_of(reading[i])))
            return true;
    return false;
}

static void walk_fold(collector *c, ast_node n, ast_nodes children, walk w)
{
    w.is_value = w.is_open = is_reading_fold(c, n);
    w.is_element = false;
    walk_children(c, children, &w);
}

void walk_operands(collector *c, ast_node n, ast_nodes children, walk w)
{
    if (!children.count)
        return;
    if (ast_is_implicit(n) && ast_type_is_open(n)) {
        walk_fold(c, n, children, w);
        return;
    }
    const bool is_implicit = ast_is_implicit(n), is_address = is_implicit && is_address_of_array(c, n);
    const bool is_value = w.is_value && (!is_address || w.is_element); // somebody may keep the address
    const bool passes_on = ast_passes_on(n) || ast_node_kind(n) == AST_MEMBER_REFERENCE;
    const char *o = is_implicit || passes_on ? "" : ast_operator(c->ast, c->arena, n);
    w.open_group = passes_on ? w.open_group : NULL;
    w.binds_const = is_implicit ? ast_type_is_const(n) : w.binds_const && passes_on;
    w.is_open = (w.is_open && passes_on) || (children.count == 2 && *o && ast_type_is_open(n));
    const bool is_subscript = strcmp(o, "[]") == 0;
    w.is_element = is_subscript || (is_address && w.is_element);
    for (size_t i = 0; i < children.count; i++) {
        w.is_value = is_address    ? is_value || points_to_const(c, n)
                     : is_implicit ? is_value || is_conversion_to_value(c, n) // a conversion to its value
                     : passes_on ? is_value
                                 : reads_operand(o, i, children.count, is_value, is_subscript && is_read_to_index(c, children.items[i], i));
        w.is_value |= is_bound_of_array(n, children.items[i]);
        walk_node(c, children.items[i], &w);
    }
}

// Those that are told where to write, or whom to call, do more with it.
static bool is_of_group(collector *c, ast_node called)
{
    static const char *const others[] = {"async", "update", "invoke", "wait", "match_all"};
    const int index = function_index(c, called); // it may move the functions
    const function *f = &c->plan->functions.items[index];
    bool reads = f->in_system && library_in_cooperative_groups(f);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        reads &= !strstr(f->name, others[i]);
    return reads;
}

// tile.shfl(x, 0), cg::reduce(tile, x, op): they take references, and change nothing. Where a template leaves the tile open, the name tells.
bool walk_group_operands(collector *c, ast_node called, ast_node callee, ast_nodes children, walk w)
{
    static const char *const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor", "any", "all", "ballot", "match_any"};
    const bool is_known = is_function_node(called);
    const char *const name = is_known ? "" : open_name(c, callee);
    if (!w.follows_locals || w.function < 0 || !(is_known ? is_of_group(c, called) : STRING_IS_ANY(name, names)))
        return false;
    for (size_t i = 0; i < children.count; i++) {
        w.is_value = i > 0;
        w.is_open = i > 0 && !is_known;
        w.open_group = w.is_open ? name : NULL;
        w.is_element = false;
        walk_node(c, children.items[i], &w);
    }
    return true;
}

// a * b in a template, where operators of that name are in sight: its operands are read as where there are none. Which of them is meant, is open.
bool walk_open_operands(collector *c, ast_node n, ast_node called, ast_nodes children, walk w)
{
    const char *const name = w.follows_locals && children.count == 3 && !is_function_node(called) ? open_operator(c, children) : "";
    const char *const o = *name ? name + strlen("operator") : "";
    if (!*o || strchr("([", *o) || strncmp(o, "->", 2) == 0)
        return false;
    w.is_open = !ast_is_operator_of_numbers(n);
    w.is_element = false;
    for (size_t i = 0; i < children.count; i++) {
        w.is_value = reads_operand(o, i, children.count, false, false);
        walk_node(c, children.items[i], &w);
    }
    return true;
}
