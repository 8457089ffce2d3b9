// Collecting, loops of the host: what functions come to (collect_loop_parts.h).
//
// In:  a function that the loop calls, a class of which it makes an object. Out: does anything behind it read by a pointer, call what
//      is not known, change something where facts do not tell? And which functions run there without a word.
// Invariant: each declaration is looked at once, so that functions which call each other end.
#include "frontend/collect_loop_parts.h"

#include <string.h>

static void reach(collector *c, ast_node n, reached *r);

static bool is_among(const ast_nodes *nodes, ast_node n)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (ast_equal(nodes->items[i], n))
            return true;
    return false;
}

static bool is_seen(const reached *r, ast_node n) { return is_among(&r->seen, n); }

// In a default argument, or what a member is first: not of the function whose call evaluates it.
static void reach_unseen(collector *c, ast_node n, bool calls_are_facts, reached *r)
{
    static const char *const changing[] = {"++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "?"};
    const char *o = ast_operator(c->ast, c->arena, n);
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
        r->changes_unseen |= strcmp(o, changing[i]) == 0;
    const ast_node target = ast_referenced(n);
    if (!calls_are_facts && ast_node_kind(n) == AST_CALL && !(is_function_node(target) && ast_in_system_header(c->ast, target)))
        r->does_anything = r->changes_unseen = true;
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        reach_unseen(c, children.items[i], calls_are_facts, r);
}

static void reach_children_unseen(collector *c, ast_node n, reached *r)
{
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        reach_unseen(c, children.items[i], false, r);
        reach(c, children.items[i], r);
    }
}

// Does the member make an object of its class, or give it another's value, by text of its own?
static bool makes_or_assigns(collector *c, ast_node member, ast_kind kind, const char *class)
{
    if (kind == AST_CONSTRUCTOR)
        return !ast_needs_no_body(member);
    const char *name = ast_name(c->arena, member);
    return (kind == AST_METHOD && strcmp(name, "operator=") == 0 && !ast_needs_no_body(member)) ||
           (kind == AST_FUNCTION_TEMPLATE && (strcmp(name, "operator=") == 0 || strncmp(name, class, strlen(class)) == 0));
}

// What the members of a class are first, and those of its bases and members, whose own constructors (of the class too: `own`) run
// without a word; of a template's instance, what its pattern says.
static void reach_class(collector *c, ast_node class, bool own, reached *r)
{
    const ast_node pattern = ast_is_null(class) ? class : ast_specialised(class);
    if (!ast_is_null(pattern))
        class = pattern;
    if (ast_is_null(class) || ast_in_system_header(c->ast, class) || (!own && is_seen(r, class)))
        return;
    const bool is_known = is_seen(r, class);
    *ARENA_PUSH(c->arena, &r->seen) = class;
    ast_nodes members = ast_children(c->arena, class);
    for (size_t i = 0; i < members.count; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        if (own && makes_or_assigns(c, members.items[i], kind, ast_name(c->arena, class)) && !is_seen(r, members.items[i])) {
            *ARENA_PUSH(c->arena, &r->unwritten) = members.items[i];
            reach_function(c, members.items[i], r);
        }
        if (kind == AST_FIELD && !is_known)
            reach_children_unseen(c, members.items[i], r);
        if ((kind == AST_FIELD || kind == AST_BASE) && !is_known)
            reach_class(c, ast_type_declaration(members.items[i]), true, r);
    }
}

