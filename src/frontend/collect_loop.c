// Collecting: loops of the host with `#pragma pt loop` (collector.h).
//
// In:  a loop's node. Out: a record of what the loop calls and of what its own text reads.
// Invariant: a call whose callee is not certain is recorded without one. What the loop launches is in the plan's launches.
#include "frontend/collector.h"

#include <string.h>

// The directive that stands directly before `offset`, or -1.
static int loop_directive(const plan_file *f, size_t offset)
{
    for (size_t i = 0; i < f->directives.count && f->directives.items[i].at.begin < offset; i++) {
        const directive *d = &f->directives.items[i];
        if (d->kind != DIRECTIVE_LOOP)
            continue;
        const size_t next = plan_next_live(f, token_at_or_after(&f->tokens, d->at.end), offset);
        if (next < f->tokens.count && f->tokens.items[next].begin == offset)
            return (int)i;
    }
    return -1;
}

// What comes out of a macro may lie elsewhere.
static size_t place_in(const host_loop *loop, size_t at) { return at > loop->begin && at < loop->end ? at : loop->begin; }

static void add_read(host_loop *loop, size_t at, const char *by)
{
    if (!loop->reads_memory)
        loop->reads_at = place_in(loop, at), loop->reads_by = by;
    loop->reads_memory = true;
}

typedef struct loop_walk { // where in the loop the walk is
    host_loop *loop;
    size_t body_begin, body_end;
    int depth;       // of loops in it
    bool may_break;  // a `break` here leaves the loop itself
    bool takes_address; // of what stands here, which so is not read
    bool is_inside;     // of a function that is written in the loop: a lambda, a method
    bool is_launch;     // what is launched, and with what
} loop_walk;

static bool is_local(ast_node variable)
{
    const ast_kind kind = ast_node_kind(variable);
    return kind == AST_PARAMETER ||
           (kind == AST_VARIABLE && is_function_kind(ast_node_kind(ast_semantic_parent(variable))) && !ast_is_static_storage(variable));
}

// Under parentheses and conversions: an operator, or what has no operand.
static ast_node operand_of(collector *c, ast_node n)
{
    while (ast_node_kind(n) == AST_NONE && !*ast_operator(c->ast, c->arena, n)) {
        ast_nodes children = ast_children(c->arena, n);
        if (children.count != 1)
            return n;
        n = children.items[0];
    }
    return n;
}

// cudaMemcpy(&x, from, bytes, cudaMemcpyDeviceToHost): "x"; else NULL.
static const char *read_back(collector *c, ast_nodes children, const char *callee)
{
    if (strncmp(callee, "cudaMemcpy", 10) != 0 || children.count != 5)
        return NULL;
    const ast_node to = operand_of(c, children.items[1]), kind = ast_strip(c->arena, children.items[4]);
    ast_nodes operand = ast_children(c->arena, to);
    if (strcmp(ast_name(c->arena, kind), "cudaMemcpyDeviceToHost") != 0 || strcmp(ast_operator(c->ast, c->arena, to), "&") != 0 ||
        operand.count != 1)
        return NULL;
    const ast_node variable = ast_referenced(operand_of(c, operand.items[0]));
    const bool may_be = !ast_is_null(variable) && is_local(variable) && (ast_type_is_scalar(variable) || ast_type_is_open(variable));
    return may_be ? ast_name(c->arena, variable) : NULL;
}

// In a template a name stands for all functions that it may mean: CUDA's and the library's own are what they are.
static void add_open_callee(collector *c, ast_node callee, ast_node target, loop_call *x)
{
    const ast_node set = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : target;
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE)
        return;
    ast_nodes candidates = ast_candidates(c->arena, set);
    for (size_t i = 0; i < candidates.count; i++)
        if (!is_function_node(candidates.items[i]) || !ast_in_system_header(c->ast, candidates.items[i]))
            return;
    if (!candidates.count)
        return;
    x->callee = function_index(c, candidates.items[0]);
    x->name = c->plan->functions.items[x->callee].name;
}

