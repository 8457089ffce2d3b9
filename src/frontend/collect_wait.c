// Collecting: what waits for other blocks (collector.h; spin.h knows such loops).
//
// In:  a loop, a body, an expression. Out: facts of what is read there that others may write, and of what is released.
// Invariant: a loop that may wait has a fact, whatever it reads.
#include "frontend/collector.h"
#include "frontend/spin.h"

// CUDA's own headers are known by their names (spin_node.c): their insides synchronise blocks and warps by memory as well.
bool may_wait(const collector *c, const walk *w)
{
    if (w->function < 0)
        return false;
    const function *f = &c->plan->functions.items[w->function];
    return f->in_system ? !is_known_library(f) : f->is_kernel || f->is_device;
}

// Where it begins, in the file of the function that holds it; 0 where it lies elsewhere.
static size_t begin_in_file(collector *c, ast_node n, const walk *w)
{
    const function *f = &c->plan->functions.items[w->function];
    const ast_range r = ast_is_null(n) ? (ast_range){.file = -1} : ast_extent(c->ast, n);
    return r.file >= 0 && f->definition >= 0 && c->file_of[r.file] == f->declarations.items[f->definition].file ? r.begin : 0;
}

void add_spins(collector *c, ast_node loop, const walk *w)
{
    spin_sources all = spin_in_loop(c->ast, c->arena, loop);
    for (size_t i = 0; i < all.count; i++) {
        int callee = all.items[i].kind == SPIN_CALL ? function_index(c, all.items[i].callee) : -1;
        fact *x = add_fact(c, w, FACT_SPIN, loop);
        x->context |= all.items[i].kind == SPIN_PLAIN ? IF_FENCED : all.items[i].kind == SPIN_OPEN ? BY_NAME : 0;
        x->name = all.items[i].name;
        x->callee = callee;
        x->read_at = begin_in_file(c, all.items[i].at, w);
    }
}

void add_polls(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    ast_kind k = ast_node_kind(n);
    bool assigns = k == AST_NONE && children.count == 2;
    if (k != AST_CALL && k != AST_ASM && !assigns && !ast_type_is_volatile(n))
        return;
    spin_sources all = spin_in_node(c->ast, c->arena, n);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].kind != SPIN_RETRY || !(w->context & IN_LOOP))
            add_fact(c, w, FACT_POLL, n)->name = all.items[i].name;
    if (spin_always(c->ast, c->arena, n))
        add_fact(c, w, FACT_SPIN, n);
    const char *lock = spin_released(c->ast, c->arena, n);
    if (lock)
        add_fact(c, w, FACT_RELEASE, n)->name = lock;
}
