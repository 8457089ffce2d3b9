// Dump of the plan: see dump.h. One walk makes records of name and value; text and JSON only differ in how they print. What a
// record may have several of is a list: a line each in text, one array in JSON, which is there when it is empty, too.
#include "frontend/dump.h"

#include "support/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct printer {
    const plan *plan;
    text *out;
    bool json;
    bool first_record;
    bool first_in_list;
} printer;

static void open_record(printer *p, const char *kind, const char *name)
{
    if (p->json) {
        text_add(p->out, p->first_record ? "\n  {\"record\": " : ",\n  {\"record\": ");
        json_add_string(p->out, kind);
        text_add(p->out, ", \"name\": ");
        json_add_string(p->out, name);
    } else
        text_format(p->out, "%s %s\n", kind, name);
    p->first_record = false;
}

static void field(printer *p, const char *name, const char *value)
{
    if (p->json) {
        text_format(p->out, ", \"%s\": ", name);
        json_add_string(p->out, value);
    } else
        text_format(p->out, "  %s: %s\n", name, value);
}

static void open_list(printer *p, const char *plural)
{
    p->first_in_list = true;
    if (p->json)
        text_format(p->out, ", \"%s\": [", plural);
}

// `name` is the singular, for the text.
static void add_to_list(printer *p, const char *name, const char *value)
{
    if (!p->json) {
        field(p, name, value);
        return;
    }
    text_add(p->out, p->first_in_list ? "" : ", ");
    json_add_string(p->out, value);
    p->first_in_list = false;
}

static void close_list(printer *p)
{
    if (p->json)
        text_add_char(p->out, ']');
}

static void flag(printer *p, const char *name, bool value)
{
    if (value && p->json)
        text_format(p->out, ", \"%s\": true", name);
    else if (value)
        text_format(p->out, "  %s\n", name);
}

static void close_record(printer *p)
{
    if (p->json)
        text_add_char(p->out, '}');
}

static const char *place(const printer *p, int file, size_t offset)
{
    const source *s = p->plan->files.items[file].text;
    position at = source_position(s, offset);
    return arena_format(p->plan->arena, "%s:%zu:%zu", s->path, at.line, at.column);
}

static const char *string_of(const printer *p, slice s) { return arena_format(p->plan->arena, "%.*s", (int)s.length, s.bytes); }

static const char *schedule_of(const printer *p, const directive *d)
{
    if (!d->chunk.text.length || p->json) // there it is a field
        return schedule_name(d->schedule);
    return arena_format(p->plan->arena, "%s, %.*s", schedule_name(d->schedule), (int)d->chunk.text.length,
                        d->chunk.text.bytes);
}

static void dump_clauses(printer *p, const directive *d)
{
    field(p, "schedule", schedule_of(p, d));
    if (p->json && d->chunk.text.length)
        field(p, "chunk", string_of(p, d->chunk.text));
    if (d->groups != GROUPS_MAX)
        field(p, "groups", arena_format(p->plan->arena, "%s%s", string_of(p, d->groups_count.text), d->groups == GROUPS_PER_SM ? " per sm" : ""));
    field(p, "order", order_name(d->order));
    if (d->order == ORDER_TILE) {
        field(p, "tile-width", string_of(p, d->tile_width.text));
        field(p, "tile-height", string_of(p, d->tile_height.text));
    }
    if (d->order == ORDER_FUNCTION)
        field(p, "order-function", string_of(p, d->order_function));
    if (d->items.text.length)
        field(p, "items", string_of(p, d->items.text));
}

