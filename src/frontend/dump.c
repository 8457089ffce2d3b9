// Dump of the plan: see dump.h. One walk makes records of name and value; text and JSON only differ in how they print.
#include "frontend/dump.h"

#include <stdlib.h>
#include <string.h>

typedef struct printer {
    const plan *plan;
    text *out;
    bool json;
    bool first_record;
} printer;

static void json_string(text *out, const char *s)
{
    text_add_char(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            text_format(out, "\\%c", c);
        else if (c < 0x20)
            text_format(out, "\\u%04x", c);
        else
            text_add_char(out, (char)c);
    }
    text_add_char(out, '"');
}

static void open_record(printer *p, const char *kind, const char *name)
{
    if (p->json) {
        text_add(p->out, p->first_record ? "\n  {\"record\": " : ",\n  {\"record\": ");
        json_string(p->out, kind);
        text_add(p->out, ", \"name\": ");
        json_string(p->out, name);
    } else
        text_format(p->out, "%s %s\n", kind, name);
    p->first_record = false;
}

static void field(printer *p, const char *name, const char *value)
{
    if (p->json) {
        text_format(p->out, ", \"%s\": ", name);
        json_string(p->out, value);
    } else
        text_format(p->out, "  %s: %s\n", name, value);
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

static const char *schedule_of(const printer *p, const directive *d)
{
    if (!d->chunk.text.length)
        return schedule_name(d->schedule);
    return arena_format(p->plan->arena, "%s, %.*s", schedule_name(d->schedule), (int)d->chunk.text.length,
                        d->chunk.text.bytes);
}

static void dump_function(printer *p, const function *f)
{
    const char *role = f->annotated ? "kernel" : f->is_kernel ? "plain-kernel" : "helper";
    open_record(p, role, arena_format(p->plan->arena, "%s%s", f->name_scope, f->name));
    for (size_t i = 0; i < f->declarations.count; i++)
        field(p, (int)i == f->definition ? "definition" : "declaration",
              place(p, f->declarations.items[i].file, f->declarations.items[i].name_begin));
    const directive *d = plan_directive(p->plan, f);
    if (d) {
        static const char *const orders[] = {"linear", "column", "tile", "morton", "reverse", "function"};
        field(p, "schedule", schedule_of(p, d));
        field(p, "order", orders[d->order]);
        if (d->items.text.length)
            field(p, "items", arena_format(p->plan->arena, "%.*s", (int)d->items.text.length, d->items.text.bytes));
    }
    if (f->definition >= 0)
        for (size_t i = 0; i < f->declarations.items[f->definition].parameters.count; i++)
            field(p, "parameter", f->declarations.items[f->definition].parameters.items[i].name);
    flag(p, "reads-block-index", f->reads_block_index);
    flag(p, "uses-shared-memory", f->uses_shared);
    flag(p, "has-block-barrier", f->has_block_barrier);
    flag(p, "votes-at-barrier", f->uses_voting_barrier);
    flag(p, "has-grid-barrier", f->has_grid_barrier);
    flag(p, "may-miss-grid-barrier", f->may_miss_grid_barrier);
    flag(p, "splits", f->splits);
    for (size_t i = 0; i < f->phases.count; i++)
        field(p, "phase", place(p, plan_definition(f)->file, f->phases.items[i].begin));
    if (f->whole_because)
        field(p, "in-one-piece", f->whole_because);
    flag(p, "has-warp-operation", f->has_warp_sync);
    flag(p, "has-asynchronous-copy", f->has_async_copy);
    flag(p, "leaves-before-barrier", f->leaves_before_barrier);
    flag(p, "leaves-before-warp-operation", f->leaves_before_warp_sync);
    flag(p, "parts-lanes", f->parts_lanes);
    flag(p, "waits-on-blocks", f->waits_on_blocks);
    flag(p, "cloned", f->cloned);
    close_record(p);
}

static void dump_launch(printer *p, const launch *l)
{
    static const char *const forms[] = {"by-name", "overloaded", "pointer", "in-macro", "on-device"};
    open_record(p, "launch", l->kernel >= 0 ? p->plan->functions.items[l->kernel].name : "?");
    field(p, "at", place(p, l->file, l->open_begin));
    field(p, "form", forms[l->form]);
    for (size_t i = 0; i < l->candidates.count; i++)
        field(p, "candidate", p->plan->functions.items[l->candidates.items[i]].name);
    close_record(p);
}

static void dump_loop(printer *p, const host_loop *loop)
{
    static const char *const effects[] = {"", "step", "end", "end-of-program"};
    open_record(p, "loop", loop->stays_because ? "stays" : "as-one-launch");
    field(p, "at", place(p, loop->file, loop->begin));
    if (loop->stays_because)
        field(p, "because", loop->stays_because);
    flag(p, "runs-ahead", loop->runs_ahead);
    if (loop->relation)
        field(p, "only-while", arena_format(p->plan->arena, "%s %s %.*s", loop->read_back, loop->relation,
                                            (int)loop->compared_with.length, loop->compared_with.bytes));
    for (size_t i = 0; i < loop->variables.count; i++)
        field(p, "goes-back", loop->variables.items[i]);
    for (size_t i = 0; i < loop->launches.count; i++)
        field(p, "launch", place(p, loop->file, p->plan->launches.items[loop->launches.items[i]].open_begin));
    for (size_t i = 0; i < loop->calls.count; i++)
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
    for (size_t i = 0; i < plan->launches.count; i++)
        *ARENA_PUSH(plan->arena, &launches) =
            (ordered){plan->launches.items[i].file, (int)i, plan->launches.items[i].open_begin};
    if (functions.count)
        qsort(functions.items, functions.count, sizeof *functions.items, by_place);
    if (launches.count)
        qsort(launches.items, launches.count, sizeof *launches.items, by_place);
    for (size_t i = 0; i < functions.count; i++)
        dump_function(p, &plan->functions.items[functions.items[i].index]);
    for (size_t i = 0; i < launches.count; i++)
        dump_launch(p, &plan->launches.items[launches.items[i].index]);
    for (size_t i = 0; i < plan->loops.count; i++) // in the order of the text, as functions are
        dump_loop(p, &plan->loops.items[i]);
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
