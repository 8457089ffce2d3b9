// Checks of names: see check_names.h.
//
// The headers stand in front of the program's first line, so that no macro of it reaches them; what is printed into the
// program's own text has no such shelter. Names that begin with pt_ or end in _pt are ours and not looked for.
#include "frontend/check_names.h"

typedef struct printed_name {
    const char *name;
    bool is_called; // a parenthesis may stand behind it: a macro with arguments matters, too
} printed_name;

// Every name that src/transform/ prints; testsuite/house/ sees to it that none is missing. Those of what few programs ask for are looked for in these
// alone: `value` and `check` are names of many a macro.
static const printed_name anywhere[] = {
    {"pt", false}, {"ptrt", false},
    // of C++ and of CUDA
    {"blockIdx", false}, {"gridDim", false}, {"uint3", false}, {"dim3", false}, {"bool", true}, {"const", false}, {"unsigned", false},
    {"static", false}, {"inline", false}, {"void", false}, {"auto", false}, {"decltype", true}, {"static_cast", false}, {"nullptr", false},
    {"reinterpret_cast", false}, {"struct", false}, {"using", false}, {"size_t", false}, {"constexpr", false}, {"enum", false}, {"return", false},
    // launches
    {"configuration", true}, {"launch_twin", true}, {"launch_plain", true}, {"handed_on", true}, {"launch_of", true}, {"launch_call", true},
    {"pending_configuration", true}, {"taken_configuration", true},
    {"mode_groups", true}, {"clause_count", true}, {"mode_max", true}, {"mode_nonpt", true}, {"registration", false}, {"registered", false}, {"function", true},
    {"cudaLaunchKernel", true}, {"describe", true},
    // the queue
    {"work_queue", false}, {"static_queue", false}, {"steal_queue", false}, {"has_chunk", true}, {"next_chunk", true}, {"has_item", true}, {"next_item", true},
    {"block_index", true}, {"grid_dim", true}, {"alive_lanes", false}, {"software_block", false}, {"counted_blocks", false},
    {"is_left_out", true}, {"wait_for_dependency", true}, {"order_linear", false}, {"order_column", false}, {"order_reverse", false}, {"order_morton", false}, {"order_longest", false}, {"longest_first", true},
    {"order_tile", false}, {"order_function", false}, {"between_none", false}, {"between_warp", false}, {"between_block", false},
    {"between_drain", false}, {"publish_block", true}, {"finish_async_copies", true},
    // tasks
    {"tasks_of", false}, {"worker_block", false}, {"worker_warp", false}, {"worker_thread", false}, {"next_turn", true}, {"has_task", true},
    {"this_task", true}, {"in_own_ring", true},
    // items
    {"parameter", false}, {"without_reference", false}, {"static_assert", true}, {"argument", false}, {"object", true}, {"without_restrict", false},
    {"warp_members", true}, {"leave", true}, {"leave_item", true}, {"finish_item", true}, {"among", false}, {"stay", true}, {"together", true},
    {"grid_thread_rank", true}, {"grid_block_rank", true}, {"grid_thread_index", true}, {"grid_block_index", true},
    {"grid_size", true}, {"grid_blocks", true}, {"grid_dim_threads", true},
    {"load_written", false},
};

static const printed_name in_parts[] = { // of kernels with barriers of the grid, collectives or state
    {"grid_barrier", true}, {"draining_grid_barrier", true}, {"no_grid_barrier", true}, {"global_sync", false},
    {"grid_arrive", true}, {"draining_grid_arrive", true}, {"grid_wait", true}, {"draining_grid_wait", true},
    {"for_each_block", false}, {"software_grid", true}, {"mention", true}, {"for_each_block_with_shared", false}, {"live_layout", false}, {"may_live", false}, {"live_parameter", false},
    {"live_block", false}, {"shared_part", true}, {"begin_live", false}, {"load_live", false}, {"store_live", false}, {"set_live", true}, {"direct", false},
    {"at_end", false}, {"bytes", false},
    {"collective_cells", false}, {"result_of", true}, {"draining_result_of", true}, {"give", true}, {"any_of", false}, {"all_of", false}, {"count_of", false}, {"quantity_of", false}, {"first_of", false},
    {"votes_of", false}, {"value_of", false}, {"sum_of", false}, {"bits_of", false}, {"common_bits_of", false}, {"greatest_of", false},
    {"least_of", false},
    {"stays", false}, {"value", false}, {"fresh_parameter", false},
};

static const printed_name in_loops[] = { // of #pragma pt loop and fuse
    {"recorded_loop", false}, {"loop_check", false}, {"check", true}, {"kept_loop", false}, {"kept_kernel_of", false}, {"loop_site", false}, {"kernel_of_loop", true}, {"loop_relation", false}, {"is_less", false}, {"is_less_equal", false},
    {"is_greater", false}, {"is_greater_equal", false}, {"is_equal", false}, {"is_not_equal", false}, {"is_not_less", false},
    {"is_not_less_equal", false}, {"is_not_greater", false}, {"is_not_greater_equal", false}, {"goes_on", true}, {"leaves", true}, {"holds", true},
    {"are_plain", true}, {"are_numbers", true}, {"only_while", true}, {"finish_launches", true},
};

static const printed_name in_blocks[] = { // of #pragma pt fuse
    {"fuse_site", false}, {"fused_block", false}, {"fused", false}, {"fused_part", false}, {"fused_touch", false}, {"values", false}, {"by_ticket", false},
    {"by_dealing", false}, {"by_stealing", false}, {"touches_any", false}, {"touches_own", false}, {"touches_strided", false}, {"touches_rows", false}, {"have_known_operators", true}, {"are_scalars", true}, {"counted_by", true},
};

