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

typedef struct loop_walk { // where in the loop the walk is
    host_loop *loop;
    size_t body_begin, body_end;
    int depth;       // of loops in it
    bool may_break;  // a `break` here leaves the loop itself
    bool takes_address; // of what stands here, which so is not read
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
    x.read_back = read_back(c, children, x.name);
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
}

static bool is_variable_on_device_and_host(collector *c, ast_node target)
{
    return ast_node_kind(target) == AST_VARIABLE && !is_function_kind(ast_node_kind(ast_semantic_parent(target))) &&
           strstr(ast_text(c->ast, c->arena, target), "__managed__");
}

static void add_loop_name(collector *c, ast_node n, ast_node target, const loop_walk *w)
{
    const ast_kind kind = ast_node_kind(target);
    const ast_place at = ast_location(c->ast, n), declared = ast_location(c->ast, target);
    if (kind != AST_VARIABLE && kind != AST_PARAMETER && kind != AST_FIELD)
        return;
    const bool is_here = declared.file >= 0 && c->file_of[declared.file] == w->loop->file;
    const char *type = ast_type_spelling(c->arena, target);
    const bool refers_to_const = strncmp(type, "const ", 6) == 0 && strchr(type, '&') && !strchr(type, '*');
    loop_name x = {.at = at.offset, .name = ast_name(c->arena, target), .is_const = ast_type_is_const(target) || refers_to_const};
    x.declared_at = is_here ? declared.offset : 0;
    x.is_own = is_here && declared.offset >= w->body_begin && declared.offset < w->body_end;
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
    return !token_text_is(f, token_at_or_after(&f->tokens, b.end), ".");
}

// *p, p[i], p->m: of a pointer, not of an array or of `this`.
static bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children)
{
    if (strcmp(o, "*") == 0)
        return children.count == 1;
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

static void walk_loop(collector *c, ast_node n, loop_walk w);

static void walk_launch(collector *c, ast_nodes children, loop_walk w)
{
    for (size_t i = 1; i < children.count; i++) {
        // The address of a variable may be what the kernel writes to, where device and host share all memory.
        w.loop->reads_memory |= strcmp(ast_operator(c->ast, c->arena, operand_of(c, children.items[i])), "&") == 0;
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
    const bool reads = by_pointer && !w.takes_address;
    w.takes_address = (w.takes_address && !by_pointer) || (strcmp(o, "&") == 0 && children.count == 1);
    if (reads || (kind == AST_REFERENCE && is_variable_on_device_and_host(c, target))) {
        w.loop->reads_memory = true;
        if (ast_type_is_volatile(n) && !w.loop->waits_at)
            w.loop->waits_at = ast_extent(c->ast, n).begin;
    }
    if (kind == AST_CALL && children.count >= 2 && is_configuration(c, children.items[1])) {
        walk_launch(c, children, w);
        return;
    }
    if (kind == AST_REFERENCE || (kind == AST_MEMBER_REFERENCE && !children.count))
        add_loop_name(c, n, target, &w);
    if (kind == AST_CALL)
        add_loop_call(c, n, children, &w);
    w.loop->jumps_out |= kind == AST_RETURN || kind == AST_GOTO || (kind == AST_BREAK && w.may_break);
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
    if (w->file->text->bytes[r.end - 1] != '}' && token_text_is(w->file, behind, ";"))
        loop.end = w->file->tokens.items[behind].end;
    loop_walk inside = {.loop = &loop, .may_break = true};
    find_parts(c, n, &loop, &inside);
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        walk_loop(c, children.items[i], inside);
    *ARENA_PUSH(c->arena, &c->plan->loops) = loop;
}