// What std::swap calls for objects of a class: of its constructors and assignments those that move, where there are any, else those
// that copy. (That what was moved from is destroyed is taken to do nothing.)
void reach_moves(collector *c, ast_node class, reached *r)
{
    const ast_node pattern = ast_is_null(class) ? class : ast_specialised(class);
    if (!ast_is_null(pattern))
        class = pattern;
    if (ast_is_null(class) || ast_in_system_header(c->ast, class) || is_seen(r, class))
        return;
    *ARENA_PUSH(c->arena, &r->seen) = class;
    const char *const name = ast_name(c->arena, class);
    const ast_nodes members = ast_children(c->arena, class);
    bool moves[2] = {false, false}; // a constructor, an assignment
    for (size_t i = 0; i < members.count; i++)
        if (strstr(ast_type_spelling(c->arena, members.items[i]), "&&"))
            moves[ast_node_kind(members.items[i]) != AST_CONSTRUCTOR] |= makes_or_assigns(c, members.items[i], ast_node_kind(members.items[i]), name);
    for (size_t i = 0; i < members.count; i++) {
        const ast_node m = members.items[i];
        const ast_kind kind = ast_node_kind(m);
        const char *const type = ast_type_spelling(c->arena, m);
        if (makes_or_assigns(c, m, kind, name) && strstr(type, moves[kind != AST_CONSTRUCTOR] ? "&&" : "&") && strstr(type, name)) {
            *ARENA_PUSH(c->arena, &r->unwritten) = m;
            reach_function(c, m, r);
        }
        if (kind == AST_FIELD || kind == AST_BASE)
            reach_moves(c, ast_type_declaration(m), r);
    }
}

// The conversions that a class has, its own and its bases'; of a library's class what its type tells.
static void reach_conversions(collector *c, ast_node of, ast_node class, reached *r)
{
    const ast_node pattern = ast_is_null(class) ? class : ast_specialised(class);
    if (!ast_is_null(pattern))
        class = pattern;
    if (ast_is_null(class))
        return;
    if (ast_in_system_header(c->ast, class)) {
        r->does_anything |= !is_plain(c, of);
        return;
    }
    const ast_nodes members = ast_children(c->arena, class);
    for (size_t i = 0; i < members.count; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        const bool converts = kind == AST_CONVERSION || (kind == AST_FUNCTION_TEMPLATE && strncmp(ast_name(c->arena, members.items[i]), "operator ", 9) == 0);
        if (kind == AST_BASE)
            reach_conversions(c, members.items[i], ast_type_declaration(members.items[i]), r);
        if (!converts || is_seen(r, members.items[i]))
            continue;
        *ARENA_PUSH(c->arena, &r->unwritten) = members.items[i];
        reach_function(c, members.items[i], r);
    }
}

// { s, .b = s }: libclang shows what is written, and not what is called to make what the list holds of it: conversions of its values, and
// constructors of what it makes.
static void reach_list(collector *c, ast_node list, reached *r)
{
    reach_class(c, ast_type_declaration(list), true, r);
    const ast_nodes values = ast_children(c->arena, list);
    for (size_t i = 0; i < values.count; i++) {
        ast_node value = values.items[i]; // as it is: &s is none
        if (ast_is_list(ast_strip(c->arena, value)))
            continue; // it is one of its own
        const ast_nodes parts = ast_children(c->arena, value);
        if (parts.count && strchr(".[", *ast_text(c->ast, c->arena, value))) // .b = s
            value = parts.items[parts.count - 1];
        reach_conversions(c, value, ast_type_declaration(value), r);
    }
}

// auto [a, b] = c; of a class of the program's: functions by that name give what the names stand for, if it is bound like a tuple.
static bool may_call_get(collector *c, ast_node n, size_t index)
{
    const function *f = &c->plan->functions.items[index];
    if (f->in_system || strcmp(f->name, "get") != 0)
        return false;
    const ast_node class = ast_type_declaration(n), pointee = ast_is_null(class) ? ast_pointee_declaration(n) : class;
    return !ast_is_null(pointee) && !ast_in_system_header(c->ast, pointee);
}

// What a call evaluates that stands in no body: default arguments, what a constructor makes members of.
static void reach_around_body(collector *c, ast_node function, reached *r)
{
    const bool makes = ast_node_kind(function) == AST_CONSTRUCTOR;
    ast_nodes parts = ast_children(c->arena, function);
    for (size_t i = 0; i < parts.count; i++)
        if (ast_node_kind(parts.items[i]) == AST_PARAMETER)
            reach_children_unseen(c, parts.items[i], r);
        else if (makes && ast_node_kind(parts.items[i]) != AST_COMPOUND)
            reach_unseen(c, parts.items[i], true, r);
    if (makes)
        reach_class(c, ast_semantic_parent(function), false, r);
}