// An expression that begins with this word.
static bool is_written_with(collector *c, ast_node n, ast_kind kind, const char *word)
{
    if (kind != AST_NONE || *ast_operator(c->ast, c->arena, n))
        return false;
    const char *text = ast_text(c->ast, c->arena, n);
    text += strncmp(text, "::", 2) == 0 ? 2 : 0;
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t\r\n;([:", text[length]);
}

// ---- what happens without being written -------------------------------------------------------------------------------

// A type of the standard library's, of numbers only: to make, change and destroy one calls nothing of the program's.
static bool is_plain_type(const char *type)
{
    static const char *const words[] = {
        "const", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void", "size_t", "ptrdiff_t", "int8_t",
        "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "std", "chrono", "__cxx11", "_V2", "__gnu_cxx",
        "vector", "array", "pair", "tuple", "string", "basic_string", "string_view", "basic_string_view", "deque", "list", "map", "set",
        "unordered_map", "unordered_set", "complex", "bitset", "optional", "initializer_list", "allocator", "char_traits", "less", "hash",
        "equal_to", "ostream", "basic_ostream", "ostringstream", "basic_ostringstream", "stringstream", "basic_stringstream", "ofstream",
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

static void add_unwritten(collector *c, const ast_range *at, const char *name, int callee, const loop_walk *w)
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
static bool find_destructors(collector *c, ast_node of, ast_node class, const ast_range *at, const loop_walk *w, int depth)
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
        } else if ((kind == AST_FIELD && !ast_type_is_reference(m)) || kind == AST_NONE) {
            found |= find_destructors(c, m, ast_type_declaration(m), at, w, depth + 1);
        }
    }
    return found;
}

// Is a library's function given what could call the program: its objects, its functions?
static bool is_given_more(collector *c, ast_nodes children)
{
    for (size_t i = 0; i < children.count; i++) {
        ast_node x = ast_strip(c->arena, children.items[i]);
        if (i > 0 && is_function_node(ast_referenced(operand_of(c, x))) && ast_node_kind(operand_of(c, x)) != AST_CALL)
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

typedef struct reached { // what the functions do that a call comes to
    LIST_OF(ast_node) seen;
    bool reads_memory, does_anything;
} reached;

static bool reads_known_memory(collector *c, ast_node n, ast_kind kind, ast_node target);
static bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children);

static void reach_function(collector *c, ast_node target, reached *r);

static void reach(collector *c, ast_node n, reached *r)
{
    const ast_kind kind = ast_node_kind(n);
    const ast_nodes children = ast_children(c->arena, n);
    const ast_node target = ast_referenced(n);
    r->reads_memory |= goes_by_pointer(c, n, kind, ast_operator(c->ast, c->arena, n), children) || ast_is_range_for(n) ||
                       reads_known_memory(c, n, kind, target);
    if (kind == AST_VARIABLE || kind == AST_CALL)
        r->does_anything |= find_destructors(c, n, ast_type_declaration(n), NULL, NULL, 0);
    if (kind == AST_CALL && is_function_node(target)) {
        if (ast_in_system_header(c->ast, target))
            r->does_anything |= is_given_more(c, children);
        else
            reach_function(c, target, r);
    }
    r->does_anything |= is_written_with(c, n, kind, "delete");
    for (size_t i = 0; i < children.count; i++)
        reach(c, children.items[i], r);
}

// A default argument may stand at any of its declarations; this one and the definition are looked at.
static void reach_function(collector *c, ast_node target, reached *r)
{
    const ast_node nodes[] = {target, ast_definition(target)};
    for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
        bool seen = ast_is_null(nodes[k]) || ast_in_system_header(c->ast, nodes[k]);
        for (size_t i = 0; !seen && i < r->seen.count; i++)
            seen = ast_equal(r->seen.items[i], nodes[k]);
        if (seen)
            continue;
        *ARENA_PUSH(c->arena, &r->seen) = nodes[k];
        ast_nodes children = ast_children(c->arena, nodes[k]);
        for (size_t i = 0; i < children.count; i++)
            reach(c, children.items[i], r);
    }
}

// ---- calls ---------------------------------------------------------------------------------------------------------------

static void add_loop_call(collector *c, ast_node n, ast_nodes children, const loop_walk *w)
{
    ast_node target = ast_referenced(n);
    ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n;
    const ast_kind callee_kind = ast_node_kind(callee);
    if (!is_function_node(target) && (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE))
        target = ast_referenced(callee);
    const ast_range whole = ast_extent(c->ast, n);
    const ast_place at = ast_location(c->ast, callee);
    loop_call x = {.callee = -1, .begin = whole.begin, .end = whole.end, .name_begin = at.offset, .name = ast_name(c->arena, callee),
                   .depth = w->depth};
    x.in_macro = whole.in_macro || whole.file < 0 || c->file_of[whole.file] != w->loop->file;
    if (is_function_node(target) && !(ast_is_dynamic_call(n) && ast_is_virtual(target))) {
        x.callee = function_index(c, target);
        x.name = c->plan->functions.items[x.callee].name;
    }
    if (x.callee < 0)
        add_open_callee(c, callee, target, &x);
    const ast_kind target_kind = ast_node_kind(target);
    x.is_open = x.callee < 0 && callee_kind != AST_MEMBER_REFERENCE && target_kind != AST_VARIABLE && target_kind != AST_PARAMETER &&
                target_kind != AST_FIELD;
    x.read_back = read_back(c, children, x.name);
    x.is_inside = w->is_inside;
    if (is_function_node(target)) {
        reached r = {0};
        reach_function(c, target, &r);
        if (r.reads_memory)
            add_read(w->loop, whole.begin, arena_format(c->arena, "'%s' reads by a pointer or a reference", x.name));
        x.comes_to_anything = r.does_anything;
        x.is_given_more = ast_in_system_header(c->ast, target) && is_given_more(c, children);
    }
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
    find_destructors(c, n, ast_type_declaration(n), &whole, w, 0);
}

// `delete p`, `new T`: a destructor's, a class's own operator's.
static void add_allocation(collector *c, ast_node n, const char *word, const loop_walk *w)
{
    const ast_range whole = ast_extent(c->ast, n);
    const loop_call x = {.callee = -1, .begin = whole.begin, .end = whole.end, .name_begin = whole.begin, .name = word, .depth = w->depth,
                         .in_macro = whole.in_macro || whole.file < 0 || c->file_of[whole.file] != w->loop->file};
    for (size_t i = 0; i < w->loop->calls.count; i++) // under a conversion
        if (w->loop->calls.items[i].begin == x.begin && w->loop->calls.items[i].end == x.end && w->loop->calls.items[i].name == word)
            return;
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
}

static bool is_variable_on_device_and_host(collector *c, ast_node target)
{
    return ast_node_kind(target) == AST_VARIABLE && !is_function_kind(ast_node_kind(ast_semantic_parent(target))) &&
           strstr(ast_text(c->ast, c->arena, target), "__managed__");
}

// A name of what others may know by a pointer: a reference, a binding, a member of the object that `this` points to.
static bool reads_known_memory(collector *c, ast_node n, ast_kind kind, ast_node target)
{
    if (kind == AST_REFERENCE)
        return is_variable_on_device_and_host(c, target) || ast_is_binding(target) ||
               (ast_node_kind(target) != AST_NONE && ast_type_is_reference(target));
    if (kind != AST_MEMBER_REFERENCE || ast_node_kind(target) != AST_FIELD)
        return false;
    ast_nodes object = ast_children(c->arena, n);
    const bool of_this = !object.count || strcmp(ast_text(c->ast, c->arena, object.items[0]), "this") == 0;
    return ast_type_is_reference(target) || (of_this && !ast_type_is_const(target));
}

static bool refers_to_constant(collector *c, ast_node variable)
{
    const char *type = ast_type_spelling(c->arena, variable);
    return strncmp(type, "const ", 6) == 0 && strchr(type, '&') && !strchr(type, '*');
}

static void add_loop_name(collector *c, ast_node n, ast_node target, const loop_walk *w)
{
    const ast_kind kind = ast_node_kind(target);
    const ast_place at = ast_location(c->ast, n), declared = ast_location(c->ast, target);
    if (ast_is_binding(target) && !w->loop->alias_at)
        w->loop->alias_at = place_in(w->loop, at.offset);
    if (kind != AST_VARIABLE && kind != AST_PARAMETER && kind != AST_FIELD)
        return;
    const bool is_here = declared.file >= 0 && c->file_of[declared.file] == w->loop->file;
    loop_name x = {.at = at.offset, .name = ast_name(c->arena, target), .is_const = ast_type_is_const(target) || refers_to_constant(c, target)};
    x.declared_at = is_here ? declared.offset : 0;
    x.is_own = is_here && declared.offset >= w->body_begin && declared.offset < w->body_end;
    if (kind != AST_PARAMETER && ast_type_is_reference(target) && !w->loop->alias_at)
        w->loop->alias_at = place_in(w->loop, at.offset);
    *ARENA_PUSH(c->arena, &w->loop->names) = x;
}

// Its operand is not evaluated.
static bool asks_for_type(collector *c, ast_node n, ast_kind kind)
{
    static const char *const words[] = {"sizeof", "alignof", "decltype", "noexcept", "typeid"};
    if (kind != AST_NONE || *ast_operator(c->ast, c->arena, n))
        return false;
    const char *const text = ast_text(c->ast, c->arena, n);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

// A base whose type is open may be a pointer, or an object that stands for one.
static bool is_arrow(collector *c, ast_node n, ast_node base)
{
    const ast_range whole = ast_extent(c->ast, n), b = ast_extent(c->ast, base);
    if (whole.file < 0 || c->file_of[whole.file] < 0 || b.file != whole.file)
        return true;
    const plan_file *f = file_at(c, c->file_of[whole.file]);
    return !is_token(f, token_at_or_after(&f->tokens, b.end), ".");
}

// *p, p[i], p->m: of a pointer, not of an array or of `this`.
static bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children)
{
    if (strcmp(o, "*") == 0)
        return children.count == 1;
    if (strcmp(o, "->*") == 0)
        return true;
    if (strcmp(o, "[]") == 0)
        return children.count && !ast_type_is_array(ast_strip(c->arena, children.items[0]));
    if (kind != AST_MEMBER_REFERENCE || !children.count)
        return false;
    return strcmp(ast_text(c->ast, c->arena, children.items[0]), "this") != 0 && is_arrow(c, n, children.items[0]);
}

// do { ... } while (0): a statement, as macros write it.
static bool runs_once(ast_nodes parts)
{
    return parts.count == 2 && ast_node_kind(parts.items[0]) == AST_COMPOUND && ast_is_zero(parts.items[1]);
}

// A variable is destroyed where no word says so; a range is a class's own steps.
static void add_end_of_life(collector *c, ast_node n, ast_nodes children, const loop_walk *w)
{
    const ast_range at = ast_extent(c->ast, n);
    if (!ast_is_range_for(n)) {
        const char *type = ast_type_spelling(c->arena, n); // in a template, of a class that hangs on its parameters
        if (ast_type_is_open(n) && (strchr(type, '<') || strchr(type, ':')) && !strpbrk(type, "*&") && !is_plain_type(type))
            add_unwritten(c, &at, type, -1, w);
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

static void walk_loop(collector *c, ast_node n, loop_walk w);

static void walk_launch(collector *c, ast_nodes children, loop_walk w)
{
    w.is_launch = true;
    for (size_t i = 1; i < children.count; i++) {
        // The address of a variable may be what the kernel writes to, where device and host share all memory.
        if (strcmp(ast_operator(c->ast, c->arena, operand_of(c, children.items[i])), "&") == 0)
            add_read(w.loop, ast_extent(c->ast, children.items[i]).begin, "a kernel is given the address of a variable of the host");
        ast_nodes inner = i == 1 ? ast_children(c->arena, children.items[1]) : (ast_nodes){&children.items[i], 1, 1};
        for (size_t k = i == 1; k < inner.count; k++)
            walk_loop(c, inner.items[k], w);
    }
}

static void walk_loop(collector *c, ast_node n, loop_walk w)
{
    const ast_kind kind = ast_node_kind(n);
    ast_nodes children = ast_children(c->arena, n);
    if (asks_for_type(c, n, kind))
        return;
    const ast_node target = ast_referenced(n);
    const char *o = ast_operator(c->ast, c->arena, n);
    const bool by_pointer = goes_by_pointer(c, n, kind, o, children);
    const bool is_managed = kind == AST_REFERENCE && is_variable_on_device_and_host(c, target);
    // What a function is given to launch with, by a reference to a constant, no kernel changes: it would have to know its place.
    const bool is_given = w.is_launch && kind == AST_REFERENCE && ast_node_kind(target) == AST_PARAMETER && refers_to_constant(c, target);
    const bool reads = (by_pointer || (!is_given && reads_known_memory(c, n, kind, target))) && !w.takes_address;
    w.takes_address = (w.takes_address && !by_pointer) || (strcmp(o, "&") == 0 && children.count == 1);
    if (reads || is_managed || ast_is_range_for(n)) {
        add_read(w.loop, ast_extent(c->ast, n).begin, "it reads by a pointer or a reference here, or what is a member");
        if (ast_type_is_volatile(n) && !w.loop->waits_at)
            w.loop->waits_at = ast_extent(c->ast, n).begin;
    }
    w.is_inside |= kind == AST_LAMBDA || kind == AST_METHOD || kind == AST_FUNCTION_TEMPLATE || kind == AST_CONSTRUCTOR ||
                   kind == AST_DESTRUCTOR || kind == AST_CONVERSION;
    if (kind == AST_CALL && children.count >= 2 && is_configuration(c, children.items[1])) {
        if (w.is_inside && !w.loop->hides_at)
            w.loop->hides_at = ast_extent(c->ast, n).begin;
        walk_launch(c, children, w);
        return;
    }
    if (kind == AST_REFERENCE || (kind == AST_MEMBER_REFERENCE && !children.count))
        add_loop_name(c, n, target, &w);
    if (kind == AST_CALL)
        add_loop_call(c, n, children, &w);
    if (is_written_with(c, n, kind, "delete"))
        add_allocation(c, n, "delete", &w);
    if (is_written_with(c, n, kind, "new"))
        add_allocation(c, n, "new", &w);
    if (kind == AST_VARIABLE || ast_is_range_for(n))
        add_end_of_life(c, n, children, &w);
    const bool jumps_out = kind == AST_RETURN || kind == AST_GOTO || (kind == AST_BREAK && w.may_break);
    if ((jumps_out || is_written_with(c, n, kind, "throw")) && !w.loop->jumps_at)
        w.loop->jumps_at = place_in(w.loop, ast_extent(c->ast, n).begin);
    w.depth += kind == AST_LOOP && !runs_once(children);
    w.may_break &= kind != AST_LOOP && kind != AST_SWITCH;
    for (size_t i = 0; i < children.count; i++)
        walk_loop(c, children.items[i], w);
}

// Where the loop is asked whether it goes on, and where its body lies.
static void find_parts(collector *c, ast_node n, host_loop *loop, loop_walk *w)
{
    ast_nodes children = ast_children(c->arena, n), condition = ast_loop_condition(c->ast, c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        const ast_range r = ast_extent(c->ast, children.items[i]);
        if (r.file >= 0 && c->file_of[r.file] == loop->file && ast_node_kind(children.items[i]) == AST_COMPOUND) {
            w->body_begin = r.begin;
            w->body_end = r.end;
        }
    }
    loop->header_end = w->body_begin;
    if (condition.count != 1 || !w->body_end || ast_node_kind(condition.items[0]) == AST_VARIABLE)
        return;
    const ast_range r = ast_extent(c->ast, condition.items[0]);
    if (r.file < 0 || c->file_of[r.file] != loop->file || r.in_macro)
        return;
    loop->condition_begin = r.begin;
    loop->condition_end = r.end;
}

void add_host_loop(collector *c, ast_node n, const walk *w)
{
    const ast_range r = ast_extent(c->ast, n);
    if (c->device || w->function < 0 || !w->file || r.file < 0 || r.in_macro || c->file_of[r.file] != w->file_index)
        return;
    const int directive = loop_directive(w->file, r.begin);
    if (directive < 0)
        return;
    host_loop loop = {.file = w->file_index, .function = w->function, .directive = directive, .begin = r.begin, .end = r.end};
    const size_t behind = token_at_or_after(&w->file->tokens, r.end);
    if (is_token(w->file, behind, ";")) // an empty statement behind a body in braces does no harm
        loop.end = w->file->tokens.items[behind].end;
    loop_walk inside = {.loop = &loop, .may_break = true};
    find_parts(c, n, &loop, &inside);
    ast_nodes children = ast_children(c->arena, n);
    if (ast_is_range_for(n))
        add_read(&loop, r.begin, "it goes over a range");
    if (ast_is_range_for(n))
        add_end_of_life(c, n, children, &inside);
    for (size_t i = 0; i < children.count; i++)
        walk_loop(c, children.items[i], inside);
    *ARENA_PUSH(c->arena, &c->plan->loops) = loop;
}
