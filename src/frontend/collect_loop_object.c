// Collecting, loops of the host: what objects do without a word for it (collect_loop_parts.h).
//
// In:  an object's declaration, a call, what is made here. Out: calls in the loop's record that no text stands for; or that they are
//      not known.
// Rule: what the members and bases of a class do is looked at; a library's class is known by its type (collect_loop_library.c).
#include "frontend/collect_loop_parts.h"

#include <string.h>

// Of a class that hangs on a template's parameters.
bool is_of_open_class(collector *c, ast_node variable)
{
    const char *type = ast_type_spelling(c->arena, variable);
    return ast_type_is_open(variable) && (strchr(type, '<') || strchr(type, ':')) && !strpbrk(type, "*&") && !is_plain(c, variable);
}

void add_unwritten(collector *c, const ast_range *at, const char *name, int callee, const loop_walk *w)
{
    const loop_call x = {.callee = callee, .begin = at->begin, .end = at->end, .name_begin = at->begin, .name = name, .depth = w->depth,
                         .is_unwritten = true};
    for (size_t i = 0; i < w->loop->calls.count; i++)
        if (w->loop->calls.items[i].is_unwritten && w->loop->calls.items[i].callee == callee &&
            strcmp(w->loop->calls.items[i].name, name) == 0)
            return;
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
}

// The destructors of what has this class. Where nobody is told (`at` is NULL): is there one?
bool find_destructors(collector *c, ast_node of, ast_node class, const ast_range *at, const loop_walk *w, int depth)
{
    enum { depth_at_most = 16 };
    if (depth > 0 && ast_is_null(class) && ast_type_elements_are_open(of)) { // T x; of a template, whatever T is
        if (at)
            add_unwritten(c, at, arena_format(c->arena, "~%s", ast_type_spelling(c->arena, of)), -1, w);
        return true;
    }
    if (ast_is_null(class) || is_iterator(c, class))
        return false;
    const bool is_library = ast_in_system_header(c->ast, class);
    if (is_library ? is_plain(c, of) || !*ast_name(c->arena, ast_semantic_parent(class)) : ast_type_copies_plainly(of))
        return false;
    if (is_library || depth > depth_at_most) {
        if (at)
            add_unwritten(c, at, arena_format(c->arena, "~%s", ast_name(c->arena, class)), -1, w);
        return true;
    }
    bool found = false;
    ast_nodes members = ast_children(c->arena, class);
    for (size_t i = 0; i < members.count; i++) {
        const ast_node m = members.items[i];
        const ast_kind kind = ast_node_kind(m);
        if (kind == AST_DESTRUCTOR && ast_is_defaulted(m))
            continue; // what it does is what its members' and bases' do
        if (kind == AST_DESTRUCTOR) {
            found = true;
            const bool is_open = at && is_for_acting_class(c, of, true) && has_open_value(c, m);
            if (at)
                add_unwritten(c, at, ast_name(c->arena, m), is_open ? -1 : function_index(c, m), w);
        } else if ((kind == AST_FIELD && !ast_type_is_reference(m)) || kind == AST_BASE) {
            found |= find_destructors(c, m, ast_type_declaration(m), at, w, depth + 1);
        }
    }
    return found;
}

// What a lambda holds copies of ends with it: among its parts, those are what they are made of, neither names nor declarations.
bool find_captured_destructors(collector *c, ast_nodes parts, const ast_range *at, const loop_walk *w)
{
    bool found = false;
    for (size_t i = 0; i < parts.count; i++) {
        const ast_node part = parts.items[i];
        if (!ast_is_declaration(part) && ast_node_kind(part) != AST_COMPOUND && ast_node_kind(part) != AST_REFERENCE &&
            ast_children(c->arena, part).count)
            found |= find_destructors(c, part, ast_type_declaration(part), at, w, 0);
    }
    return found;
}

// A container of the library: to go through it runs nothing of what it holds.
static bool is_container(const collector *c, ast_node class)
{
    static const char *const names[] = {"vector", "array", "initializer_list", "deque", "list", "forward_list", "span", "map", "set", "multimap",
                                        "multiset", "unordered_map", "unordered_set"};
    return ast_in_system_header(c->ast, class) && STRING_IS_ANY(ast_name(c->arena, class), names);
}

// A variable is destroyed where no word says so; a range is a class's own steps.
void add_end_of_life(collector *c, ast_node n, ast_nodes children, const loop_walk *w)
{
    const ast_range at = ast_extent(c->ast, n);
    if (!ast_is_range_for(n)) {
        if (is_of_open_class(c, n))
            add_unwritten(c, &at, ast_type_spelling(c->arena, n), -1, w);
        find_destructors(c, n, ast_type_declaration(n), &at, w, 0);
        return;
    }
    for (size_t i = 0; i < children.count; i++) {
        const ast_node class = ast_type_declaration(children.items[i]);
        if (ast_node_kind(children.items[i]) != AST_VARIABLE && !ast_is_null(class) &&
            !(is_container(c, class) && !has_own_allocator(c, children.items[i])) && (!ast_in_system_header(c->ast, class) || !is_plain(c, children.items[i])))
            add_unwritten(c, &at, ast_name(c->arena, class), -1, w);
    }
}