// "t: own, written, x below n", "image: rows of width"
static void dump_touches(printer *p, const function *f)
{
    static const char *const ways[] = {"any", "own", "strided", "rows"};
    arena *a = p->plan->arena;
    open_list(p, "touches");
    for (size_t i = 0; f->is_part && i < f->touches.count; i++) {
        const array_touch *t = &f->touches.items[i];
        const declaration *d = plan_definition(f);
        const char *text = arena_format(a, "%s: %s", d->parameters.items[t->parameter].name, ways[t->way]);
        text = t->width >= 0 ? arena_format(a, "%s of %s", text, d->parameters.items[t->width].name) : text;
        text = t->writes ? arena_format(a, "%s, written", text) : text;
        text = t->bound >= 0 ? arena_format(a, "%s, x below %s", text, d->parameters.items[t->bound].name) : text;
        text = t->bound_y >= 0 ? arena_format(a, "%s, y below %s", text, d->parameters.items[t->bound_y].name) : text;
        text = t->block_x.length ? arena_format(a, "%s, blocks of %s", text, string_of(p, t->block_x)) : text;
        text = t->block_y.length ? arena_format(a, "%s, blocks as high as %s", text, string_of(p, t->block_y)) : text;
        add_to_list(p, "touches", text);
    }
    close_list(p);
}

// What barriers of the grid cut it into, and what lives across them.
static void dump_phases(printer *p, const function *f)
{
    open_list(p, "phases");
    for (size_t i = 0; i < f->grid.phases.count; i++)
        add_to_list(p, "phase", place(p, plan_definition(f)->file, f->grid.phases.items[i].begin));
    close_list(p);
    open_list(p, "live");
    for (size_t i = 0; i < f->grid.live.count; i++)
        add_to_list(p, "live", string_of(p, f->grid.live.items[i].name));
    close_list(p);
    open_list(p, "live-shared");
    for (size_t i = 0; i < f->grid.live_shared.count; i++)
        add_to_list(p, "live-shared", f->grid.live_shared.items[i].is_dynamic ? "extern" : string_of(p, f->grid.live_shared.items[i].name));
    close_list(p);
    if (f->grid.whole_because)
        field(p, "in-one-piece", f->grid.whole_because);
}

static void dump_state_and_tasks(printer *p, const function *f)
{
    if (f->has_state)
        field(p, "each-block", place(p, plan_definition(f)->file, f->state.item_begin));
    if (f->has_tasks)
        field(p, "foreach", place(p, plan_definition(f)->file, f->tasks.begin));
    if (f->state.finish_end)
        field(p, "finish", place(p, plan_definition(f)->file, f->state.item_end));
}

static void dump_function(printer *p, const function *f)
{
    const declaration *definition = plan_definition(f);
    const char *role = f->annotated ? "kernel" : f->is_kernel ? "plain-kernel" : "helper";
    open_record(p, role, arena_format(p->plan->arena, "%s%s", f->name_scope, f->name));
    if (p->json && definition)
        field(p, "definition", place(p, definition->file, definition->name_begin));
    open_list(p, "declarations");
    for (size_t i = 0; i < f->declarations.count; i++)
        if (!p->json || (int)i != f->definition)
            add_to_list(p, (int)i == f->definition ? "definition" : "declaration",
                        place(p, f->declarations.items[i].file, f->declarations.items[i].name_begin));
    close_list(p);
    const directive *d = plan_directive(p->plan, f);
    if (d)
        dump_clauses(p, d);
    open_list(p, "parameters");
    for (size_t i = 0; definition && i < definition->parameters.count; i++)
        add_to_list(p, "parameter", definition->parameters.items[i].name);
    close_list(p);
    flag(p, "reads-block-index", f->reads_block_index);
    flag(p, "uses-shared-memory", f->uses_shared);
    flag(p, "has-block-barrier", f->has_block_barrier);
    flag(p, "votes-at-barrier", f->uses_voting_barrier);
    flag(p, "has-grid-barrier", f->has_grid_barrier);
    flag(p, "may-miss-grid-barrier", f->grid.may_be_missed);
    flag(p, "splits", f->grid.splits);
    flag(p, "begins-early", f->begins_early);
    dump_phases(p, f);
    dump_state_and_tasks(p, f);
    flag(p, "has-warp-operation", f->has_warp_sync);
    flag(p, "has-asynchronous-copy", f->has_async_copy);
    flag(p, "leaves-before-barrier", f->leaves_before_barrier);
    flag(p, "leaves-before-warp-operation", f->leaves_before_warp_sync);
    flag(p, "parts-lanes", f->parts_lanes);
    flag(p, "needs-whole-rows", f->needs_whole_rows);
    flag(p, "waits-on-blocks", f->waits_on_blocks);
    flag(p, "cloned", f->cloned);
    dump_touches(p, f);
    close_record(p);
}

