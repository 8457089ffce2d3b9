// What an expression's value hangs on, in a loop: its own nodes, the calls in it, and what was assigned to its variables so far:
// see spin_parts.h.
//
// In:  an expression, and a loop's variables. Out: sources, added to a list.
// Invariant: sources are only ever added, so that spreading them over the variables comes to an end.
#include "frontend/spin_parts.h"

#include "frontend/collective.h"

#include <string.h>

void spin_add(arena *a, spin_sources *s, spin_source x)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == x.kind && ast_equal(s->items[i].callee, x.callee) &&
            strcmp(s->items[i].name, x.name) == 0)
            return;
    *ARENA_PUSH(a, s) = x;
}

void spin_add_kind(arena *a, spin_sources *s, spin_kind kind, const char *name)
{
    spin_add(a, s, (spin_source){.kind = kind, .name = name});
}

bool spin_has(const spin_sources *s, spin_kind kind)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == kind)
            return true;
    return false;
}

// What is read in a plain way decides nothing by itself.
bool spin_has_foreign(const spin_sources *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind != SPIN_PLAIN)
            return true;
    return false;
}

variable *spin_find_variable(loop_state *s, ast_node declaration)
{
    const int at = ast_is_null(declaration) ? -1 : place_map_get(&s->place_of, 0, ast_identity(declaration));
    return at < 0 ? NULL : &s->variables.items[at];
}

variable *spin_get_variable(loop_state *s, ast_node declaration)
{
    variable *v = spin_find_variable(s, declaration);
    if (!v) {
        place_map_put(&s->place_of, 0, ast_identity(declaration), (int)s->variables.count);
        v = ARENA_PUSH(s->arena, &s->variables);
        *v = (variable){.declaration = declaration};
    }
    return v;
}

void spin_join(loop_state *s, spin_sources *into, const spin_sources *from)
{
    size_t before = into->count;
    for (size_t i = 0; i < from->count; i++)
        spin_add(s->arena, into, from->items[i]);
    s->changed |= into->count != before;
}

ast_node spin_led_to(loop_state *s, ast_node pointer)
{
    ast_nodes children = ast_children(s->arena, pointer);
    if (ast_node_kind(pointer) != AST_VARIABLE || !children.count || !strpbrk(ast_type_spelling(s->arena, pointer), "*&"))
        return (ast_node){0};
    const ast_node base = spin_base_of(s->arena, children.items[children.count - 1]);
    const bool is_local = !ast_is_null(base) && ast_node_kind(base) == AST_VARIABLE && !ast_equal(base, pointer);
    return is_local ? base : (ast_node){0};
}

static bool is_copy(loop_state *s, ast_node value)
{
    const ast_node n = ast_strip(s->arena, value);
    const ast_kind k = ast_node_kind(n);
    const char *const op = ast_operator(s->ast, s->arena, n);
    ast_nodes children = ast_children(s->arena, n);
    if (strcmp(op, "=") == 0 && children.count == 2)
        return is_copy(s, children.items[1]);
    const bool hands_on = k == AST_CALL && (spin_in_node(s->ast, s->arena, n).count || strstr(spin_called_name(s->ast, s->arena, n), "_as_"));
    return hands_on || k == AST_REFERENCE || k == AST_MEMBER_REFERENCE || strcmp(op, "[]") == 0 || (strcmp(op, "*") == 0 && children.count == 1);
}

// A function of the program's looks further, most likely: a = find(parent, a).
bool spin_is_made_of(loop_state *s, ast_node value)
{
    static const char *const making[] = {"|", "&", "+", "-", "^"};
    const ast_node n = ast_strip(s->arena, value);
    const char *const op = ast_operator(s->ast, s->arena, n);
    bool makes = ast_is_choice(n) || spin_is_number(s->ast, s->arena, n, true) || spin_is_number(s->ast, s->arena, n, false) ||
                 (ast_node_kind(n) == AST_CALL && !is_copy(s, n) && !ast_is_null(ast_referenced(n)) && ast_in_system_header(s->ast, ast_referenced(n)));
    for (size_t i = 0; i < sizeof making / sizeof *making; i++)
        makes |= strcmp(op, making[i]) == 0 && !(strcmp(op, "&") == 0 && ast_children(s->arena, n).count == 1);
    return makes;
}

