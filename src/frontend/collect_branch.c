// Collecting: statements that may take the lanes of a warp apart (collector.h).
//
// In:  an if, a loop or a switch in a body. Out: branches with the places of their conditions; guards of early returns.
// Invariant: a condition is editable only where it is an expression in the file's own text.
#include "frontend/collector.h"

// Offsets of the condition: between the parentheses of if, while and switch, between the semicolons of a for, behind the
// body of a do. False when the statement has another shape.
static bool find_condition(const plan_file *f, ast_range r, branch *b)
{
    size_t i = token_at_or_after(&f->tokens, r.begin);
    if (is_token(f, i, "do")) {
        size_t last = token_at_or_after(&f->tokens, r.end);
        int depth = 0;
        while (last > i && f->tokens.items[last - 1].end > r.end)
            last--;
        if (last <= i || !is_token(f, last - 1, ")"))
            return false;
        for (size_t k = last; k-- > i;) {
            depth += is_token(f, k, ")") - is_token(f, k, "(");
            if (depth == 0) {
                b->condition_begin = f->tokens.items[k + 1].begin;
                b->condition_end = f->tokens.items[last - 2].end;
                b->header_end = r.begin;
                return b->condition_begin < b->condition_end;
            }
        }
        return false;
    }
    if (is_token(f, i, "if") && is_token(f, i + 1, "constexpr"))
        return false;
    // libclang 16 does not tell that the statement comes out of a macro: there the macro's name stands.
    if (!is_token(f, i, "if") && !is_token(f, i, "for") && !is_token(f, i, "while") && !is_token(f, i, "switch"))
        return false;
    if (!is_token(f, i + 1, "("))
        return false;
    size_t close = skip_balanced(f, i + 1) - 1, semicolons[2] = {0, 0}, count = 0;
    int depth = 0;
    for (size_t k = i + 1; k <= close; k++) {
        depth += is_token(f, k, "(") - is_token(f, k, ")");
        depth += is_token(f, k, "{") - is_token(f, k, "}");
        if (depth == 1 && is_token(f, k, ";") && count < 2)
            semicolons[count++] = k;
    }
    b->condition_begin = f->tokens.items[(count ? semicolons[0] : i + 1) + 1].begin;
    b->condition_end = f->tokens.items[(count == 2 ? semicolons[1] : close) - 1].end;
    if (b->condition_end < b->condition_begin) // for (; ; )
        b->condition_end = b->condition_begin;
    b->header_end = f->tokens.items[close].end;
    return b->condition_begin < b->condition_end && (!is_token(f, i, "for") || count == 2);
}

static bool is_constexpr(collector *c, ast_node n, const walk *w)
{
    const ast_range r = ast_extent(c->ast, n);
    return w->file && r.file >= 0 && is_token(w->file, token_at_or_after(&w->file->tokens, r.begin) + 1, "constexpr");
}

// Enters a branch; the host parse and the device parse meet the same one.
void enter_branch(collector *c, walk *w, ast_node n, int kind)
{
    if (w->function < 0 || !w->file || w->context & (IN_LAMBDA | IN_LOCAL_CLASS))
        return;
    function *f = &c->plan->functions.items[w->function];
    ast_range r = ast_extent(c->ast, n);
    branch b = {.parent = w->branch, .kind = kind, .begin = r.begin, .end = r.end};
    b.editable = r.file >= 0 && !r.in_macro && find_condition(w->file, r, &b);
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count && b.editable; i++)
        if (ast_node_kind(children.items[i]) == AST_VARIABLE) {
            b.editable = false;
            b.declares = true;
        }
    if (kind == BRANCH_IF && is_constexpr(c, n, w))
        return; // decided by the compiler
    for (size_t i = 0; i < f->branches.count && c->device; i++)
        if (f->branches.items[i].begin == b.begin && f->branches.items[i].end == b.end && f->branches.items[i].kind == b.kind) {
            w->branch = (int)i;
            return;
        }
    w->branch = (int)f->branches.count;
    *ARENA_PUSH(c->arena, &f->branches) = b;
}

// `if (c) return;` as a statement of the body: the guard's condition is remembered for every return under it.
void walk_if(collector *c, ast_node n, ast_nodes children, walk w, bool at_top)
{
    if (at_top && w.file && children.count >= 2) {
        ast_range r = ast_extent(c->ast, n);
        size_t i = token_at_or_after(&w.file->tokens, r.begin);
        ast_node then = children.items[1];
        bool leaves = ast_node_kind(then) == AST_RETURN;
        if (ast_node_kind(then) == AST_COMPOUND) {
            ast_nodes inner = ast_children(c->arena, then);
            leaves = inner.count && ast_node_kind(inner.items[inner.count - 1]) == AST_RETURN;
        }
        if (leaves && !r.in_macro && is_token(w.file, i, "if") && is_token(w.file, i + 1, "(")) {
            walk under = w;
            under.context |= AT_TOP_LEVEL;
            under.guard_begin = w.file->tokens.items[i + 1].end;
            under.guard_end = w.file->tokens.items[skip_balanced(w.file, i + 1) - 1].begin;
            walk_node(c, children.items[0], &w);
            walk_node(c, then, &under);
            for (size_t k = 2; k < children.count; k++)
                walk_node(c, children.items[k], &w);
            return;
        }
    }
    enter_branch(c, &w, n, BRANCH_IF);
    for (size_t i = 0; i < children.count; i++) {
        walk_node(c, children.items[i], &w);
        if (is_constexpr(c, n, &w))
            w.context |= IS_UNIFORM; // a return in there is everybody's, but for what stands around it
    }
}
