// Collecting: which cooperative group a call asks (collector.h).
//
// In:  the call's words. Out: OF_WHOLE_BLOCK, OF_LANES, OF_GRID and their kin.
// Invariant: by what is certain of the group's type; where a template leaves it open, it may be the whole grid.
#include "frontend/collector.h"
#include "frontend/library.h"

#include <stdlib.h>
#include <string.h>

// x of x.sync() and sync(x), under a conversion to a base; null: of none that is seen.
static ast_node asked_group(collector *c, ast_node callee, ast_nodes children)
{
    ast_nodes object = ast_node_kind(callee) == AST_MEMBER_REFERENCE ? ast_children(c->arena, callee) : (ast_nodes){0};
    if (object.count)
        return ast_strip(c->arena, object.items[0]);
    return ast_node_kind(callee) != AST_MEMBER_REFERENCE && children.count >= 2 ? ast_strip(c->arena, children.items[1]) : (ast_node){0};
}

// x.sync() or sync(x): is x the thread block, and not a part of it?
bool is_block_group(collector *c, ast_node target, ast_node callee, ast_nodes children)
{
    ast_node owner = ast_semantic_parent(target);
    if (ast_node_kind(owner) == AST_CLASS && strcmp(ast_name(c->arena, owner), "thread_block") == 0)
        return true;
    const ast_node group = asked_group(c, callee, children);
    if (ast_is_null(group))
        return false;
    const char *type = ast_type_spelling(c->arena, group);
    return strstr(type, "thread_block") && !strstr(type, "tile");
}

// thread_block_tile<32, thread_block>, coalesced_group: by the type behind all its names. OF_LANES and maybe OF_COALESCED, or 0.
static unsigned lanes_of_type(const char *type)
{
    static const char *const scope = "cooperative_groups::", *const tile = "::thread_block_tile", *const coalesced = "::coalesced_group";
    type += strncmp(type, "const ", 6) == 0 ? 6 : 0;
    const size_t name = strcspn(type, "< ");
    const bool is_tile = name > strlen(tile) && strncmp(type + name - strlen(tile), tile, strlen(tile)) == 0;
    const bool is_coalesced = name > strlen(coalesced) && strncmp(type + name - strlen(coalesced), coalesced, strlen(coalesced)) == 0;
    if (strncmp(type, scope, strlen(scope)) != 0 || (type[name] == '<' ? !is_tile : !is_coalesced))
        return 0;
    if (is_coalesced)
        return OF_LANES | OF_COALESCED;
    char *end = NULL;
    const unsigned long size = strtoul(type + name + 1, &end, 10);
    return size >= 1 && size <= 32 && (*end == ',' || *end == '>' || *end == 'U') ? OF_LANES : 0;
}

// x.reduce(v) or reduce(x, v): has the group x the threads of one warp at most?
unsigned lanes_context(collector *c, int index, ast_node callee, ast_nodes children)
{
    if (!library_in_cooperative_groups(&c->plan->functions.items[index]))
        return 0;
    const ast_node group = asked_group(c, callee, children);
    return ast_is_null(group) ? 0 : lanes_of_type(ast_type_behind_names(c->arena, group));
}

// ---- the grid ------------------------------------------------------------------------------------------------------

static bool has_base(collector *c, ast_node class)
{
    const ast_nodes parts = ast_children(c->arena, class);
    for (size_t i = 0; i < parts.count; i++)
        if (ast_node_kind(parts.items[i]) == AST_BASE)
            return true;
    return false;
}

