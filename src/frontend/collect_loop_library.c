// Collecting, loops of the host: what a library's function or class may call of the program's (collect_loop_parts.h).
//
// In:  a type, a call of a library's function. Out: could it call what the program has written: its objects, its functions?
// Rule: a class of a library's is taken to call nothing of the program's only where its whole type is known to be of that kind.
#include "frontend/collect_loop_parts.h"

#include <string.h>

// A type of the standard library's, of numbers only: to make, change and destroy one calls nothing of the program's.
static bool has_plain_words(const char *type)
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
        "_Setprecision", "_Setw", "_Setfill", "exception", "runtime_error", "logic_error", "invalid_argument", "out_of_range"};
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

// By the name that is written or by what that stands for: a library's own names for its types are many. A class of the program's may
// bear a name of the library's.
bool is_plain(collector *c, ast_node n)
{
    return (has_plain_words(ast_type_spelling(c->arena, n)) || has_plain_words(ast_type_behind_names(c->arena, n))) &&
           !ast_type_names_own(c->ast, n);
}

// Of a call, the operand that names what is called: the name stands where the text has it, `a << b`, `*a`; count: none does.
static size_t callee_of(collector *c, ast_node target, ast_nodes operands)
{
    if (ast_node_kind(target) == AST_CONSTRUCTOR)
        return operands.count;
    if (strncmp(ast_name(c->arena, target), "operator", strlen("operator")) == 0)
        for (size_t i = 0; i < operands.count; i++) {
            const ast_node x = ast_strip(c->arena, operands.items[i]);
            if (ast_node_kind(x) == AST_REFERENCE && ast_equal(ast_referenced(x), target))
                return i;
        }
    return 0;
}

static bool is_output_operator(collector *c, ast_node target)
{
    return is_function_node(target) && strcmp(ast_name(c->arena, target), "operator<<") == 0 && ast_in_system_header(c->ast, target);
}

// std::endl and its like: they do nothing but to the stream that they are given.
static bool is_manipulator(collector *c, ast_node n)
{
    static const char *const names[] = {"endl", "ends", "flush", "dec", "hex", "oct", "fixed", "scientific", "defaultfloat", "hexfloat",
                                        "boolalpha", "noboolalpha", "left", "right", "internal", "showpos", "noshowpos", "showpoint",
                                        "noshowpoint", "showbase", "noshowbase", "uppercase", "nouppercase"};
    const ast_node target = ast_referenced(operand_of(c, n));
    if (!is_function_node(target) || !ast_in_system_header(c->ast, target))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(ast_name(c->arena, target), names[i]) == 0)
            return true;
    return false;
}

// The program may have a stream write to what it has written itself, under whatever type: where its text names none of what that
// takes, it does not.
static bool may_redirect_streams(collector *c)
{
    static const char *const words[] = {"rdbuf", "imbue", "streambuf", "basic_streambuf", "filebuf", "basic_filebuf", "stringbuf",
                                        "basic_stringbuf", "streambuf_type", "syncbuf"};
    if (c->knows_streams)
        return c->redirects_streams;
    c->knows_streams = true;
    for (size_t file = 0; file < c->plan->files.count; file++) {
        const plan_file *f = &c->plan->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++)
            for (size_t k = 0; k < sizeof words / sizeof *words; k++)
                c->redirects_streams |= is_token(f, i, words[k]);
    }
    return c->redirects_streams;
}

static bool is_stream(collector *c, ast_node n) { return strstr(ast_type_behind_names(c->arena, n), "stream") != NULL; }

// A stream of the library's by its own name, or what << to one gives; a reference may be one of the program's making.
static bool is_known_stream(collector *c, ast_node n)
{
    n = operand_of(c, n);
    while (ast_node_kind(n) == AST_CALL && is_output_operator(c, ast_referenced(n))) {
        const ast_nodes operands = ast_children(c->arena, n);
        if (!operands.count)
            return false;
        n = operand_of(c, operands.items[0]);
    }
    const ast_node variable = ast_referenced(n);
    return ast_node_kind(n) == AST_REFERENCE && ast_node_kind(variable) == AST_VARIABLE && !ast_type_is_reference(variable) &&
           is_plain(c, variable) && !may_redirect_streams(c);
}

// void (*)(int), int (point::*)() const
static bool is_of_callable_type(collector *c, ast_node n)
{
    const char *const type = ast_type_behind_names(c->arena, n);
    return strstr(type, "(*") || strstr(type, "(&") || strstr(type, "::*)");
}

static bool has_member(const char *name, const char *class, const char *const *names, size_t name_count, const char *const *classes,
                       size_t class_count)
{
    return string_is_any(name, names, name_count) && string_is_any(class, classes, class_count);
}

