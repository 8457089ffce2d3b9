// The persistent kernel ("twin") of an annotated kernel: its head, and the loop over the items of its queue. See kernel.c for the
// whole.
//
// In:  a kernel, one of its declarations, its directive. Out: text.
// Invariant: the item is called from one place only: two instantiations would double its static shared memory.
#include "transform/kernel.h"

#include "frontend/collective.h"

#include <string.h>

// ---- what the queue is told --------------------------------------------------------------------------------------

const char *order_type(const rewriter *r, const directive *d)
{
    switch (d->order) {
    case ORDER_COLUMN: return "::pt::order_column";
    case ORDER_MORTON: return "::pt::order_morton";
    case ORDER_REVERSE: return "::pt::order_reverse";
    case ORDER_LONGEST: return "::pt::order_longest";
    case ORDER_TILE:
        return arena_format(r->arena, "::pt::order_tile<(%.*s), (%.*s)>", (int)d->tile_width.text.length,
                            d->tile_width.text.bytes, (int)d->tile_height.text.length, d->tile_height.text.bytes);
    case ORDER_FUNCTION:
        return arena_format(r->arena, "::pt::order_function<%.*s>", (int)d->order_function.length,
                            d->order_function.bytes);
    default: return "::pt::order_linear";
    }
}

bool may_ask_for_warp(const rewriter *r, const function *f)
{
    LIST_OF(int) pending = {0};
    bool *seen = NULL; // a byte for each function, where there are calls to follow
    *ARENA_PUSH(r->arena, &pending) = (int)(f - r->plan->functions.items);
    while (pending.count) {
        const function *g = &r->plan->functions.items[pending.items[--pending.count]];
        for (size_t i = 0; i < g->facts.count; i++) {
            const fact *x = &g->facts.items[i];
            if (x->kind == FACT_ASM || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL ||
                (x->kind == FACT_CALL_DEPENDENT && x->callee < 0))
                return true;
            if (x->callee >= 0 && !seen)
                seen = arena_alloc(r->arena, r->plan->functions.count * sizeof *seen);
            if (x->callee < 0 || seen[x->callee])
                continue;
            const function *callee = &r->plan->functions.items[x->callee];
            seen[x->callee] = true;
            if (strcmp(callee->name, "__activemask") == 0 || strcmp(callee->name, "coalesced_threads") == 0)
                return true;
            *ARENA_PUSH(r->arena, &pending) = x->callee;
        }
    }
    return false;
}

between between_blocks(const rewriter *r, const function *f)
{
    if (f->leaves_before_barrier)
        return (between){"::pt::between_drain", "its barriers wait for the threads that are still in the block"};
    const bool shares = f->has_state ? f->state.middle_shares : f->uses_shared || f->has_block_barrier;
    if (shares || f->has_async_copy || f->uses_ambient)
        return (between){"::pt::between_block", "a barrier of the group stands between two blocks"};
    if (f->has_warp_sync || may_ask_for_warp(r, f))
        return (between){"::pt::between_warp", "a barrier of the warp stands between two blocks"};
    return (between){"::pt::between_none", "no barrier is needed between two blocks"};
}

// ---- the persistent kernel ---------------------------------------------------------------------------------------