static bool has_pointer_read(collector *c, ast_node n)
{
    const ast_nodes children = ast_children(c->arena, n);
    bool reads = goes_by_pointer(c, n, ast_node_kind(n), ast_operator(c->ast, c->arena, n), children);
    for (size_t i = 0; i < children.count && !reads; i++)
        reads = has_pointer_read(c, children.items[i]);
    return reads;
}

// while (*flag == 0) ; does nothing else, whatever the pointer says of its memory.
static bool only_polls(collector *c, ast_node loop, ast_nodes parts)
{
    const ast_nodes condition = ast_loop_condition(c->ast, c->arena, loop);
    bool is_empty = false;
    for (size_t i = 0; i < parts.count; i++)
        is_empty |= ast_node_kind(parts.items[i]) == AST_COMPOUND ? !ast_children(c->arena, parts.items[i]).count
                                                                  : strcmp(ast_text(c->ast, c->arena, parts.items[i]), ";") == 0;
    return is_empty && condition.count == 1 && has_pointer_read(c, condition.items[0]);
}

// The function that a call calls: of a template what it is made for there.
void reach_instance(collector *c, ast_node call, ast_node target, reached *r)
{
    const bool is_for_classes = r->is_for_classes;
    r->is_for_classes |= is_for_acting_class(c, call, false);
    reach_function(c, target, r);
    r->is_for_classes = is_for_classes;
}

static void reach(collector *c, ast_node n, reached *r)
{
    const ast_kind kind = ast_node_kind(n);
    const ast_nodes children = ast_children(c->arena, n);
    const ast_node target = ast_referenced(n);
    const char *const o = ast_operator(c->ast, c->arena, n);
    const bool by_pointer = goes_by_pointer(c, n, kind, o, children);
    r->waits |= kind == AST_LOOP && only_polls(c, n, children);
    r->waits |= is_atomic_builtin(c, n, kind, o) || ((by_pointer || kind == AST_REFERENCE || kind == AST_MEMBER_REFERENCE) && ast_type_is_volatile(n));
    r->reads_memory |= by_pointer || ast_is_range_for(n) ||
                       reads_known_memory(c, n, kind, target) || (kind == AST_REFERENCE && is_variable_registered(c, target));
    // The text that it is given itself is looked at where the loop gives it that.
    r->reads_memory |= kind == AST_CALL && hands_text_on(c, children, true);
    if (ast_is_list(n))
        reach_list(c, n, r);
    else if (makes_object(n, kind))
        reach_class(c, ast_type_declaration(n), false, r);
    for (size_t i = 0; ast_is_binding(n) && children.count && i < c->plan->functions.count; i++)
        r->does_anything |= may_call_get(c, n, i);
    for (size_t i = 0; kind == AST_LAMBDA && i < children.count; i++)
        if (is_captured(children.items[i]))
            reach_class(c, ast_type_declaration(ast_referenced(children.items[i])), true, r);
    if (kind == AST_LAMBDA)
        r->does_anything |= find_captured_destructors(c, children, NULL, NULL);
    r->reads_memory |= kind == AST_ASM;
    if (r->is_for_classes && is_open_value(c, n, kind))
        r->does_anything = r->changes_unseen = true;
    r->does_anything |= kind == AST_VARIABLE && is_of_open_class(c, n);
    if (children.count && ((kind == AST_RETURN && r->result_is_open) || (kind == AST_VARIABLE && ast_type_is_open(n)))) { // R x = s; return s;
        const ast_node given = children.items[children.count - 1];
        reach_conversions(c, given, ast_type_declaration(given), r);
    }
    if (kind == AST_VARIABLE || ast_is_list(n) || (kind == AST_CALL && !is_reference_to_other(c, n)))
        r->does_anything |= find_destructors(c, n, ast_type_declaration(n), NULL, NULL, 0);
    if (kind == AST_CALL && is_function_node(target)) {
        r->reads_memory |= prints_object(c, target, children);
        if (ast_in_system_header(c->ast, target))
            r->does_anything |= is_given_more(c, target, children);
        else
            reach_instance(c, n, target, r);
    }
    r->does_anything |= is_written_with(c, n, kind, "delete");
    for (size_t i = 0; i < children.count; i++)
        reach(c, children.items[i], r);
}