// The kernel's name, or what stands in front of the launch.
static const char *launched_name(const printer *p, const launch *l)
{
    if (l->kernel >= 0 || l->candidates.count)
        return p->plan->functions.items[l->kernel >= 0 ? l->kernel : l->candidates.items[0]].name;
    const char *const text = p->plan->files.items[l->file].text->bytes;
    size_t end = l->open_begin;
    while (end > l->callee_begin && strchr(" \t\r\n\\", text[end - 1]))
        end--;
    return end > l->callee_begin ? string_of(p, (slice){text + l->callee_begin, end - l->callee_begin}) : "?";
}

static void dump_launch(printer *p, const launch *l)
{
    static const char *const forms[] = {"by-name", "overloaded", "pointer", "in-macro", "on-device"};
    static const char *const modes[] = {"default", "max", "groups", "nonpt"};
    open_record(p, "launch", launched_name(p, l));
    field(p, "at", place(p, l->file, l->open_begin));
    field(p, "form", forms[l->form]);
    const directive *d = l->directive >= 0 ? &p->plan->files.items[l->file].directives.items[l->directive] : NULL;
    if (d)
        field(p, "mode", modes[d->mode]);
    if (d && d->mode == LAUNCH_GROUPS)
        field(p, "groups", string_of(p, d->mode_groups.text));
    open_list(p, "candidates");
    for (size_t i = 0; i < l->candidates.count; i++)
        add_to_list(p, "candidate", p->plan->functions.items[l->candidates.items[i]].name);
    close_list(p);
    close_record(p);
}

// cudaLaunchCooperativeKernel(...), cudaOccupancyMaxPotentialBlockSize(...): the function that is called.
static void dump_api_launch(printer *p, const api_launch *l)
{
    const plan_file *f = &p->plan->files.items[l->file];
    const token *t = &f->tokens.items[token_at_or_after(&f->tokens, l->name_begin)];
    open_record(p, l->is_query ? "occupancy-query" : "launch-by-call", string_of(p, token_bytes(f->text, t)));
    field(p, "at", place(p, l->file, l->name_begin));
    flag(p, "in-macro", l->in_macro);
    if (l->is_query)
        open_list(p, "kernels");
    for (size_t i = 0; i < l->kernels.count; i++)
        add_to_list(p, "kernel", p->plan->functions.items[l->kernels.items[i]].name);
    if (l->is_query)
        close_list(p);
    close_record(p);
}

// Names of a block's arrays that are held in registers.
static void dump_values(printer *p, const host_loop *b, const char *name, const value_list *numbers)
{
    open_list(p, name);
    for (size_t i = 0; i < numbers->count; i++)
        for (size_t k = 0; k < b->values.count; k++)
            if (b->values.items[k].number == numbers->items[i]) {
                add_to_list(p, name, string_of(p, b->values.items[k].name));
                break;
            }
    close_list(p);
}

