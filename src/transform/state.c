// Group state: the persistent kernel of one with `#pragma pt state` or `#pragma pt finish`.
//
//     before (the kernel)                     after (its persistent twin)
//     #pragma pt state
//     float sum = 0;                          float sum = 0;
//                                             const auto pt_item = [&](const uint3 blockIdx, const dim3 gridDim) {
//     int i = blockIdx.x * 32 + threadIdx.x;  int i = blockIdx.x * 32 + threadIdx.x;
//     if (i < n) sum += a[i];                 if (i < n) sum += a[i];
//                                             };
//                                             for (each item of the queue) pt_item(its block, the grid);
//     #pragma pt finish
//     { atomicAdd(out, sum); }                { { atomicAdd(out, sum); } }
//
// The three parts, frontend/state.c has found. The middle one is a lambda, so that `return` ends an item and all that the first part
// declares is known in it; it is called from one place only, as items are. The original kernel is left as it is: a group with one block.
#include "transform/kernel.h"

#include <string.h>

static void add_shadow_lines(const rewriter *r, edit_list *e, text *out, const function *f, const declaration *d, size_t begin, size_t end)
{
    text shadows = text_new(r->arena);
    edit_part(r, e, f, d, begin, end, &shadows);
    if (!shadows.length)
        return;
    text_append(out, shadows.bytes, shadows.length);
    static const char *const not_always_used[] = {"pt_alive", "pt_block"};
    for (size_t i = 0; i < sizeof not_always_used / sizeof *not_always_used; i++)
        if (strstr(shadows.bytes, not_always_used[i]))
            text_format(out, "    (void)%s;\n", not_always_used[i]);
}

// Starts generated lines in the middle of the body's text, and ends them.
static text new_lines(const rewriter *r)
{
    text out = text_new(r->arena);
    text_add_char(&out, '\n');
    add_output_line(r, &out);
    return out;
}

static void insert_lines(const rewriter *r, edit_list *e, const declaration *d, size_t at, text *lines)
{
    add_source_line(r, lines, d->file, at);
    edit_insert_text(e, at, lines);
}

static void open_first(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    text lines = new_lines(r);
    const size_t before = lines.length;
    add_shadow_lines(r, e, &lines, f, d, d->body_begin, f->state.item_begin);
    if (lines.length > before)
        insert_lines(r, e, d, d->body_begin + 1, &lines);
}

// What a block changes, each gets as it was: a number or a pointer by a copy, what may have operators by one of its bytes.
static void add_given(const rewriter *r, text *out, const function *f, const declaration *d)
{
    for (size_t i = 0; i < f->state.renewed.count; i++) {
        const char *name = parameter_name(r, f, d, (size_t)f->state.renewed.items[i], PARAMETERS_FOR_TWIN);
        if (!d->parameters.items[f->state.renewed.items[i]].copies_run)
            text_format(out, "    const auto &pt_given_%s = %s;\n", name, name);
    }
    for (size_t i = 0; i < f->state.open_in_finish.count; i++) {
        const char *name = parameter_name(r, f, d, (size_t)f->state.open_in_finish.items[i], PARAMETERS_FOR_TWIN);
        text_format(out, "    static_assert(::pt::stays<decltype(%s)>::value, \"a block may change '%s', and finish names it: keep what it needs in a variable with state\");\n",
                    name, name);
    }
}

static void add_renewed(const rewriter *r, text *out, const function *f, const declaration *d)
{
    for (size_t i = 0; i < f->state.renewed.count; i++) {
        const char *name = parameter_name(r, f, d, (size_t)f->state.renewed.items[i], PARAMETERS_FOR_TWIN);
        if (d->parameters.items[f->state.renewed.items[i]].copies_run)
            text_format(out, "    ::pt::fresh_parameter<decltype(%s)> pt_fresh_%s(%s);\n    auto &%s = pt_fresh_%s.object();\n    (void)%s;\n", name, name, name, name, name, name);
        else
            text_format(out, "    auto %s = pt_given_%s;\n    (void)%s;\n", name, name, name);
    }
}

static void open_item(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    text lines = new_lines(r);
    add_given(r, &lines, f, d);
    text_format(&lines, "    const auto pt_item = [&](const ::uint3 %s, const ::dim3 %s) { // per block\n", index_name(d), grid_name(d));
    add_renewed(r, &lines, f, d);
    add_shadow_lines(r, e, &lines, f, d, f->state.item_begin, f->state.item_end);
    insert_lines(r, e, d, f->state.item_begin, &lines);
}

static void close_item(const rewriter *r, edit_list *e, const function *f, const declaration *d, const text *loop)
{
    text lines = new_lines(r);
    if (f->leaves_before_barrier)
        text_add(&lines, "    ::pt::finish_item();\n");
    text_add(&lines, "    };\n");
    text_append(&lines, loop->bytes, loop->length);
    if (f->state.finish_end) {
        text_add(&lines, "    { // once per group\n");
        add_shadow_lines(r, e, &lines, f, d, f->state.item_end, d->body_end);
        edit_insert(e, f->state.finish_end, " }");
    }
    insert_lines(r, e, d, f->state.item_end, &lines);
}

void add_state_body(const rewriter *r, text *out, const function *f, const declaration *d, const text *loop)
{
    edit_list *e = edit_list_new(r->arena, r->plan->files.items[d->file].text);
    add_tasks_of_twin(r, out, e, f, d);
    open_first(r, e, f, d);
    open_item(r, e, f, d);
    close_item(r, e, f, d, loop);
    edit_copy(r, e, f, d);
    edit_for_cpu(r, e, d->file, d->body_begin, d->body_end);
    add_source_line(r, out, d->file, d->body_begin);
    edit_apply(e, d->body_begin, d->body_end, out);
    text_add_char(out, '\n');
    add_output_line(r, out);
    text_add(out, "}\n");
}
