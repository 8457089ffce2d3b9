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

static void add_loop_call(collector *c, ast_node n, ast_nodes children, host_loop *loop)
{
    ast_node target = ast_referenced(n);
    ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n;
    const ast_kind callee_kind = ast_node_kind(callee);
    if (!is_function_node(target) && (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE))
        target = ast_referenced(callee);
    const ast_range whole = ast_extent(c->ast, n);
    const ast_place at = ast_location(c->ast, callee);
    loop_call x = {.callee = -1, .begin = whole.begin, .end = whole.end, .name_begin = at.offset, .name = ast_name(c->arena, callee)};
    x.in_macro = whole.in_macro || whole.file < 0 || c->file_of[whole.file] != loop->file;
    if (is_function_node(target) && !(ast_is_dynamic_call(n) && ast_is_virtual(target))) {
        x.callee = function_index(c, target);
        x.name = c->plan->functions.items[x.callee].name;
    }
    *ARENA_PUSH(c->arena, &loop->calls) = x;
}

static bool is_variable_on_device_and_host(collector *c, ast_node reference)
{
    ast_node target = ast_referenced(reference);
    return ast_node_kind(target) == AST_VARIABLE && !is_function_kind(ast_node_kind(ast_semantic_parent(target))) &&
           strstr(ast_text(c->ast, c->arena, target), "__managed__");
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

static void walk_loop(collector *c, ast_node n, host_loop *loop)
{
    const ast_kind kind = ast_node_kind(n);
    ast_nodes children = ast_children(c->arena, n);
    if (asks_for_type(c, n, kind))
        return;
    const char *o = ast_operator(c->ast, c->arena, n);
    const bool by_pointer = (strcmp(o, "*") == 0 && children.count == 1) ||
                            (strcmp(o, "[]") == 0 && children.count && !ast_type_is_array(ast_strip(c->arena, children.items[0])));
    if (by_pointer || (kind == AST_REFERENCE && is_variable_on_device_and_host(c, n))) {
        loop->reads_memory = true;
        if (ast_type_is_volatile(n) && !loop->waits_at)
            loop->waits_at = ast_extent(c->ast, n).begin;
    }
    if (kind == AST_CALL && children.count >= 2 && is_configuration(c, children.items[1])) {
        for (size_t i = 1; i < children.count; i++) {
            // The address of a variable may be what the kernel writes to, where device and host share all memory.
            loop->reads_memory |= strcmp(ast_operator(c->ast, c->arena, ast_strip(c->arena, children.items[i])), "&") == 0;
            ast_nodes inner = i == 1 ? ast_children(c->arena, children.items[1]) : (ast_nodes){&children.items[i], 1, 1};
            for (size_t k = i == 1; k < inner.count; k++)
                walk_loop(c, inner.items[k], loop);
        }
        return;
    }
    if (kind == AST_CALL)
        add_loop_call(c, n, children, loop);
    for (size_t i = 0; i < children.count; i++)
        walk_loop(c, children.items[i], loop);
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
    walk_loop(c, n, &loop);
    for (size_t i = token_at_or_after(&w->file->tokens, loop.begin); w->file->tokens.items[i].begin < loop.end; i++)
        loop.reads_memory |= token_text_is(w->file, i, "->") && !token_text_is(w->file, i - 1, "this");
    *ARENA_PUSH(c->arena, &c->plan->loops) = loop;
}