// What auto x = tiled_partition<N>(block) is made by.
static ast_node maker_of(collector *c, ast_node variable)
{
    const ast_nodes parts = ast_children(c->arena, variable);
    const ast_node call = parts.count ? ast_strip(c->arena, parts.items[parts.count - 1]) : (ast_node){0};
    const ast_nodes words = ast_node_kind(call) == AST_CALL ? ast_children(c->arena, call) : (ast_nodes){0};
    const ast_node callee = words.count ? ast_strip(c->arena, words.items[0]) : (ast_node){0}, named = ast_referenced(callee);
    const ast_node set = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : named;
    const ast_nodes candidates = ast_node_kind(set) == AST_OVERLOADED_REFERENCE ? ast_candidates(c->arena, set) : (ast_nodes){0};
    for (size_t i = 0; i < candidates.count; i++)
        if (!is_function_node(candidates.items[i]) || !ast_in_system_header(c->ast, candidates.items[i]))
            return (ast_node){0};
    return candidates.count ? candidates.items[0] : (ast_node){0};
}

// x.size() of a variable of the program's own class template, which inherits nothing; by `->`, `*` or a conversion it may lead anywhere.
static bool asks_own_class(collector *c, ast_node callee, const walk *w)
{
    if (!template_of_object(c, callee, w))
        return false;
    const ast_node class = ast_type_template(asked_group(c, callee, (ast_nodes){0}));
    return !has_base(c, class) && !ast_may_be_specialised(class);
}

// However a template leaves it open: thread_block_tile<N> x, auto x = tiled_partition<N>(block).
static bool is_no_grid(collector *c, ast_node group)
{
    const ast_node class = ast_type_template(group), variable = ast_referenced(group);
    if (!ast_is_null(class) && ast_is_class_template(class))
        return ast_in_system_header(c->ast, class) && strcmp(ast_name(c->arena, class), "thread_block_tile") == 0;
    const ast_node maker = ast_node_kind(variable) == AST_VARIABLE ? maker_of(c, variable) : (ast_node){0};
    return is_function_node(maker) && ast_in_system_header(c->ast, maker) && strcmp(ast_name(c->arena, maker), "tiled_partition") == 0;
}

// x.thread_rank() or thread_rank(x): is x the grid, or may it be?
unsigned group_context(collector *c, const char *name, ast_node target, ast_node callee, ast_nodes children, const walk *w)
{
    static const char *const questions[] = {"thread_rank", "size", "num_threads", "group_size", "num_blocks", "block_rank",
                                            "block_index", "thread_index", "dim_blocks", "dim_threads", "group_dim",
                                            "sync"};
    if (strcmp(name, "group_index") == 0) // of a thread block alone; where that is known, the copies answer it
        return ast_is_null(target) && children.count < 2 ? OF_OPEN_GROUP : 0;
    bool asks = false;
    for (size_t i = 0; i < sizeof questions / sizeof *questions && !asks; i++)
        asks = *questions[i] == *name && strcmp(questions[i], name) == 0; // most differ in the first letter already
    if (!asks)
        return 0;
    ast_node group = {0};
    if (!ast_is_null(target)) {
        ast_node owner = ast_semantic_parent(target);
        const char *owner_name = ast_name(c->arena, owner);
        if (ast_node_kind(owner) == AST_CLASS)
            return strcmp(owner_name, "grid_group") == 0 ? OF_GRID : strcmp(owner_name, "thread_group") == 0 ? OF_OPEN_GROUP : 0;
    } else if (ast_node_kind(callee) == AST_MEMBER_REFERENCE) {
        group = asked_group(c, callee, children);
        return ast_is_null(group) || !(is_no_grid(c, group) || asks_own_class(c, callee, w)) ? OF_OPEN_GROUP : 0;
    }
    if (children.count >= 2)
        group = ast_strip(c->arena, children.items[1]);
    const char *type = ast_is_null(group) ? "" : ast_type_spelling(c->arena, group);
    if (strstr(type, "grid_group"))
        return strstr(type, "multi_grid_group") ? OF_OPEN_GROUP : OF_GRID;
    const bool part = (!ast_is_null(group) && is_no_grid(c, group)) || strstr(type, "thread_block") || strstr(type, "coalesced_group") || strstr(type, "cluster_group");
    return part ? 0 : OF_OPEN_GROUP;
}
