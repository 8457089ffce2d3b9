// Functions that may come back to themselves: see recursion.h.
#include "frontend/recursion.h"

#include "frontend/analyse.h"
#include "frontend/class_call.h"
#include "frontend/silent.h"
#include "support/map.h"

// A function, or what all open calls of one kind and name have in common.
typedef struct node {
    LIST_OF(int) next;
    size_t order, low; // 0: not come to yet
    bool is_pending, comes_back;
} node;

typedef struct graph {
    const plan *p;
    map kinds; // of open calls, by what tells whom they may be of
    LIST_OF(node) nodes; // those of functions come first
    size_t order;
    LIST_OF(int) pending; // come to, and in no component yet
} graph;

static int node_of_open_call(graph *g, const fact *x)
{
    const plan *p = g->p;
    const char *key = arena_format(p->arena, "%d %x %d %s::%s", x->kind, x->context, silent_is_call(x), class_call_is(x) ? x->type : "", x->name);
    int number = map_get(&g->kinds, key);
    if (number >= 0)
        return number;
    number = (int)g->nodes.count;
    map_put(&g->kinds, key, number);
    node made = {0};
    open_targets targets = analyse_targets(p, x);
    for (int i; (i = analyse_next_target(&targets)) >= 0;)
        if (!p->functions.items[i].in_system)
            *ARENA_PUSH(p->arena, &made.next) = i;
    *ARENA_PUSH(p->arena, &g->nodes) = made;
    return number;
}

static void add_calls(graph *g, int number)
{
    const plan *p = g->p;
    const function *f = &p->functions.items[number];
    for (size_t k = 0; k < f->facts.count && !f->in_system; k++) {
        const fact *x = &f->facts.items[k];
        const int next = analyse_is_open_call(x) ? node_of_open_call(g, x) : x->callee;
        if (next >= 0 && (next >= (int)p->functions.count || !p->functions.items[next].in_system))
            *ARENA_PUSH(p->arena, &g->nodes.items[number].next) = next;
    }
}

// All that was come to behind `first`, and that itself, lead to each other.
static void close_component(graph *g, int first)
{
    const bool is_alone = g->pending.items[g->pending.count - 1] == first;
    int number;
    do {
        number = g->pending.items[--g->pending.count];
        node *n = &g->nodes.items[number];
        n->is_pending = false;
        n->comes_back = !is_alone;
        for (size_t i = 0; is_alone && i < n->next.count; i++)
            n->comes_back |= n->next.items[i] == number;
    } while (number != first);
}

typedef struct step {
    int number;
    size_t next; // of its list
} step;

// Without recursion of its own: chains of calls may be long.
static void visit(graph *g, int start)
{
    LIST_OF(step) way = {0};
    *ARENA_PUSH(g->p->arena, &way) = (step){start, 0};
    while (way.count) {
        step *at = &way.items[way.count - 1];
        node *n = &g->nodes.items[at->number];
        if (!n->order) {
            n->order = n->low = ++g->order;
            n->is_pending = true;
            *ARENA_PUSH(g->p->arena, &g->pending) = at->number;
        }
        if (at->next < n->next.count) {
            const int to = n->next.items[at->next++];
            const node *m = &g->nodes.items[to];
            if (!m->order)
                *ARENA_PUSH(g->p->arena, &way) = (step){to, 0};
            else if (m->is_pending && m->order < n->low)
                n->low = m->order;
            continue;
        }
        if (n->low == n->order)
            close_component(g, at->number);
        way.count--;
        node *const before = way.count ? &g->nodes.items[way.items[way.count - 1].number] : NULL;
        if (before && n->low < before->low)
            before->low = n->low;
    }
}

const bool *recursion_find(const plan *p)
{
    graph g = {.p = p, .kinds = map_new(p->arena)};
    bool *comes_back = arena_alloc(p->arena, p->functions.count + 1);
    for (size_t i = 0; i < p->functions.count; i++)
        *ARENA_PUSH(p->arena, &g.nodes) = (node){0};
    for (size_t i = 0; i < p->functions.count; i++)
        add_calls(&g, (int)i);
    for (size_t i = 0; i < p->functions.count; i++)
        if (!g.nodes.items[i].order)
            visit(&g, (int)i);
    for (size_t i = 0; i < p->functions.count; i++)
        comes_back[i] = g.nodes.items[i].comes_back;
    return comes_back;
}
