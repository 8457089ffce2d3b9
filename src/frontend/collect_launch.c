// Collecting: launches, and the other uses of a kernel's name in host code (collector.h).
//
// In:  a call's node, or a reference's. Out: launches, calls of cudaLaunchKernel and its kin, questions for a kernel's occupancy,
//      possible addresses.
// Invariant: offsets of `<<<`, `>>>` and names are given where the text spells them; else a macro makes the launch.
#include "frontend/collector.h"
#include "frontend/occupancy.h"

#include <string.h>

bool is_configuration(collector *c, ast_node n)
{
    if (ast_node_kind(n) != AST_CALL)
        return false;
    const char *name = ast_name(c->arena, n);
    if (!*name) {
        ast_nodes children = ast_children(c->arena, n);
        if (children.count)
            name = ast_name(c->arena, ast_strip(c->arena, children.items[0]));
    }
    return strcmp(name, "__cudaPushCallConfiguration") == 0 || strcmp(name, "cudaConfigureCall") == 0;
}

// Of what is launched, when its text stands in front of `<<<`.
static size_t callee_begin(collector *c, ast_node callee, const launch *l, size_t open_begin)
{
    ast_range r = ast_extent(c->ast, callee);
    return r.file >= 0 && c->file_of[r.file] == l->file && r.begin < open_begin ? r.begin : open_begin;
}

static bool is_device_only(const collector *c, const walk *w)
{
    const function *f = w->function >= 0 ? &c->plan->functions.items[w->function] : NULL;
    return f && (f->is_kernel || f->is_device);
}

static size_t count_arguments(const plan_file *f, size_t open, size_t behind)
{
    size_t count = open + 2 < behind;
    for (size_t i = open + 1; i + 1 < behind;) {
        const bool bracket = is_token(f, i, "<") || bracket_depth(f, i) > 0;
        count += is_token(f, i, ",");
        i = bracket ? skip_balanced(f, i) : i + 1;
    }
    return count;
}

// A kernel's name in host code. Whether it is its address or only a launch's callee is found later.
void add_kernel_value(collector *c, ast_node reference, ast_node target, const walk *w)
{
    if (c->device || is_device_only(c, w))
        return;
    const int known = known_function(c, target);
    if (known >= 0 && !c->plan->functions.items[known].is_kernel)
        return;
    ast_place at = ast_location(c->ast, reference);
    if (at.file < 0 || c->file_of[at.file] < 0 || ast_in_system_header(c->ast, target))
        return;
    int index = function_index(c, target);
    const char *name = c->plan->functions.items[index].name;
    if (!c->plan->functions.items[index].is_kernel)
        return;
    kernel_value v = {.file = c->file_of[at.file], .function = index, .in_macro = at.in_macro};
    const plan_file *f = file_at(c, v.file);
    v.name_begin = last_name(c, v.file, at.offset);
    size_t i = token_at_or_after(&f->tokens, v.name_begin);
    v.in_macro |= i >= f->tokens.count || !is_token(f, i, name);
    v.name_end = v.arguments_end = i < f->tokens.count ? f->tokens.items[i].end : v.name_begin;
    if (!v.in_macro && is_token(f, i + 1, "<")) {
        size_t behind = skip_balanced(f, i + 1);
        v.arguments_end = f->tokens.items[behind - 1].end;
        v.argument_count = count_arguments(f, i + 1, behind);
    }
    *ARENA_PUSH(c->arena, &c->plan->kernel_values) = v;
}

// Where a template leaves open which of several it is, the name is that of the set.
static const char *called_name(collector *c, ast_node callee)
{
    const char *name = ast_name(c->arena, callee);
    const ast_node target = *name ? callee : ast_referenced(callee);
    return ast_node_kind(target) == AST_OVERLOADED_REFERENCE ? ast_name(c->arena, target) : name;
}

// cudaLaunchKernel(...): with per-thread default streams the name is a macro of the runtime's own.
void add_api_launch(collector *c, ast_nodes children, const walk *w)
{
    static const char *const names[] = {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelEx",
                                        "cudaLaunchCooperativeKernel"};
    if (c->device || !children.count || is_device_only(c, w))
        return;
    const ast_node callee = ast_strip(c->arena, children.items[0]);
    if (ast_node_kind(callee) == AST_NONE)
        return; // no name
    const char *called = called_name(c, callee);
    size_t length = strlen(called);
    if (length > 5 && strcmp(called + length - 5, "_ptsz") == 0)
        length -= 5;
    size_t which = 0;
    while (which < 4 && (*called != 'c' || strlen(names[which]) != length || strncmp(called, names[which], length) != 0))
        which++;
    if (which == 4)
        return;
    const ast_node target = ast_referenced(callee);
    const ast_place at = ast_location(c->ast, callee);
    if (at.file < 0 || c->file_of[at.file] < 0 ||
        (is_function_node(target) && !ast_in_system_header(c->ast, target)))
        return;
    api_launch l = {.file = c->file_of[at.file]};
    const plan_file *f = file_at(c, l.file);
    l.name_begin = last_name(c, l.file, at.offset);
    size_t i = token_at_or_after(&f->tokens, l.name_begin);
    l.in_macro = !is_token(f, i, names[which]);
    *ARENA_PUSH(c->arena, &c->plan->api_launches) = l;
}

