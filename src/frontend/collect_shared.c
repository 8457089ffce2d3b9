// Collecting: how a body uses shared memory, for programs for the CPU (collector.h).
//
// In:  a node of a body. Out: FACT_SHARED_USE for each mention of a shared variable, and whether it is the thread's own
//      element of it; FACT_SHARED_INDEX for each index that a GPU wraps around at 32 bits; FACT_LANE_*.
// Invariant: what is not understood is no element of the thread's own, and no address in shared memory.
#include "frontend/collector.h"

#include <string.h>

static const int follow_limit = 16; // pointers that are made of pointers

// Asked of each variable wherever it is named.
bool is_shared_variable(collector *c, ast_node variable)
{
    if (ast_is_null(variable))
        return false; // open until a template's parameters are known
    const size_t identity = ast_identity(variable), at = (identity >> 4) % (sizeof c->variables / sizeof *c->variables);
    if (c->variables[at].identity != identity) {
        c->variables[at].identity = identity;
        c->variables[at].is_shared = ast_has_attribute(c->arena, variable, AST_ATTRIBUTE_SHARED);
    }
    return c->variables[at].is_shared;
}

// Without parentheses and what is not written; ast_strip would take operators with one operand away, too.
static ast_node bare(collector *c, ast_node n)
{
    while (!ast_is_null(n) && (ast_is_implicit(n) || ast_passes_on(n))) {
        const ast_nodes children = ast_children(c->arena, n);
        if (children.count != 1)
            return n;
        n = children.items[0];
    }
    return n;
}

static ast_node last_child(collector *c, ast_node n)
{
    ast_nodes children = ast_children(c->arena, n);
    return children.count ? bare(c, children.items[children.count - 1]) : (ast_node){0};
}

static const char *operator_of(collector *c, ast_node n) { return ast_operator(c->ast, c->arena, n); }

// ---- elements that a thread keeps for itself -------------------------------------------------------------------------

// `threadIdx.x`, or a variable with that value: then its name is in `*name`.
static bool is_own_index(collector *c, ast_node index, const char **name)
{
    static const char own[] = "threadIdx.x";
    *name = "";
    if (strcmp(ast_text(c->ast, c->arena, index), own) == 0)
        return true;
    if (ast_node_kind(index) != AST_REFERENCE)
        return false;
    const ast_node variable = ast_referenced(index);
    if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE || !ast_type_is_scalar(variable))
        return false;
    const ast_node value = last_child(c, variable);
    *name = ast_name(c->arena, variable);
    return !ast_is_null(value) && ast_type_bytes(variable) >= 4 && strcmp(ast_text(c->ast, c->arena, value), own) == 0;
}

// Does the text say so? libclang 16 does not tell that an element comes out of a macro.
static bool is_written(const walk *w, const fact *x, const char *variable, const char *index)
{
    const size_t i = w->file ? token_at_or_after(&w->file->tokens, x->begin) : 0;
    if (!w->file || !is_token(w->file, i, variable) || !is_token(w->file, i + 1, "["))
        return false;
    if (*index)
        return is_token(w->file, i + 2, index) && is_token(w->file, i + 3, "]");
    return is_token(w->file, i + 2, "threadIdx") && is_token(w->file, i + 3, ".") &&
           is_token(w->file, i + 4, "x") && is_token(w->file, i + 5, "]");
}

void add_shared_use(collector *c, ast_node reference, ast_node variable, const walk *w)
{
    if (!c->plan->for_cpu)
        return;
    fact *x = add_fact(c, w, FACT_SHARED_USE, reference);
    if (!is_function_kind(ast_node_kind(ast_lexical_parent(variable))) && !ast_is_definition(variable) &&
        ast_type_bytes(variable) == 0) // of known size it is a static one, whatever it says
        x->context |= OF_FILE;
    if (w->own_index && ast_equal(w->own_element, reference) &&
        is_written(w, x, ast_name(c->arena, reference), w->own_index)) {
        x->context |= OF_OWN_ELEMENT;
        x->name = w->own_index;
    }
}