// A default argument may stand at any of its declarations; this one and the definition are looked at.
void reach_function(collector *c, ast_node target, reached *r)
{
    const ast_node nodes[] = {target, ast_definition(target)};
    for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
        if (ast_is_null(nodes[k]) || ast_in_system_header(c->ast, nodes[k]) || is_among(r->is_for_classes ? &r->seen_for_classes : &r->seen, nodes[k]))
            continue;
        *ARENA_PUSH(c->arena, r->is_for_classes ? &r->seen_for_classes : &r->seen) = nodes[k];
        const bool result_is_open = r->result_is_open;
        r->result_is_open = ast_result_is_open(nodes[k]);
        reach_around_body(c, nodes[k], r);
        ast_nodes children = ast_children(c->arena, nodes[k]);
        for (size_t i = 0; i < children.count; i++)
            reach(c, children.items[i], r);
        r->result_is_open = result_is_open;
    }
}

// ---- lambdas ------------------------------------------------------------------------------------------------------------

// The operator() of a lambda, whose class is the bracket that it begins with.
static bool is_of_lambda(collector *c, ast_node target)
{
    return ast_node_kind(target) == AST_METHOD && strcmp(ast_name(c->arena, target), "operator()") == 0 &&
           *ast_text(c->ast, c->arena, ast_semantic_parent(target)) == '[';
}

static void find_called(collector *c, ast_node n, loop_call *x, int depth)
{
    enum { depth_at_most = 8 };
    const ast_kind kind = ast_node_kind(n);
    const ast_node target = ast_referenced(n);
    const bool is_call = kind == AST_CALL;
    const bool is_known = is_function_node(target) && !(ast_is_dynamic_call(n) && ast_is_virtual(target));
    if (ast_type_is_open(n) || kind == AST_ASM || (is_call && !is_known) || is_written_with(c, n, kind, "new") ||
        is_written_with(c, n, kind, "delete") || depth > depth_at_most) {
        *ARENA_PUSH(c->arena, &x->called) = -1;
        return;
    }
    if (is_call && !is_of_lambda(c, target))
        *ARENA_PUSH(c->arena, &x->called) = function_index(c, target);
    else if (is_call)
        find_called(c, target, x, depth + 1);
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        find_called(c, children.items[i], x, depth);
}

// The facts of a lambda's body are those of the function that it stands in: what it calls is looked up here.
void add_lambda(collector *c, ast_node target, loop_call *x)
{
    x->is_lambda = is_of_lambda(c, target);
    const ast_nodes parts = x->is_lambda ? ast_children(c->arena, target) : (ast_nodes){0};
    for (size_t i = 0; i < parts.count; i++)
        find_called(c, parts.items[i], x, 0);
}

// ---- told to the loop ---------------------------------------------------------------------------------------------------

void add_reached(collector *c, const reached *r, const ast_range *at, const loop_walk *w)
{
    for (size_t i = 0; i < r->unwritten.count; i++)
        add_unwritten(c, at, ast_name(c->arena, r->unwritten.items[i]), function_index(c, r->unwritten.items[i]), w);
}

// What gives the names of a structured binding their values.
void add_bound_values(collector *c, ast_node n, const loop_walk *w)
{
    const ast_range at = ast_extent(c->ast, n);
    for (size_t i = 0; i < c->plan->functions.count; i++)
        if (may_call_get(c, n, i))
            add_unwritten(c, &at, "get", (int)i, w);
}

// What makes an object without a call.
void add_first_values(collector *c, ast_node n, bool own, const loop_walk *w)
{
    reached r = {0};
    const ast_node class = ast_type_declaration(n);
    const ast_range at = ast_extent(c->ast, n);
    if (ast_is_list(n))
        reach_list(c, n, &r);
    else
        reach_class(c, class, own, &r);
    add_reached(c, &r, &at, w);
    if (r.does_anything)
        add_unwritten(c, &at, ast_name(c->arena, class), -1, w);
    if (r.reads_memory || r.changes_unseen)
        add_read(c, w->loop, at.begin, arena_format(c->arena, "what '%s' first holds reads or changes something", ast_name(c->arena, class)));
}