// A compare-and-swap is a retry only when what it compares with follows what was seen.
static bool follows_memory(loop_state *s, ast_node call)
{
    const char *name = spin_called_name(s->ast, s->arena, call);
    ast_nodes children = ast_children(s->arena, call);
    size_t at = strncmp(name, "atomicCAS", 9) == 0 || strncmp(name, "__nv_atomic_", 12) == 0 ? 2 : 1;
    if (children.count <= at)
        return false;
    variable *v = spin_find_variable(s, spin_base_of(s->arena, children.items[at]));
    if ((v && v->is_made_of) || spin_is_made_of(s, children.items[at]))
        return false;
    return strncmp(name, "atomicCAS", 9) != 0 ? !v || spin_has_foreign(&v->sources) : v && spin_has_foreign(&v->sources);
}

// What stands behind a pointer nobody knows; what a template leaves open may be any function of the name.
static void add_open_call(loop_state *s, ast_node call, ast_node callee, ast_nodes set, spin_sources *out)
{
    for (size_t i = 0; i < set.count; i++)
        if (ast_node_kind(set.items[i]) != AST_VARIABLE && ast_node_kind(set.items[i]) != AST_PARAMETER &&
            ast_node_kind(set.items[i]) != AST_FIELD && ast_node_kind(set.items[i]) != AST_TEMPLATE_PARAMETER)
            return;
    if (set.count && ast_type_is_scalar(ast_strip(s->arena, callee)))
        spin_add_kind(s->arena, out, SPIN_LOAD, "");
    else if (ast_type_is_open(call)) // the name of a value does not tell which function it is
        spin_add_kind(s->arena, out, SPIN_OPEN, set.count ? "operator()" : spin_called_name(s->ast, s->arena, call));
}

// The lambda that is called by the name of the variable that holds it, or where it stands.
ast_node spin_called_lambda(loop_state *s, ast_node callee)
{
    callee = ast_strip(s->arena, callee);
    const ast_node variable = ast_node_kind(callee) == AST_LAMBDA ? (ast_node){0} : spin_base_of(s->arena, callee);
    if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE)
        return callee;
    ast_nodes children = ast_children(s->arena, variable);
    return children.count ? ast_strip(s->arena, children.items[children.count - 1]) : callee;
}

static void read_all(loop_state *s, ast_node n, int depth, spin_sources *out)
{
    spin_sources own = spin_in_node(s->ast, s->arena, n);
    for (size_t i = 0; i < own.count; i++)
        spin_add(s->arena, out, (spin_source){own.items[i].kind, own.items[i].callee, own.items[i].name, n});
    if (ast_node_kind(n) == AST_CALL && !own.count && depth < 8)
        spin_add_calls(s, n, out);
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count && depth < 64; i++)
        read_all(s, children.items[i], depth + 1, out);
}

void spin_add_calls(loop_state *s, ast_node call, spin_sources *out)
{
    ast_node target = ast_referenced(call);
    ast_nodes children = ast_children(s->arena, call);
    ast_node callee = children.count ? ast_strip(s->arena, children.items[0]) : call;
    ast_nodes set = {0};
    if (ast_is_null(target))
        target = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : ast_referenced(callee);
    if (!ast_is_null(target) && ast_node_kind(target) == AST_OVERLOADED_REFERENCE)
        set = ast_candidates(s->arena, target);
    else if (!ast_is_null(target))
        *ARENA_PUSH(s->arena, &set) = target;
    for (size_t i = 0; i < set.count; i++) {
        ast_kind k = ast_node_kind(set.items[i]);
        bool is_function = k == AST_FUNCTION || k == AST_METHOD || k == AST_FUNCTION_TEMPLATE || k == AST_CONVERSION || k == AST_CONSTRUCTOR;
        if (is_function)
            spin_add(s->arena, out, (spin_source){SPIN_CALL, set.items[i], "", call});
        if (is_function && ast_is_virtual(set.items[i]) && ast_is_dynamic_call(call)) // of the one that overrides it
            spin_add_kind(s->arena, out, SPIN_LOAD, "");
    }
    add_open_call(s, call, callee, set, out);
    const ast_node lambda = spin_called_lambda(s, callee);
    if (ast_node_kind(lambda) == AST_LAMBDA)
        read_all(s, lambda, 0, out);
}