// variable[threadIdx.x]: the variable is met next, below this node. From its address one can come to others' elements.
static void enter_element(collector *c, ast_nodes operands, walk *w)
{
    const ast_node base = bare(c, operands.items[0]);
    if (w->keeps_address || ast_node_kind(base) != AST_REFERENCE || !ast_type_is_array(ast_referenced(base)))
        return;
    const char *name;
    if (is_own_index(c, bare(c, operands.items[1]), &name)) {
        w->own_element = base;
        w->own_index = name;
    }
}

// ---- addresses that wrap around --------------------------------------------------------------------------------------

// Is the value of `n` an address in shared memory, by what is written? A pointer counts as what it was made of.
static bool points_to_shared(collector *c, ast_node n, int depth)
{
    n = bare(c, n);
    if (ast_is_null(n) || depth > follow_limit)
        return false;
    const ast_nodes children = ast_children(c->arena, n);
    if (ast_node_kind(n) == AST_REFERENCE) {
        const ast_node variable = ast_referenced(n);
        if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE)
            return false;
        return is_shared_variable(c, variable) ? ast_type_is_array(variable)
                                               : points_to_shared(c, last_child(c, variable), depth + 1);
    }
    if (ast_node_kind(n) != AST_NONE || !children.count)
        return false;
    const char *o = operator_of(c, n);
    if (strcmp(o, "[]") == 0) // a row
        return ast_type_is_array(n) && points_to_shared(c, children.items[0], depth + 1);
    if (strcmp(o, "&") == 0 && children.count == 1) {
        const ast_node element = bare(c, children.items[0]);
        const ast_nodes parts = ast_children(c->arena, element);
        return strcmp(operator_of(c, element), "[]") == 0 && points_to_shared(c, parts.items[0], depth + 1);
    }
    if ((strcmp(o, "+") == 0 || strcmp(o, "-") == 0) && children.count == 2)
        return points_to_shared(c, children.items[0], depth + 1);
    for (size_t i = 0; i + 1 < children.count; i++) // a cast's type
        if (ast_node_kind(children.items[i]) != AST_TYPE_REFERENCE)
            return false;
    return !*o && points_to_shared(c, last_child(c, n), depth + 1);
}

typedef enum wrapping { NEVER_WRAPS, MAY_WRAP, WRAPS } wrapping;

// ~x is huge for each x that is a count; a - b where b is the larger one.
static wrapping wrapping_of(collector *c, ast_node n)
{
    n = bare(c, n);
    const char *o = operator_of(c, n);
    const ast_nodes children = ast_children(c->arena, n);
    if (!*o || !(ast_type_is_unsigned_word(n) || ast_type_is_open(n)))
        return NEVER_WRAPS;
    if (strcmp(o, "~") == 0 || (strcmp(o, "-") == 0 && children.count == 1))
        return ast_type_is_open(n) ? MAY_WRAP : WRAPS;
    if (strcmp(o, "-") == 0)
        return MAY_WRAP;
    if (strcmp(o, "+") != 0 || children.count != 2)
        return NEVER_WRAPS;
    return wrapping_of(c, children.items[0]) || wrapping_of(c, children.items[1]) ? MAY_WRAP : NEVER_WRAPS;
}

static void add_shared_index(collector *c, ast_node address, ast_node index, const walk *w)
{
    const wrapping wraps = wrapping_of(c, index);
    address = bare(c, address);
    // In front of the variable itself lies nothing that a program could want.
    const bool is_variable = ast_node_kind(address) == AST_REFERENCE && is_shared_variable(c, ast_referenced(address));
    if (wraps == NEVER_WRAPS || (wraps == MAY_WRAP && is_variable) || !points_to_shared(c, address, 0))
        return;
    fact *x = add_fact(c, w, FACT_SHARED_INDEX, index);
    if (wraps == WRAPS)
        x->context |= SURELY_WRAPS;
}

// ---- lanes that hand each other values in step ----------------------------------------------------------------------------

