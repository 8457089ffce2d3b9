// Collecting, loops of the host: what objects do without a word for it (collect_loop_parts.h).
//
// In:  an object's declaration, a call, what is made here. Out: calls in the loop's record that no text stands for; or that they are
//      not known.
// Rule: a class of a library's is taken to call nothing of the program's only where its whole type is known to be of that kind.
#include "frontend/collect_loop_parts.h"

#include <string.h>

// A type of the standard library's, of numbers only: to make, change and destroy one calls nothing of the program's.
bool is_plain_type(const char *type)
{
    static const char *const words[] = {
        "const", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void", "size_t", "ptrdiff_t", "int8_t",
        "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "std", "chrono", "__cxx11", "_V2", "__gnu_cxx",
        "vector", "array", "pair", "tuple", "string", "basic_string", "string_view", "basic_string_view", "deque", "list", "map", "set",
        "unordered_map", "unordered_set", "complex", "bitset", "optional", "initializer_list", "allocator", "char_traits", "less", "hash",
        "equal_to", "ostream", "basic_ostream", "__ostream_type", "ostringstream", "basic_ostringstream", "stringstream", "basic_stringstream", "ofstream",
        "basic_ofstream", "ifstream", "basic_ifstream", "ios_base", "basic_ios", "duration", "time_point", "ratio", "steady_clock",
        "system_clock", "high_resolution_clock", "milliseconds", "microseconds", "nanoseconds", "seconds", "__normal_iterator", "iterator",
        "const_iterator", "value_type", "size_type", "reference", "const_reference", "pointer", "const_pointer", "difference_type",
        "random_device", "mersenne_twister_engine", "mt19937", "linear_congruential_engine", "uniform_int_distribution",
        "uniform_real_distribution", "normal_distribution", "numeric_limits", "enable_if_t", "dim3", "uint3", "cudaError_t", "cudaError",
        "int2", "int3", "int4", "uint2", "uint4", "float2", "float3", "float4", "double2", "double3", "double4", "rep", "period", "type",
        "exception", "runtime_error", "logic_error", "invalid_argument", "out_of_range"};
    for (const char *at = type; *at;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        bool known = length == 0 || (*at >= '0' && *at <= '9');
        for (size_t i = 0; !known && i < sizeof words / sizeof *words; i++)
            known = strlen(words[i]) == length && strncmp(at, words[i], length) == 0;
        if (!known)
            return false;
        at += length ? length : 1;
    }
    return true;
}

// Of a class that hangs on a template's parameters.
bool is_of_open_class(collector *c, ast_node variable)
{
    const char *type = ast_type_spelling(c->arena, variable);
    return ast_type_is_open(variable) && (strchr(type, '<') || strchr(type, ':')) && !strpbrk(type, "*&") && !is_plain_type(type);
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
    if (ast_is_null(class))
        return false;
    const bool is_library = ast_in_system_header(c->ast, class);
    if (is_library ? is_plain_type(ast_type_spelling(c->arena, of)) || !*ast_name(c->arena, ast_semantic_parent(class)) : false)
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
        if (kind == AST_DESTRUCTOR) {
            found = true;
            if (at)
                add_unwritten(c, at, ast_name(c->arena, m), function_index(c, m), w);
        } else if ((kind == AST_FIELD && !ast_type_is_reference(m)) || kind == AST_BASE) {
            found |= find_destructors(c, m, ast_type_declaration(m), at, w, depth + 1);
        }
    }
    return found;
}

// void (*)(int), int (point::*)() const
static bool is_of_callable_type(collector *c, ast_node n)
{
    const char *const type = ast_type_behind_names(c->arena, n);
    return strstr(type, "(*") || strstr(type, "(&") || strstr(type, "::*)");
}

// *p, p->m of a pointer that is a class of the library's: whatever it points to, nothing of that is called.
static bool only_points(collector *c, ast_node called)
{
    static const char *const names[] = {"operator->", "operator*", "get"};
    static const char *const classes[] = {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access", "optional", "__normal_iterator"};
    const char *const name = ast_name(c->arena, called), *const class = ast_name(c->arena, ast_semantic_parent(called));
    bool is_access = false, is_pointer = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_access |= strcmp(name, names[i]) == 0;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        is_pointer |= strcmp(class, classes[i]) == 0;
    return is_access && is_pointer;
}

// Is a library's function given what could call the program: its objects, its functions?
bool is_given_more(collector *c, ast_nodes children, ast_node called)
{
    if (only_points(c, called))
        return false;
    for (size_t i = 0; i < children.count; i++) {
        ast_node x = ast_strip(c->arena, children.items[i]);
        const ast_node given = ast_referenced(operand_of(c, x));
        if (i > 0 && is_function_node(given) && ast_equal(given, called))
            continue; // an operator stands behind its operand
        if (i > 0 && is_function_node(given) && ast_node_kind(operand_of(c, x)) != AST_CALL)
            return true;
        if (i > 0 && is_of_callable_type(c, x))
            return true;
        if (i == 0 && ast_node_kind(x) == AST_MEMBER_REFERENCE) { // the object
            ast_nodes object = ast_children(c->arena, x);
            if (!object.count)
                continue;
            x = object.items[0];
        } else if (i == 0) {
            continue;
        }
        const ast_node class = ast_type_declaration(x);
        if (!ast_is_null(class) && (!ast_in_system_header(c->ast, class) || !is_plain_type(ast_type_spelling(c->arena, x))))
            return true;
    }
    return false;
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
            (!ast_in_system_header(c->ast, class) || !is_plain_type(ast_type_spelling(c->arena, children.items[i]))))
            add_unwritten(c, &at, ast_name(c->arena, class), -1, w);
    }
}