// *p, p->m of a pointer that is a class of the library's, a container's element or its size: whatever they hold, nothing of that is called.
static bool only_points(collector *c, ast_node target)
{
    static const char *const of_pointers[] = {"operator->", "operator*", "get"};
    static const char *const pointers[] = {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access", "optional", "__normal_iterator"};
    static const char *const of_containers[] = {"size", "empty", "operator[]", "data", "front", "back", "begin", "end", "cbegin", "cend"};
    static const char *const containers[] = {"vector", "array", "span", "initializer_list"};
    const char *const name = ast_name(c->arena, target), *const class = ast_name(c->arena, ast_semantic_parent(target));
#define HAS_MEMBER(names, classes) has_member(name, class, names, sizeof names / sizeof *names, classes, sizeof classes / sizeof *classes)
    return HAS_MEMBER(of_pointers, pointers) || (HAS_MEMBER(of_containers, containers) && ast_in_system_header(c->ast, target));
#undef HAS_MEMBER
}

// An allocator of the program's own may bring pointers of its own, whose operators a container calls: behind the elements' types, or a size,
// stand the library's classes alone, or nothing.
bool has_own_allocator(collector *c, ast_node n)
{
    const char *type = ast_type_behind_names(c->arena, n), *const open = strchr(type, '<');
    const bool has_two = open && (strstr(type, "map<") || strstr(type, "array<") || strstr(type, "span<"));
    int depth = 0, arguments = 1;
    for (const char *at = open; at && *at; at++) {
        depth += *at == '<' || *at == '(';
        depth -= *at == '>' || *at == ')';
        if (depth != 1 || *at != ',' || ++arguments <= 1 + has_two)
            continue;
        if (strncmp(at + 1 + strspn(at + 1, " "), "std::", 5) != 0)
            return true;
    }
    return false;
}

// Of a vector, which is a pointer whatever it points to.
bool is_iterator(const collector *c, ast_node class)
{
    return strcmp(ast_name(c->arena, class), "__normal_iterator") == 0 && ast_in_system_header(c->ast, class);
}

static bool is_of_own_allocator(collector *c, ast_nodes operands, size_t callee)
{
    static const char *const containers[] = {"vector", "array", "span", "initializer_list"};
    for (size_t i = 0; i < operands.count; i++) {
        ast_node x = ast_strip(c->arena, operands.items[i]);
        if (i == callee && ast_node_kind(x) == AST_MEMBER_REFERENCE && ast_children(c->arena, x).count)
            x = ast_children(c->arena, x).items[0];
        const ast_node class = ast_type_declaration(x);
        if (!ast_is_null(class) && STRING_IS_ANY(ast_name(c->arena, class), containers) &&
            has_own_allocator(c, x))
            return true;
    }
    return false;
}

// Is a library's function given what could call the program: its objects, its functions?
bool is_given_more(collector *c, ast_node target, ast_nodes operands)
{
    const size_t callee = callee_of(c, target, operands);
    if (only_points(c, target) && !is_of_own_allocator(c, operands, callee))
        return false;
    const bool is_output = is_output_operator(c, target);
    for (size_t i = 0; i < operands.count; i++) {
        ast_node x = ast_strip(c->arena, operands.items[i]);
        if (i == callee) {
            ast_nodes object = ast_node_kind(x) == AST_MEMBER_REFERENCE ? ast_children(c->arena, x) : (ast_nodes){0};
            if (!object.count)
                continue;
            x = object.items[0];
        } else if (is_function_node(ast_referenced(operand_of(c, x))) && ast_node_kind(operand_of(c, x)) != AST_CALL) {
            if (!is_output || !is_manipulator(c, x))
                return true;
            continue;
        }
        if (i != callee && is_of_callable_type(c, x))
            return true;
        const ast_node class = ast_type_declaration(x);
        if (ast_is_null(class) || is_iterator(c, class))
            continue;
        if (!ast_in_system_header(c->ast, class) || !is_plain(c, x) || (is_stream(c, x) && !is_known_stream(c, x)))
            return true;
    }
    return false;
}

// `std::cout << x` of a number, a pointer, text (which hands_text_on looks at): it looks at nothing more.
bool prints_object(collector *c, ast_node target, ast_nodes operands)
{
    if (!is_output_operator(c, target))
        return false;
    const size_t callee = callee_of(c, target, operands);
    for (size_t i = 0; i < operands.count; i++) {
        const ast_node x = ast_strip(c->arena, operands.items[i]);
        const bool is_format = strstr(ast_type_behind_names(c->arena, x), "std::_Set") != NULL; // of std::setw(8)
        if (i != callee && !is_format && !ast_type_is_scalar(x) && !ast_type_is_array(x) && !is_stream(c, x) && !is_manipulator(c, x))
            return true;
    }
    return false;
}