// pt_any(p): all blocks come to it in each turn, so that none waits in the loop for what another one writes.
static bool is_collective(loop_state *s, ast_node call)
{
    if (ast_node_kind(call) != AST_CALL || !collective_is_name(spin_called_name(s->ast, s->arena, call)))
        return false;
    const ast_node target = ast_referenced(call);
    ast_nodes children = ast_children(s->arena, call);
    if (!ast_is_null(target))
        return ast_in_system_header(s->ast, target);
    const ast_node callee = children.count ? ast_strip(s->arena, children.items[0]) : call;
    const ast_node set = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : ast_referenced(callee);
    const bool is_set = !ast_is_null(set) && ast_node_kind(set) == AST_OVERLOADED_REFERENCE;
    ast_nodes candidates = is_set ? ast_candidates(s->arena, set) : (ast_nodes){0};
    return candidates.count == 1 && ast_in_system_header(s->ast, candidates.items[0]);
}

// struct poll { int *p; int set = atomicAdd(p, 0); }: what an object that is made here is first.
static void read_first_values(loop_state *s, ast_node object, spin_sources *out)
{
    const ast_node declared = ast_type_declaration(object), pattern = ast_is_null(declared) ? declared : ast_specialised(declared);
    const ast_node class = ast_is_null(pattern) ? declared : pattern;
    ast_nodes members = ast_is_null(class) || ast_in_system_header(s->ast, class) ? (ast_nodes){0} : ast_children(s->arena, class);
    for (size_t i = 0; i < members.count; i++)
        if (ast_node_kind(members.items[i]) == AST_FIELD)
            read_all(s, members.items[i], 0, out);
}

// Everything that an expression's value hangs on.
void spin_read_expression(loop_state *s, ast_node n, spin_sources *out)
{
    ast_kind k = ast_node_kind(n);
    if (k == AST_LAMBDA || is_collective(s, n))
        return;
    spin_sources own = spin_in_node(s->ast, s->arena, n);
    const char *op = s->is_address ? "" : ast_operator(s->ast, s->arena, n);
    const bool points = k == AST_MEMBER_REFERENCE && ast_children(s->arena, n).count &&
                        strchr(ast_type_behind_names(s->arena, ast_children(s->arena, n).items[0]), '*');
    const bool dereferences = strcmp(op, "[]") == 0 || (strcmp(op, "*") == 0 && ast_children(s->arena, n).count == 1) || points;
    if (!s->is_address && !own.count && (dereferences || spin_is_global(n)) && !spin_is_own_memory(s->ast, s->arena, n))
        spin_add_kind(s->arena, &own, s->fenced ? SPIN_LOAD : SPIN_PLAIN, "");
    if (own.count == 1 && own.items[0].kind == SPIN_RETRY) {
        if (!follows_memory(s, n))
            own.items[0].kind = *own.items[0].name ? SPIN_LOCK : SPIN_LOAD;
        own.items[0].name = own.items[0].kind == SPIN_RETRY ? "" : own.items[0].name;
    }
    if (own.count && own.items[0].kind != SPIN_RETRY && spin_names_advancing(s, n))
        own.count = 0; // another place each time
    for (size_t i = 0; i < own.count; i++)
        spin_add(s->arena, out, (spin_source){own.items[i].kind, own.items[i].callee, own.items[i].name, n});
    if (k == AST_CALL && !own.count)
        spin_add_calls(s, n, out);
    if (ast_is_list(n) || (k == AST_CALL && ast_node_kind(ast_referenced(n)) == AST_CONSTRUCTOR))
        read_first_values(s, n, out);
    if (k == AST_REFERENCE || k == AST_MEMBER_REFERENCE) {
        ast_node target = ast_referenced(n);
        bool member = !ast_is_null(target) && (ast_node_kind(target) == AST_FIELD || ast_node_kind(target) == AST_METHOD);
        const variable *changed[] = {spin_find_variable(s, target),
                                     member ? spin_find_variable(s, ast_semantic_parent(target)) : NULL, // by a member function
                                     ast_is_null(target) ? NULL : spin_find_variable(s, spin_led_to(s, target))};
        for (size_t m = 0; m < sizeof changed / sizeof *changed; m++)
            for (size_t i = 0; changed[m] && i < changed[m]->sources.count; i++)
                spin_add(s->arena, out, changed[m]->sources.items[i]);
    }
    ast_nodes children = ast_children(s->arena, n);
    const bool is_address = s->is_address;
    s->is_address |= own.count || (strcmp(op, "&") == 0 && children.count == 1); // an address is no read
    for (size_t i = 0; i < children.count; i++)
        spin_read_expression(s, children.items[i], out);
    s->is_address = is_address;
}
