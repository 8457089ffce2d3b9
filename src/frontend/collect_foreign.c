// Collecting: what calls that a template leaves open may mean in other libraries (collector.h).
//
// In:  the facts of all functions that were walked. Out: functions of system headers that are neither CUDA's nor the standard
//      library's, by the names that open calls have; operators, conversions, constructors and destructors are called by none.
// Invariant: a header without device code costs no more than a look at its text.
#include "frontend/collector.h"

#include <string.h>

static void find_functions(collector *c, ast_node n, ast_nodes *out)
{
    const ast_kind kind = ast_node_kind(n);
    if (is_function_kind(kind)) {
        if (ast_has_attribute(c->arena, n, AST_ATTRIBUTE_DEVICE) && has_body(c, n))
            *ARENA_PUSH(c->arena, out) = ast_by_itself(n);
    } else if (kind == AST_NAMESPACE || kind == AST_LINKAGE || kind == AST_CLASS || kind == AST_FRIEND) {
        ast_nodes children = ast_children(c->arena, n);
        for (size_t i = 0; i < children.count; i++)
            find_functions(c, children.items[i], out);
    }
}

static void find_all(collector *c, ast_nodes *out)
{
    static const char *const known[] = {"cooperative_groups", "cuda", "cub", "std", "thrust", "nvcuda", "pt", "ptrt"}; // the last two are ptcc's own
    ast_nodes top = ast_foreign_children(c->ast);
    for (size_t i = 0; i < top.count; i++) {
        const char *name = ast_node_kind(top.items[i]) == AST_NAMESPACE ? ast_name(c->arena, top.items[i]) : "";
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            is_known |= strcmp(name, known[k]) == 0;
        if (!is_known)
            find_functions(c, top.items[i], out);
    }
}

// By the names that are called: those of values, too, and of the functions above.
static map open_names(collector *c)
{
    map names = map_new(c->arena);
    for (size_t i = 0; i < c->plan->functions.count; i++) {
        const function *f = &c->plan->functions.items[i];
        for (size_t k = 0; k < f->facts.count && (f->is_device || f->is_kernel || f->in_system || !f->is_host); k++) {
            const fact *x = &f->facts.items[k];
            if (x->kind == FACT_CALL_VIRTUAL || (x->kind == FACT_CALL_DEPENDENT && x->callee < 0))
                map_put(&names, *x->name && !(x->context & OF_OPEN_CLASS) ? x->name : "operator()", 1);
            if (x->kind == FACT_CALL_DEPENDENT && *x->name)
                map_put(&names, x->name, 1);
        }
    }
    return names;
}

static bool may_be_silent(ast_node n, const char *name)
{
    const ast_kind kind = ast_node_kind(n);
    return kind == AST_CONSTRUCTOR || kind == AST_DESTRUCTOR || kind == AST_CONVERSION ||
           (strncmp(name, "operator", strlen("operator")) == 0 && strcmp(name, "operator()") != 0);
}

bool add_foreign_functions(collector *c, ast_nodes *all)
{
    if (!all->items)
        find_all(c, all);
    map names = all->count ? open_names(c) : map_new(c->arena);
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        const ast_node n = all->items[i];
        const char *name = ast_name(c->arena, n);
        if (!may_be_silent(n, name) && map_get(&names, name) < 0) {
            all->items[kept++] = n;
            continue;
        }
        const int index = function_index(c, n);
        c->plan->functions.items[index].is_foreign = true;
        note_half_seen(c, n, index);
        if (!c->plan->functions.items[index].facts_known)
            walk_function(c, ast_read_whole(c->ast, n), index);
    }
    const bool any = kept < all->count;
    all->count = kept;
    return any;
}