static void dump_loop(printer *p, const host_loop *loop)
{
    static const char *const effects[] = {"", "step", "end", "end-of-program"};
    static const char *const lists[] = {"", "steps", "ends", "ends-of-program"};
    open_record(p, loop->is_block ? "block" : "loop", loop->stays_because ? "stays" : "as-one-launch");
    field(p, "at", place(p, loop->file, loop->begin));
    if (loop->stays_because)
        field(p, "because", loop->stays_because);
    flag(p, "runs-ahead", loop->runs_ahead);
    if (loop->relation)
        field(p, "only-while", arena_format(p->plan->arena, "%s %s %.*s", loop->read_back, loop->relation,
                                            (int)loop->compared_with.length, loop->compared_with.bytes));
    if (loop->copies_to_host && !loop->runs_ahead && loop->waits_because) {
        field(p, "waits-because", loop->waits_because);
        field(p, "waits-at", place(p, loop->file, loop->waits_because_at));
    }
    const slice keep = p->plan->files.items[loop->file].directives.items[loop->directive].keep;
    if (keep.length)
        field(p, "keep", string_of(p, keep));
    flag(p, "keeps", loop->keeps);
    dump_values(p, loop, "held", &loop->stored_values);
    dump_values(p, loop, "local", &loop->local_values);
    open_list(p, "goes-back");
    for (size_t i = 0; i < loop->variables.count && loop->runs_ahead; i++)
        add_to_list(p, "goes-back", loop->variables.items[i]);
    close_list(p);
    open_list(p, "launches");
    for (size_t i = 0; i < loop->launches.count; i++)
        add_to_list(p, "launch", place(p, loop->file, p->plan->launches.items[loop->launches.items[i]].open_begin));
    close_list(p);
    // In text they stand in the order of the program.
    for (loop_effect effect = LOOP_EFFECT_STEP; p->json && effect <= LOOP_EFFECT_END; effect++) {
        open_list(p, lists[effect]);
        for (size_t i = 0; i < loop->calls.count; i++)
            if (loop->calls.items[i].effect == effect)
                add_to_list(p, effects[effect], loop->calls.items[i].name);
        close_list(p);
    }
    for (size_t i = 0; !p->json && i < loop->calls.count; i++)
        if (loop->calls.items[i].effect != LOOP_EFFECT_NONE)
            field(p, effects[loop->calls.items[i].effect], loop->calls.items[i].name);
    close_record(p);
}

typedef struct ordered {
    int file, index;
    size_t offset;
} ordered;

static int by_place(const void *x, const void *y)
{
    const ordered *a = x, *b = y;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->index - b->index;
}

static void dump_macro(printer *p, const flag_macro *m)
{
    open_record(p, "macro", m->name);
    if (*m->number)
        field(p, "value", m->number);
    flag(p, "undefined", !m->is_defined);
    close_record(p);
}

static void dump(printer *p)
{
    const plan *plan = p->plan;
    LIST_OF(ordered) functions = {0}, launches = {0};
    for (size_t i = 0; i < plan->functions.count; i++) {
        const function *f = &plan->functions.items[i];
        if (!f->in_system && f->declarations.count && (f->is_kernel || f->cloned))
            *ARENA_PUSH(plan->arena, &functions) =
                (ordered){f->declarations.items[0].file, (int)i, f->declarations.items[0].name_begin};
    }
    const int launch_count = (int)plan->launches.count; // behind these, by their indices, those by a call
    for (size_t i = 0; i < plan->launches.count; i++)
        *ARENA_PUSH(plan->arena, &launches) =
            (ordered){plan->launches.items[i].file, (int)i, plan->launches.items[i].open_begin};
    for (size_t i = 0; i < plan->api_launches.count; i++)
        if (!plan->api_launches.items[i].in_definition)
            *ARENA_PUSH(plan->arena, &launches) =
                (ordered){plan->api_launches.items[i].file, launch_count + (int)i, plan->api_launches.items[i].name_begin};
    if (functions.count)
        qsort(functions.items, functions.count, sizeof *functions.items, by_place);
    if (launches.count)
        qsort(launches.items, launches.count, sizeof *launches.items, by_place);
    for (size_t i = 0; i < functions.count; i++)
        dump_function(p, &plan->functions.items[functions.items[i].index]);
    for (size_t i = 0; i < launches.count; i++) {
        const int index = launches.items[i].index;
        if (index < launch_count)
            dump_launch(p, &plan->launches.items[index]);
        else
            dump_api_launch(p, &plan->api_launches.items[index - launch_count]);
    }
    for (size_t i = 0; i < plan->loops.count; i++) // in the order of the text, as functions are
        dump_loop(p, &plan->loops.items[i]);
    for (size_t i = 0; i < plan->defines.count; i++)
        dump_macro(p, &plan->defines.items[i]);
}

void dump_text(const plan *p, text *out)
{
    printer x = {.plan = p, .out = out, .first_record = true};
    dump(&x);
}

void dump_json(const plan *p, text *out)
{
    printer x = {.plan = p, .out = out, .json = true, .first_record = true};
    text_add_char(out, '[');
    dump(&x);
    text_add(out, "\n]\n");
}