static const printed_name on_cpu[] = { // for the CPU
    {"cpu", false},
    {"shared", false}, {"dynamic_shared", true}, {"dynamic_memory", false}, {"shared_index", true},
};

static bool has_parts(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && (p->functions.items[i].has_grid_barrier || p->functions.items[i].has_state))
            return true;
    return false;
}

static bool has_block(const plan *p)
{
    for (size_t i = 0; i < p->loops.count; i++)
        if (p->loops.items[i].is_block)
            return true;
    return false;
}

typedef struct printed_list {
    const printed_name *names;
    size_t count;
    bool is_printed; // into this program's output
} printed_list;

enum { PRINTED_LISTS = 5 };
#define PRINTED_LIST(names, is_printed) {names, sizeof names / sizeof *names, is_printed}

static const printed_name *find_printed(const printed_list *lists, const plan_file *f, const token *name)
{
    for (size_t k = 0; k < PRINTED_LISTS; k++)
        for (size_t i = 0; lists[k].is_printed && i < lists[k].count; i++)
            if (token_is(f->text, name, lists[k].names[i].name))
                return &lists[k].names[i];
    return NULL;
}

// `#define NAME NAME` changes nothing.
static bool names_itself(const plan_file *f, size_t name)
{
    const token *t = &f->tokens.items[name];
    return token_directive_end(&f->tokens, name) == name + 2 && slice_equal(token_bytes(f->text, t), token_bytes(f->text, t + 1));
}

// #define inline ... #undef inline, with nothing in between that has text of ours: no kernel, no function that is told the block, no file.
static bool ends_before_ours(const plan *p, int file, size_t name)
{
    const plan_file *f = &p->files.items[file];
    size_t end = name + 1;
    while (end < f->tokens.count && !(is_token(f, end, "undef") && f->tokens.items[end].in_directive && is_same_token(f, end + 1, f, name)))
        end++;
    if (end >= f->tokens.count)
        return false;
    const size_t from = f->tokens.items[name].begin, to = f->tokens.items[end].begin;
    for (size_t i = 0; i < f->inclusions.count; i++)
        if (f->inclusions.items[i].at > from && f->inclusions.items[i].at < to)
            return false;
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; (p->functions.items[i].stubbed || p->functions.items[i].cloned) && k < p->functions.items[i].declarations.count; k++) {
            const declaration *d = &p->functions.items[i].declarations.items[k];
            if (d->file == file && d->end > from && d->begin < to)
                return false;
        }
    return true;
}

static void check_macros(plan *p, int file, const printed_list *lists)
{
    const plan_file *f = &p->files.items[file];
    for (size_t i = 0; i + 3 < f->tokens.count; i++) {
        const token *hash = &f->tokens.items[i], *name = hash + 2;
        if (!hash->in_directive || !hash->starts_line || !token_is(f->text, hash + 1, "define"))
            continue;
        const printed_name *ours = find_printed(lists, f, name);
        const bool has_arguments = name[1].begin == name->end && token_is(f->text, name + 1, "(");
        if (!ours || (has_arguments && !ours->is_called) || plan_is_unseen(f, name->begin) || names_itself(f, i + 2) || ends_before_ours(p, file, i + 2))
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-name", plan_span(p, file, name->begin, name->end),
                        "the macro '%s' would be expanded in ptcc's output, which uses that name; rename the macro",
                        ours->name);
    }
}

// What stands for a kernel, or for a function that is told the block, is brought by a using-declaration beside the program's own.
static void check_imports(plan *p)
{
    for (size_t i = 0; i < p->imports.count; i++) {
        const name_import *m = &p->imports.items[i];
        const function *f = m->function >= 0 ? &p->functions.items[m->function] : NULL;
        if (m->in_macro && f && (f->stubbed || (f->cloned && !f->is_kernel)))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-name", plan_span(p, m->file, m->begin, m->end),
                            "a macro's body brings '%s' here, and cannot bring what stands for it as well; write the using-declaration out", f->name);
        const plan_file *file = &p->files.items[m->file];
        const token *name = &file->tokens.items[token_at_or_after(&file->tokens, m->name_begin)];
        const import_sides sides = f || m->in_macro ? (import_sides){0} : plan_import_sides(p, m);
        const function *const cloned = sides.cloned;
        if (cloned && sides.other)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-name", plan_span(p, m->file, name->begin, name->end),
                            "whether this brings a '%s' that asks for the block is left open by the template; give the two functions two names", cloned->name);
    }
}

void check_names(plan *p)
{
    check_imports(p);
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        any |= p->functions.items[i].stubbed;
    const printed_list lists[PRINTED_LISTS] = {PRINTED_LIST(anywhere, true), PRINTED_LIST(in_parts, has_parts(p)), PRINTED_LIST(in_loops, p->loops.count > 0),
                                               PRINTED_LIST(in_blocks, has_block(p)), PRINTED_LIST(on_cpu, p->for_cpu)};
    for (size_t i = 0; any && i < p->files.count; i++)
        check_macros(p, (int)i, lists);
    for (size_t i = 0; any && i < p->taken_names.count; i++) {
        const taken_name *x = &p->taken_names.items[i];
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-name", plan_span(p, x->file, x->begin, x->end),
                        "'%s' outside of all namespaces is the namespace of ptcc's headers; give this another name, or put it into "
                        "a namespace", x->name);
    }
}