// Adds the kernels that the expression names. False when it may come to another: a variable or a call stands in it.
static bool add_named_kernels(collector *c, ast_node n, api_launch *l)
{
    const ast_kind kind = ast_node_kind(n);
    const ast_node target = kind == AST_REFERENCE ? ast_referenced(n) : n;
    if (kind == AST_CALL || kind == AST_MEMBER_REFERENCE || kind == AST_LAMBDA)
        return false;
    if (kind == AST_REFERENCE && ast_node_kind(target) != AST_OVERLOADED_REFERENCE) {
        if (!is_function_node(target) || ast_in_system_header(c->ast, target))
            return false;
        *ARENA_PUSH(c->arena, &l->kernels) = function_index(c, target);
        return true;
    }
    if (kind == AST_REFERENCE || kind == AST_OVERLOADED_REFERENCE) {
        const ast_nodes named = ast_candidates(c->arena, target);
        for (size_t i = 0; i < named.count; i++)
            if (is_function_node(named.items[i]) && !ast_in_system_header(c->ast, named.items[i]))
                *ARENA_PUSH(c->arena, &l->kernels) = function_index(c, named.items[i]);
            else
                return false;
        return true;
    }
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (!add_named_kernels(c, children.items[i], l))
            return false;
    return true;
}

static bool is_last_query(const collector *c, const api_launch *l)
{
    const size_t count = c->plan->api_launches.count;
    const api_launch *last = count ? &c->plan->api_launches.items[count - 1] : NULL;
    return last && last->is_query && last->file == l->file && last->name_begin == l->name_begin;
}

// `kernel`: the argument that is one; NULL where the function is only named.
static void add_query(collector *c, ast_node callee, const char *name, const ast_node *kernel, const walk *w)
{
    const function *around = w->function >= 0 ? &c->plan->functions.items[w->function] : NULL;
    const ast_node target = ast_referenced(callee);
    const ast_place at = ast_location(c->ast, callee);
    if (at.file < 0 || c->file_of[at.file] < 0 || (around && (around->is_kernel || (around->is_device && !around->is_host))) ||
        (is_function_node(target) && !ast_in_system_header(c->ast, target)))
        return;
    api_launch l = {.file = c->file_of[at.file], .is_query = true, .is_for_device = around && around->is_device};
    const plan_file *f = file_at(c, l.file);
    l.name_begin = last_name(c, l.file, at.offset);
    l.in_macro = at.in_macro || !is_token(f, token_at_or_after(&f->tokens, l.name_begin), name);
    if (!kernel && is_last_query(c, &l))
        return; // its callee, or another one of several that the name may mean
    if (!kernel || !add_named_kernels(c, *kernel, &l))
        l.kernels.count = 0;
    *ARENA_PUSH(c->arena, &c->plan->api_launches) = l;
}

void add_query_call(collector *c, ast_nodes children, const walk *w)
{
    const ast_node callee = c->device || !children.count ? (ast_node){0} : ast_strip(c->arena, children.items[0]);
    if (ast_node_kind(callee) == AST_NONE)
        return; // no name
    const char *name = called_name(c, callee);
    const size_t argument = occupancy_argument(name);
    if (argument)
        add_query(c, callee, name, argument < children.count ? &children.items[argument] : NULL, w);
}

void add_query_value(collector *c, ast_node reference, ast_node target, const walk *w)
{
    if (c->device)
        return;
    const int known = known_function(c, target);
    const char *name = known >= 0 ? c->plan->functions.items[known].name : ast_name(c->arena, target);
    if (occupancy_argument(name))
        add_query(c, reference, name, NULL, w);
}

// What a using-declaration brings is a candidate without a declaration of its own.
static void add_imported(collector *c, launch *l, const char *name)
{
    for (size_t i = 0; i < c->plan->imports.count; i++)
        if (c->plan->imports.items[i].function >= 0 && strcmp(c->plan->functions.items[c->plan->imports.items[i].function].name, name) == 0)
            *ARENA_PUSH(c->arena, &l->candidates) = c->plan->imports.items[i].function;
}

// What is launched: a kernel, one of an overload set, what a pointer points to.
static void read_callee(collector *c, ast_node callee, ast_node target, launch *l)
{
    if (ast_node_kind(callee) == AST_OVERLOADED_REFERENCE || ast_node_kind(target) == AST_OVERLOADED_REFERENCE) {
        ast_nodes candidates =
            ast_candidates(c->arena, ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : target);
        l->form = LAUNCH_OVERLOADED;
        for (size_t k = 0; k < candidates.count; k++)
            if (is_function_node(candidates.items[k]))
                *ARENA_PUSH(c->arena, &l->candidates) = function_index(c, candidates.items[k]);
            else
                add_imported(c, l, ast_name(c->arena, candidates.items[k]));
    } else if (is_function_node(target) && ast_node_kind(callee) != AST_CALL) { // what a call returns is a value
        l->form = LAUNCH_KERNEL;
        l->kernel = function_index(c, target);
    } else {
        l->form = LAUNCH_POINTER;
    }
}