// Everything of the declaration but its name, its parameter list and its body is copied: attributes in every order.
void add_twin_head(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_head_copy(r, out, d, d->begin, d->name_begin);
    add_name(r, out, d, "_pt");
    // A grid constant: the queue refers to it, and a copy in local memory would cost every item.
    text_add(out, "(const __grid_constant__ ::pt_launch_t pt_launch");
    add_twin_parameters(r, out, f, d);
    const source *s = r->plan->files.items[d->file].text;
    size_t end = d->body_end ? d->body_begin : d->end;
    while (!d->body_end && end > d->close && strchr("; \t\r\n", s->bytes[end - 1]))
        end--;
    while (end > d->close + 1 && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    if (end > d->close + 1)
        add_plain_copy(r, out, d->file, d->close + 1, end);
}

// The item's first arguments are of types that lie outside of all namespaces: a call by its name finds what is there, too.
static bool shares_its_name(const rewriter *r, const function *f)
{
    const int first = map_get(&r->annotated, f->name);
    return first == OF_SEVERAL_SCOPES || (first >= 0 && strcmp(r->plan->functions.items[first].name_scope, f->name_scope) != 0);
}

// k_pt_item<T>(index, grid, a, n), in the twin or in the original kernel
void add_item_call(const rewriter *r, text *out, const function *f, const declaration *d, const char *index, const char *grid,
                   parameter_style style)
{
    const bool alone = shares_its_name(r, f);
    text_add(out, alone ? "(" : "");
    text_add_slice(out, kernel_name(r, d));
    text_format(out, "%s%s%s(%s, %s", item_suffix(r, f), template_arguments(r, d), alone ? ")" : "", index, grid);
    for (size_t i = 0; i < d->parameters.count; i++)
        if (item_takes(r, f, i)) {
            text_add(out, ", ");
            add_item_argument(r, out, f, d, i, style);
        }
    text_add(out, ");\n");
}

void add_global_sync(const rewriter *r, text *out, const function *f)
{
    const bool collects = collective_any(r->plan, f);
    text_format(out, "    const ::pt::global_sync<%s", f->grid.may_be_missed ? "true" : "false");
    const bool may_part = f->grid.may_be_missed && drains(f);
    if (collects || may_part)
        text_format(out, ", %s%s", may_part ? "true" : "false", collects ? ", ::pt::collective_cells" : "");
    text_add(out, "> pt_global_sync(pt_launch");
    if (f->grid.may_be_missed)
        text_format(out, ", \"%s\"", f->name);
    text_add(out, ");\n");
}

// Nothing but `static` can be meant, so the twin needs no code for tickets. Blocks that wait for earlier ones come from a queue.
bool is_dealt(const rewriter *r, const function *f)
{
    return plan_directive(r->plan, f)->schedule == SCHEDULE_STATIC && !f->waits_on_blocks && !f->has_grid_barrier;
}

static const char *queue_of(const rewriter *r, const function *f)
{
    return is_dealt(r, f) ? "static" : plan_steals(r->plan, f) ? "steal" : "work";
}

// The number of blocks by items(...), as the queue's argument; "" where it is the launch's.
const char *count_of(const rewriter *r, const function *f)
{
    const slice items = plan_directive(r->plan, f)->items.text;
    return items.length ? arena_format(r->arena, "[&] { return (%.*s); }", (int)items.length, items.bytes) : "";
}

// Of a kernel that may begin before what it depends on has ended: ::pt::wait_for_dependency(in, out, n);
void add_wait(const rewriter *r, text *out, const function *f, const declaration *d, kernel_form form)
{
    if (!f->begins_early)
        return;
    text_add(out, "::pt::wait_for_dependency(");
    bool is_first = true;
    for (size_t i = 0; i < d->parameters.count; i++) {
        if (!*d->parameters.items[i].name)
            continue; // nobody reads by it
        text_format(out, "%s%s", is_first ? "" : ", ",
                    form == ORIGINAL ? d->parameters.items[i].name
                                     : parameter_name(r, f, d, i, form == TWIN ? PARAMETERS_FOR_TWIN : PARAMETERS_FOR_ITEM));
        is_first = false;
    }
    text_add(out, ");");
}

static void add_item_loop(const rewriter *r, text *out, const function *f, const char *order, const char *count, const char *call)
{
    text_format(out,
                "    for (::pt::%s_queue<%s, %s%s> pt_queue(pt_launch%s%s); pt_queue.has_chunk(); "
                "pt_queue.next_chunk())\n"
                "        for (; pt_queue.has_item(); pt_queue.next_item())", queue_of(r, f),
                order, between_blocks(r, f).type, *count ? ", ::pt::counted_blocks" : "", *count ? ", " : "", count);
    bool block = f->has_async_copy || f->uses_ambient;
    text_add(out, block ? " {\n            " : "\n            ");
    if (f->uses_ambient)
        text_add(out, "::pt::publish_block(pt_queue.block_index(), pt_queue.grid_dim()); // for functions that cannot take it as an argument\n            ");
    text_add(out, call);
    if (f->has_async_copy)
        text_add(out, "            ::pt::finish_async_copies(); // the next item writes the same shared memory\n");
    text_add(out, block ? "        }\n" : "");
}

// What the directive says of the order and of the count is said outside of the body, whose variables may bear the same names.
static void add_state_twin(const rewriter *r, text *out, const function *f, const declaration *d)
{
    text loop = text_new(r->arena);
    const char *count = count_of(r, f);
    text_format(out, "    using pt_order = %s;\n", order_type(r, plan_directive(r->plan, f)));
    if (*count) { // before the first part reads what the kernel depends on
        text waits = text_new(r->arena);
        add_wait(r, &waits, f, d, TWIN);
        text_format(out, "    %s\n    const auto pt_count = %s;\n", waits.length ? waits.bytes : "::pt::wait_for_dependency();", count);
    }
    add_item_loop(r, &loop, f, "pt_order", *count ? "pt_count" : "", "pt_item(pt_queue.block_index(), pt_queue.grid_dim());\n");
    add_state_body(r, out, f, d, &loop);
}

void add_twin(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_twin_head(r, out, f, d);
    text_add(out, "\n{\n");
    if (f->grid.splits) {
        add_phases(r, out, f, d, order_type(r, plan_directive(r->plan, f)), between_blocks(r, f).type);
        return;
    }
    if (f->has_state) {
        add_state_twin(r, out, f, d);
        return;
    }
    if (f->has_grid_barrier)
        add_global_sync(r, out, f);
    text waits = text_new(r->arena);
    add_wait(r, &waits, f, d, TWIN);
    if (waits.length)
        text_format(out, "    %s\n", waits.bytes);
    text call = text_new(r->arena);
    add_item_call(r, &call, f, d, "pt_queue.block_index()", "pt_queue.grid_dim()", PARAMETERS_FOR_TWIN);
    add_item_loop(r, out, f, order_type(r, plan_directive(r->plan, f)), count_of(r, f), call.bytes);
    text_add(out, "}\n");
}