// The variable at the bottom of v[i], v[i][j], *(v + i); none of anything else.
static ast_node root_of_element(collector *c, ast_node n)
{
    n = bare(c, n);
    if (ast_is_null(n))
        return n;
    if (ast_node_kind(n) == AST_REFERENCE)
        return ast_referenced(n);
    const ast_nodes children = ast_children(c->arena, n);
    return ast_node_kind(n) == AST_NONE && children.count ? root_of_element(c, children.items[0]) : (ast_node){0};
}

static bool is_element(collector *c, ast_node n)
{
    const char *o = operator_of(c, n);
    const size_t operands = ast_children(c->arena, n).count;
    return (strcmp(o, "[]") == 0 && operands == 2) || (strcmp(o, "*") == 0 && operands == 1);
}

// Does `n` hold an element of `variable` that is written in another way than `element`?
static bool reads_another(collector *c, ast_node n, ast_node variable, const char *element)
{
    if (is_element(c, n) && ast_equal(root_of_element(c, n), variable))
        return strcmp(ast_text(c->ast, c->arena, n), element) != 0;
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (reads_another(c, children.items[i], variable, element))
            return true;
    return false;
}

static void add_lane_exchange(collector *c, ast_node n, ast_node to, ast_node from, const walk *w)
{
    const ast_node element = bare(c, to);
    if (!is_element(c, element))
        return;
    const ast_node variable = root_of_element(c, element);
    if (ast_is_null(variable) || !ast_type_is_volatile(variable) ||
        !reads_another(c, from, variable, ast_text(c->ast, c->arena, element)))
        return;
    add_fact(c, w, FACT_LANE_EXCHANGE, n)->name = ast_name(c->arena, variable);
}

// Elements of volatile memory that may be shared: a kernel's own parameters point to none that is.
static bool is_lane_element(collector *c, ast_node n, const walk *w)
{
    if (!is_element(c, n))
        return false;
    const ast_node variable = root_of_element(c, n);
    if (ast_is_null(variable) || !ast_type_is_volatile(variable))
        return false;
    if (ast_node_kind(variable) == AST_PARAMETER)
        return !c->plan->functions.items[w->function].is_kernel;
    return ast_node_kind(variable) == AST_VARIABLE &&
           (is_shared_variable(c, variable) || points_to_shared(c, last_child(c, variable), 0));
}

static bool assigns(const char *operator)
{
    static const char *const all[] = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^="};
    return STRING_IS_ANY(operator, all);
}

// In a template, an operator that somebody has overloaded is a call: its left side, its name, its right side.
void enter_operator_call(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    if (c->plan->for_cpu && w->function >= 0 && w->file && children.count == 3 &&
        assigns(ast_text(c->ast, c->arena, children.items[1])))
        add_lane_exchange(c, n, children.items[0], children.items[2], w);
}

void enter_shared_operand(collector *c, ast_node n, ast_nodes children, walk *w)
{
    if (!c->plan->for_cpu || w->function < 0 || !w->file || !children.count || children.count > 2)
        return;
    const char *o = operator_of(c, n);
    w->keeps_address |= children.count == 1 && strcmp(o, "&") == 0;
    if (is_lane_element(c, n, w))
        add_fact(c, w, FACT_LANE_ELEMENT, n)->name = ast_name(c->arena, root_of_element(c, n));
    if (children.count != 2)
        return;
    if (assigns(o)) {
        add_lane_exchange(c, n, children.items[0], children.items[1], w);
        if (is_lane_element(c, bare(c, children.items[0]), w))
            add_fact(c, w, FACT_LANE_WRITE, n)->name = ast_name(c->arena, root_of_element(c, children.items[0]));
    }
    const bool is_subscript = strcmp(o, "[]") == 0;
    if (is_subscript)
        enter_element(c, children, w);
    if (is_subscript || strcmp(o, "+") == 0 || strcmp(o, "+=") == 0)
        add_shared_index(c, children.items[0], children.items[1], w);
}