// Outwards from the AST's end of the configuration to the three `>` and the parenthesis behind them.
static void read_configuration_end(const plan_file *f, ast_range config, launch *l)
{
    size_t k = token_at_or_after(&f->tokens, config.end >= 3 ? config.end - 3 : config.end);
    size_t open = k;
    while ((k = plan_next_live(f, k, config.begin)) < f->tokens.count && f->tokens.items[k].kind != TOKEN_END) {
        open = plan_next_live(f, k + 3, config.begin);
        if (is_token(f, k, ">") && is_token(f, k + 1, ">") && is_token(f, k + 2, ">") &&
            is_token(f, open, "("))
            break;
        if (is_token(f, k, ";")) { // the arguments come out of a macro, and this is no launch's end
            k = f->tokens.count - 1;
            break;
        }
        k++;
    }
    if (is_token(f, k, ">")) {
        l->close_begin = f->tokens.items[k].begin;
        l->close_end = f->tokens.items[k + 2].end;
        l->arguments_open = f->tokens.items[open].begin;
        l->has_arguments = !is_empty_list(f, open);
    } else
        l->form = LAUNCH_IN_MACRO;
}

// The callee's name: the identifier in front of `<<<`, or in front of its template arguments.
// `open`: the token `<<<`.
static void read_callee_name(collector *c, const plan_file *f, ast_node callee, ast_range config, size_t open, launch *l)
{
    ast_place name = ast_location(c->ast, callee);
    size_t m = token_at_or_after(&f->tokens, name.offset);
    if (name.file == config.file && m < open && (f->tokens.items[m].kind == TOKEN_IDENTIFIER || is_token(f, m, "::")) && !name.in_macro) {
        // A dependent reference may be placed at its qualifier: walk to the last identifier of the name.
        while (is_token(f, m + 1, "::") || is_token(f, m, "::") || is_token(f, m, "template"))
            m++;
        l->name_begin = f->tokens.items[m].begin;
        l->name_end = f->tokens.items[m].end;
        // `k<A, A < n><<<`: that the second `<` compares is not seen where n is declared in another file.
        const bool has_list = is_token(f, plan_next_live(f, m + 1, config.begin), "<") && is_token(f, open - 1, ">");
        if (behind_callee(f, l->name_end) != open && !has_list && l->form != LAUNCH_POINTER)
            l->name_end = l->name_begin; // something else stands between: (k)<<<...>>>
    }
}

void add_launch(collector *c, ast_nodes children, const walk *w)
{
    ast_range config = ast_extent(c->ast, children.items[1]);
    launch l = {.file = -1, .kernel = -1, .directive = -1, .callee_file = -1, .argument_count = children.count - 2};
    if (config.file < 0 || c->file_of[config.file] < 0)
        return;
    l.file = c->file_of[config.file];
    const plan_file *f = file_at(c, l.file);
    const function *around = w->function >= 0 ? &c->plan->functions.items[w->function] : NULL;
    l.open_begin = config.begin;
    size_t i = token_at_or_after(&f->tokens, config.begin);
    bool spelled = i < f->tokens.count && f->tokens.items[i].begin == config.begin && is_token(f, i, "<<<");
    ast_node callee = ast_strip(c->arena, children.items[0]);
    ast_node target = ast_referenced(callee);
    l.callee_begin = callee_begin(c, children.items[0], &l, config.begin);
    ast_place named = ast_location(c->ast, callee);
    if (named.file >= 0) {
        l.callee_file = c->file_of[named.file];
        l.callee_at = last_name(c, l.callee_file, named.offset);
    }
    read_callee(c, callee, target, &l);
    if (!spelled) {
        l.form = LAUNCH_IN_MACRO;
    } else {
        l.open_end = f->tokens.items[i].end;
        read_configuration_end(f, config, &l);
        read_callee_name(c, f, callee, config, i, &l);
        if (plan_is_behind_macro(c->plan, f, token_at_or_after(&f->tokens, l.callee_begin), i))
            l.form = LAUNCH_IN_MACRO;
    }
    // Where the host may run it, too, that is what runs it on the CPU.
    if ((around && (around->is_kernel || (around->is_device && !(around->is_host && c->plan->for_cpu)))) ||
        (!c->plan->for_cpu && plan_is_in_device_lambda(f, i)))
        l.form = LAUNCH_ON_DEVICE;
    for (int k = place_map_get(&c->launches, l.file, l.open_begin); k >= 0; k--) {
        const launch *known = &c->plan->launches.items[k];
        if (known->file == l.file && known->open_begin == l.open_begin && known->kernel == l.kernel)
            return; // seen by the host parse
    }
    place_map_put(&c->launches, l.file, l.open_begin, (int)c->plan->launches.count);
    *ARENA_PUSH(c->arena, &c->plan->launches) = l;
}
